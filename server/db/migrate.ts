import type { Database } from "bun:sqlite";
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("./migrations/", import.meta.url);

export type Migration = { version: number; name: string; text: string };

/** All migrations, in order. A file once released is never edited: a database that ran it would not notice. */
export function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(5, -4),
      text: readFileSync(new URL(file, folder), "utf8"),
    }));
}

/** The words of a migration that each engine has its own for. */
const sqliteWords: Record<string, string> = {
  "{{key}}": "integer primary key",
  "{{identity}}": "integer primary key autoincrement",
  "{{transaction}}": "0",
};

const inSqlite = (text: string) =>
  text.replace(/^\s*--.*$/gm, "").replace(/\{\{\w+\}\}/g, (word) => sqliteWords[word] ?? word);

/** Brings the database to `target`, by default the newest version this program knows, in one transaction. */
export function migrate(database: Database, file: string, target = migrations().at(-1)?.version ?? 0): void {
  // The lock first: of two programs that start together, the second finds the work done.
  database.exec("begin immediate");
  try {
    const current = schemaVersion(database);
    const newest = migrations().at(-1)?.version ?? 0;
    if (current > newest) throw new NewerDatabase(file, current, newest);
    for (const migration of migrations()) {
      if (migration.version <= current || migration.version > target) continue;
      database.exec(inSqlite(migration.text));
      database.exec(`pragma user_version = ${migration.version}`);
    }
    database.exec("commit");
  } catch (error) {
    if (database.inTransaction) database.exec("rollback");
    throw error;
  }
}

export function schemaVersion(database: Database): number {
  return database.query<{ user_version: number }, []>("pragma user_version").get()?.user_version ?? 0;
}

/** A program that does not know what a newer one wrote must not touch it. */
export class NewerDatabase extends Error {
  constructor(file: string, found: number, known: number) {
    super(
      `The database ${file} was written by a newer version of this program (schema ${found}; this one knows ${known}). ` +
        "Start the newer version, or restore a backup that this one made.",
    );
  }
}
