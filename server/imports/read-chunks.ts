import type { ImportOptions } from "../../contract/imports.ts";
import type { ItemColumn } from "../columns/sheet-columns.ts";
import type { Db } from "../db/db.ts";
import { type ChunkResult, emptyResult, unpackMatches, unpackResult, unpackRows } from "./chunks.ts";
import { type ChunkRow, chunkAt, type ImportRow, rowsBefore } from "./imports.sql.ts";
import { type MatchedRow, matchedRow, type ReadRow, readRow } from "./read-row.ts";

/** The rows of a chunk, what became of the first of them, and what a dry run has said. */
export type ReadChunk = { rows: MatchedRow[]; result: ChunkResult; checked: ChunkResult | undefined };

/** Reads the chunks of an import. */
export class ChunkReader {
  readonly #db: Db;
  readonly #row: ImportRow;
  readonly #columns: readonly (ItemColumn | undefined)[];
  readonly #options: ImportOptions;

  constructor(db: Db, row: ImportRow, columns: readonly (ItemColumn | undefined)[], options: ImportOptions) {
    this.#db = db;
    this.#row = row;
    this.#columns = columns;
    this.#options = options;
  }

  async unmatched(number: number): Promise<ReadRow[]> {
    const rows = await unpackRows((await this.#stored(number)).contents);
    return rows.map((row) => readRow(row, this.#columns, this.#options));
  }

  /** A chunk of which nothing is written. */
  async matched(number: number): Promise<ReadChunk> {
    const { contents, matches: packed, result } = await this.#stored(number);
    const matches = packed === null ? [] : await unpackMatches(packed);
    const rows = await unpackRows(contents);
    return {
      rows: rows.map((row, at) => matchedRow(row, matches[at] ?? null, this.#columns, this.#options)),
      result: emptyResult,
      checked: result === null ? undefined : await unpackResult(result),
    };
  }

  /** The chunk at the position: if the import was interrupted, its first rows may be written. */
  async begun(number: number): Promise<ReadChunk> {
    const chunk = await this.matched(number);
    const { key, done } = this.#row;
    const before = await this.#db.read((reader) => rowsBefore(reader, key, number));
    const result = chunk.checked;
    return done > before && result ? { ...chunk, result, checked: result.checked } : chunk;
  }

  async #stored(number: number): Promise<ChunkRow> {
    const chunk = await this.#db.read((reader) => chunkAt(reader, this.#row.key, number));
    if (!chunk) throw new Error(`The chunk ${number} of the import ${this.#row.id} is missing`);
    return chunk;
  }
}
