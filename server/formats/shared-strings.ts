import { giveBack } from "../memory/give-back.ts";
import { readLimits } from "./read-limits.ts";
import { SheetFault } from "./sheet-fault.ts";

/** Texts of a block, and their characters, but for its last text. */
const blockTexts = 256;
const blockCharacters = 64 * 1024;
/** Bytes of the blocks that are held unpacked, beside the last one: one has about 10 KB. */
const mostUnpackedBytes = 16 * 1024 * 1024;

/**
 * The texts that the cells of a workbook refer to by number, packed in blocks. A million rows can have 230 MB of them,
 * and as strings they take several times as much; packed they take a quarter. Most programs number them in the order of
 * the cells, so that a block is unpacked once; in any other order a text takes 17 µs.
 */
export class SharedStrings {
  readonly #blocks: Uint8Array[] = [];
  /** The number of the first text of each block, and of the texts that are not packed yet. */
  readonly #firsts: number[] = [0];
  readonly #unpacked = new Map<number, Buffer>();
  #unpackedBytes = 0;
  #last: string[] = [];
  #characters = 0;
  #bytes = 0;

  add(text: string): void {
    // A half of a character would become a whole one beside the half of its neighbour.
    this.#last.push(text.toWellFormed());
    this.#characters += text.length;
    if (this.#last.length === blockTexts || this.#characters >= blockCharacters) this.#pack();
  }

  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0) return undefined;
    const block = this.#blockOf(index);
    const place = index - (this.#firsts[block] as number);
    if (block === this.#blocks.length) return this.#last[place];
    const bytes = this.#block(block);
    const start = place === 0 ? 0 : bytes.readUInt32LE(place * 4 - 4);
    return bytes.toString("utf8", headLength + start, headLength + bytes.readUInt32LE(place * 4));
  }

  /** The last block that starts at `index` or before. */
  #blockOf(index: number): number {
    let [low, high] = [0, this.#firsts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#firsts[middle] as number) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
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
    this.#firsts.push((this.#firsts.at(-1) as number) + this.#last.length);
    this.#last = [];
    this.#characters = 0;
  }

  #block(number: number): Buffer {
    const known = this.#unpacked.get(number);
    if (known !== undefined) return known;
    const bytes = Bun.zstdDecompressSync(this.#blocks[number] as Uint8Array) as Buffer;
    this.#drop(bytes.length);
    this.#unpacked.set(number, bytes);
    this.#unpackedBytes += bytes.length;
    return bytes;
  }

  /** Drops the blocks that were unpacked first, until there is room. */
  #drop(room: number): void {
    for (const [number, bytes] of this.#unpacked) {
      if (this.#unpackedBytes + room <= mostUnpackedBytes) return;
      this.#unpacked.delete(number);
      this.#unpackedBytes -= bytes.length;
      giveBack(bytes);
    }
  }
}

const headLength = blockTexts * 4;
