import { limits } from "../../contract/limits.ts";
import { mostUnpacked, readLimits } from "../formats/read-limits.ts";
import type { Row } from "../formats/sheet.ts";
import { SheetFault } from "../formats/sheet-fault.ts";
import { packRows, rowText } from "./chunks.ts";

/** Rows that are written in one transaction: those who save beside it wait for some hundredths of a second. */
const rowsPerChunk = 200;
/** Characters of a chunk as JSON, but for one that is a single row. */
const chunkSize = 512 * 1024;
/** What a cell adds to that: it is looked at, and can have a fault. */
const cellSize = 64;

export type Chunk = { rows: number; contents: Uint8Array };

/** Collects the rows of a file until they are a chunk, by their number or by their size. */
export class ChunkWriter {
  readonly #mostCharacters: number;
  #texts: string[] = [];
  #size = 0;
  #rows = 0;
  #characters = 0;

  constructor(fileSize: number) {
    this.#mostCharacters = mostUnpacked(fileSize);
  }

  /** Returns the chunk that this row does not belong to any more. */
  add(row: Row): Chunk | undefined {
    const text = rowText(row);
    if (text.length > readLimits.row) {
      throw new SheetFault("too_long", `Row ${row.number} is too long.`, { row: row.number });
    }
    this.#rows++;
    this.#characters += text.length;
    if (this.#rows > limits.importRows) {
      const most = limits.importRows.toLocaleString("en");
      throw new SheetFault("too_many", `The file has more than ${most} rows. Send it in parts.`);
    }
    if (this.#characters > this.#mostCharacters) {
      throw new SheetFault("too_large", "The file describes far more than it holds. Send it in parts.");
    }
    const size = text.length + row.cells.filter((cell) => cell !== null).length * cellSize;
    const isFull = this.#texts.length === rowsPerChunk || this.#size + size > chunkSize;
    const chunk = isFull ? this.rest() : undefined;
    this.#texts.push(text);
    this.#size += size;
    return chunk;
  }

  /** The rows that are in no chunk yet. */
  rest(): Chunk | undefined {
    const texts = this.#texts;
    this.#texts = [];
    this.#size = 0;
    return texts.length === 0 ? undefined : { rows: texts.length, contents: packRows(texts) };
  }
}
