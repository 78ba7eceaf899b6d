import { Database, SQLiteError } from "bun:sqlite";
import { makePrivateFile } from "../private-files.ts";

/** Another process may lock the file for a moment: how long to wait for it, and how long between two attempts. */
export const busyTimeoutMs = 10_000;
export const busyPauseMs = 20;

/** Opens every connection to a catalog file, those of the command line too. */
export function openDatabase(file: string): Database {
  makeFile(file);
  const database = new Database(file, { create: true, strict: true });
  database.exec("pragma busy_timeout = 0");
  retryWhileBusy(() => {
    // A PATCH rewrites one page. Half the default size is half the bytes to log and sync: +12 % PATCHes on a prototype.
    database.exec("pragma page_size = 2048");
    database.exec("pragma journal_mode = wal");
  });
  database.exec(`
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma cache_size = -16384;
    pragma wal_autocheckpoint = 4000;
    pragma temp_store = memory;
  `);
  return database;
}

/** A further connection to an open file, for reads while the first one has a transaction. */
export function openForReading(file: string): Database {
  const database = new Database(file, { readonly: true, strict: true });
  database.exec("pragma busy_timeout = 0; pragma cache_size = -16384; pragma temp_store = memory");
  return database;
}

/** The files that SQLite creates beside it get the same permissions. */
function makeFile(file: string): void {
  try {
    makePrivateFile(file);
  } catch {
    // SQLite cannot open it either, and reports the reason.
  }
}

/** Tries again while another process locks the file. Blocks the thread, so it is for work before serving. */
export function retryWhileBusy<T>(work: () => T): T {
  const started = Date.now();
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || Date.now() - started > busyTimeoutMs) throw error;
      Bun.sleepSync(busyPauseMs);
    }
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code?.startsWith("SQLITE_BUSY") ?? false);
}
