import { SQLiteError } from "bun:sqlite";
import { rmSync, writeFileSync } from "node:fs";
import { DatabaseUnavailable } from "../db.ts";

const codes = ["SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR"];
/** A change of one field fits on a disk that is too full for an item. */
const enoughBytes = 128 * 1024;
const noSpace = new Set(["ENOSPC", "EDQUOT"]);

/** Remembers that writes fail, until `check` finds that they would not. */
export class SqliteWritable {
  readonly #scratch: string;
  #fault: DatabaseUnavailable | undefined;

  constructor(file: string) {
    this.#scratch = `${file}.space`;
    // A process that was killed may have left it.
    this.#removeScratch();
  }

  failed(error: unknown): void {
    if (!(error instanceof DatabaseUnavailable) || !(error.cause instanceof SQLiteError)) return;
    const { code } = error.cause;
    if (codes.some((known) => code?.startsWith(known))) this.#fault = error;
  }

  /** Throws if writes failed and would fail again. `tryToWrite` writes a little. */
  async check(tryToWrite: () => Promise<void>): Promise<void> {
    if (this.#fault === undefined) return;
    if (!this.#hasSpace()) throw this.#fault;
    await tryToWrite();
    this.#fault = undefined;
  }

  /** Writes a file: how much is free says nothing of quotas, nor of blocks that only root may use. */
  #hasSpace(): boolean {
    try {
      writeFileSync(this.#scratch, crypto.getRandomValues(new Uint8Array(enoughBytes)));
      return true;
    } catch (error) {
      return !noSpace.has((error as { code?: string }).code ?? "");
    } finally {
      this.#removeScratch();
    }
  }

  #removeScratch(): void {
    try {
      rmSync(this.#scratch, { force: true });
    } catch {
      // A disk that has become read-only refuses this even if there is no such file.
    }
  }
}
