import { giveBack } from "../memory/give-back.ts";
import { readLimits } from "./read-limits.ts";
import { SheetFault } from "./sheet-fault.ts";

const blockSize = 256;
/** Blocks that are held unpacked, about 10 KB each. */
const mostUnpacked = 256;

/**
 * The texts that the cells of a workbook refer to by number, packed in blocks. A million rows can have 230 MB of them,
 * and as strings they take several times as much; packed they take a quarter. Most programs number them in the order of
 * the cells, so that a block is unpacked once; in any other order a text takes 17 µs.
 */
export class SharedStrings {
  readonly #blocks: Uint8Array[] = [];
  readonly #unpacked = new Map<number, Buffer>();
  #last: string[] = [];
  #bytes = 0;

  add(text: string): void {
    if (text.length > readLimits.cell) throw new SheetFault("too_long", "A text of the workbook is too long.");
    this.#last.push(text);
    if (this.#last.length === blockSize) this.#pack();
  }

  at(index: number): string | undefined {
    const block = Math.floor(index / blockSize);
    const place = index % blockSize;
    if (block === this.#blocks.length) return this.#last[place];
    const bytes = this.#block(block);
    if (bytes === undefined || !Number.isInteger(place)) return undefined;
    const start = place === 0 ? 0 : bytes.readUInt32LE(place * 4 - 4);
    return bytes.toString("utf8", headLength + start, headLength + bytes.readUInt32LE(place * 4));
  }

  /** A block starts with where each of its texts ends. */
  #pack(): void {
    const texts = Buffer.from(this.#last.join(""));
    const block = Buffer.allocUnsafe(headLength + texts.length);
    let end = 0;
    this.#last.forEach((text, place) => {
      end += Buffer.byteLength(text);
      block.writeUInt32LE(end, place * 4);
    });
    texts.copy(block, headLength);
    const packed = Bun.zstdCompressSync(block, { level: 1 });
    this.#bytes += packed.length;
    if (this.#bytes > readLimits.sharedTexts) {
      const message = "The workbook has too many different texts to be read. Save it as CSV and send that.";
      throw new SheetFault("too_large", message);
    }
    this.#blocks.push(packed);
    this.#last = [];
  }

  #block(number: number): Buffer | undefined {
    const known = this.#unpacked.get(number);
    if (known !== undefined) return known;
    const packed = this.#blocks[number];
    if (packed === undefined) return undefined;
    const bytes = Bun.zstdDecompressSync(packed) as Buffer;
    this.#unpacked.set(number, bytes);
    if (this.#unpacked.size > mostUnpacked) this.#drop();
    return bytes;
  }

  /** Drops the block that was unpacked first. */
  #drop(): void {
    for (const [number, bytes] of this.#unpacked) {
      this.#unpacked.delete(number);
      giveBack(bytes);
      return;
    }
  }
}

const headLength = blockSize * 4;
