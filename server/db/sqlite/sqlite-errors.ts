import { SQLiteError } from "bun:sqlite";
import { DatabaseUnavailable, UniqueViolation } from "../db.ts";

export const damageMessage =
  "The database file is damaged. Set it aside and restore a backup with `npx catalog restore FILE`, which does both.";

const storageFaults: Record<string, string> = {
  SQLITE_FULL: "The disk is full.",
  SQLITE_READONLY: "The database cannot be written: the file or its folder is read-only.",
  SQLITE_IOERR: "The disk failed to read or write, or it is full.",
  SQLITE_CANTOPEN: "The database file cannot be opened.",
  SQLITE_CORRUPT: damageMessage,
  SQLITE_NOTADB:
    "The file is not a database. If it was one, set it aside and restore a backup with `npx catalog restore FILE`, which does both.",
  SQLITE_BUSY: "Another program holds the database.",
};

/** The message for an error of the storage, by code; `undefined` for any other error. */
export function storageFault(error: unknown): string | undefined {
  if (!(error instanceof SQLiteError) || !error.code) return undefined;
  const primary = error.code.split("_").slice(0, 2).join("_");
  return storageFaults[error.code] ?? storageFaults[primary];
}

export const isDamage = (error: unknown): boolean =>
  error instanceof SQLiteError && (error.code?.startsWith("SQLITE_CORRUPT") ?? false);

/** Also true for a file that does not begin like a database, and for an error caused by either. */
export const damageIn = (error: unknown): boolean =>
  isDamage(error) ||
  (error instanceof SQLiteError && error.code === "SQLITE_NOTADB") ||
  (error instanceof DatabaseUnavailable && damageIn(error.cause));

export const isConstraint = (error: unknown): boolean =>
  error instanceof SQLiteError && (error.code?.startsWith("SQLITE_CONSTRAINT") ?? false);

export function translated(error: unknown): unknown {
  if (!(error instanceof SQLiteError)) return error;
  if (error.code === "SQLITE_CONSTRAINT_UNIQUE") return new UniqueViolation(error.message, { cause: error });
  return storageFault(error) ? unavailable(error) : error;
}

export function unavailable(error: unknown): unknown {
  const fault = storageFault(error);
  return fault ? new DatabaseUnavailable(fault, { cause: error }) : error;
}
