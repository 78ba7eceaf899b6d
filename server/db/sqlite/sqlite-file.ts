import { Database, SQLiteError } from "bun:sqlite";
import { makePrivateFile } from "../private-files.ts";

/** Another process may hold the file for a moment: how long to wait for it, and how long between two tries. */
export const busyPatienceMs = 10_000;
export const busyPauseMs = 20;

/** Every connection to a catalog file, the command line's too, is opened here. */
export function openDatabase(file: string): Database {
  makeFile(file);
  const database = new Database(file, { create: true, strict: true });
  database.exec("pragma busy_timeout = 0");
  patiently(() => {
    // Two kilobyte pages: a PATCH rewrites one page, and half the page is half the bytes to log and sync (+12 % PATCHes on a prototype).
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

/** The files that SQLite puts beside it have the rights of this one. */
function makeFile(file: string): void {
  try {
    makePrivateFile(file);
  } catch {
    // SQLite cannot open it either, and has the words for it.
  }
}

/** Tries again while another process holds the file. Nothing else runs meanwhile: for what comes before serving. */
export function patiently<T>(work: () => T): T {
  const started = Date.now();
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || Date.now() - started > busyPatienceMs) throw error;
      Bun.sleepSync(busyPauseMs);
    }
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code?.startsWith("SQLITE_BUSY") ?? false);
}
