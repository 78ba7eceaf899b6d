import { SQLiteError } from "bun:sqlite";
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseUnavailable } from "../db.ts";

const codes = ["SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR"];
/** A change of one field fits on a disk that is too full for an item. */
const enoughBytes = 128 * 1024;

/** Remembers that writes fail, until one succeeds. */
export class SqliteWritable {
  readonly #folder: string;
  #fault: DatabaseUnavailable | undefined;

  constructor(file: string) {
    this.#folder = dirname(file);
  }

  failed(error: unknown): void {
    if (!(error instanceof DatabaseUnavailable) || !(error.cause instanceof SQLiteError)) return;
    const { code } = error.cause;
    if (codes.some((known) => code?.startsWith(known))) this.#fault = error;
  }

  succeeded(): void {
    this.#fault = undefined;
  }

  /** Throws if writes failed and would fail again. `tryToWrite` writes a little. */
  async check(tryToWrite: () => Promise<void>): Promise<void> {
    if (this.#fault === undefined) return;
    if (bytesFreeIn(this.#folder) < enoughBytes) throw this.#fault;
    await tryToWrite();
  }
}

function bytesFreeIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
