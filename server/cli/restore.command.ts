import type { Database } from "bun:sqlite";
import { existsSync, linkSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { migrate } from "../db/migrate.ts";
import { makePrivateFolder } from "../db/private-files.ts";
import { SqliteDb } from "../db/sqlite/sqlite.ts";
import { damageIn } from "../db/sqlite/sqlite-errors.ts";
import { openDatabase } from "../db/sqlite/sqlite-file.ts";
import { sealingAtStart, UnusableKey } from "../sealing/sealing-at-start.ts";
import { type Command, CommandError } from "./command.ts";
import { requireFile } from "./open-catalog.ts";
import { type Left, leftByRestore, settleAccess } from "./restore-access.command.ts";
import { stageBackup } from "./staged-backup.ts";

const busyTimeoutMs = 10_000;

/**
 * Replaces the catalog with that of a backup, in one transaction, while the service runs: it sees the old catalog or
 * the new one. People and keys are not changed, so that nothing that was revoked works again. The backup itself is not
 * changed either; a copy of it is migrated if it is older.
 */
export const restore: Command = {
  name: "restore",
  usage: [{ form: "restore FILE", help: "restore the catalog from the backup FILE" }],
  async run({ args, config, say }) {
    const [given, ...rest] = args;
    if (given === undefined || rest.length > 0) throw new CommandError("Usage: npx catalog restore FILE");
    const file = resolve(given);
    requireFile(config, "Restore it with pg_restore: see docs/operations.md.");
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CommandError(`There is no file ${file}.`);
    makePrivateFolder(dirname(config.databaseFile));
    const staged = `${config.databaseFile}.restoring`;
    const fresh = `${config.databaseFile}.restored`;
    const removeParts = () => {
      for (const suffix of ["", "-wal", "-shm"]) {
        rmSync(staged + suffix, { force: true });
        rmSync(fresh + suffix, { force: true });
      }
    };
    // Left by a restore that was killed: SQLite would take a leftover log for that of the new copy.
    removeParts();
    try {
      const ends = await stageBackup(file, staged);
      const sound = isSound(config.databaseFile);
      const target = sound ? config.databaseFile : fresh;
      const words = replaceContents(target, staged, (db, left) => settleAccess(db, left, ends, file));
      if (!sound) {
        skipNumbers(fresh);
        say(`${config.databaseFile} was damaged. It is now ${replaceFile(config.databaseFile, fresh)}.`);
      }
      say(`The catalog in ${config.databaseFile} is now as it was in ${file}.`);
      for (const line of words) say(line);
      await sealRestored(config, say);
    } finally {
      removeParts();
    }
  },
};

type Sequence = { name: string; seq: number };

const sequencesOf = (database: Database, schema: "main" | "backup"): Sequence[] =>
  database.query<Sequence, []>(`select name, seq from ${schema}.sqlite_sequence`).all();

function isSound(file: string): boolean {
  if (!existsSync(file)) return true;
  try {
    const database = openDatabase(file);
    try {
      const found = database.query<{ quick_check: string }, []>("pragma quick_check(1)").get();
      return found?.quick_check === "ok";
    } finally {
      database.close();
    }
  } catch (error) {
    if (damageIn(error)) return false;
    throw error;
  }
}

/** More changes than anybody makes between two backups. */
const skipped = 1_000_000_000;

/** Nobody can tell which numbers of changes the damaged catalog has used, so the next ones are far higher. */
function skipNumbers(file: string): void {
  const database = openDatabase(file);
  const given = sequencesOf(database, "main").find(({ name }) => name === "changes");
  goOnAfter(database, [...sequencesOf(database, "main"), { name: "changes", seq: (given?.seq ?? 0) + skipped }]);
  database.close();
}

/**
 * Replaces a damaged file with `fresh`, and returns the new name of the damaged one. A service that has it open notices
 * and opens the new file. The name exists at all times, because a service that starts would otherwise create an empty
 * file. The log of the old file is moved first, because SQLite would take it for that of the new one.
 */
function replaceFile(file: string, fresh: string): string {
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(":", "-")}`;
  linkSync(file, aside);
  for (const suffix of ["-wal", "-shm"]) if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  renameSync(fresh, file);
  return aside;
}

/** Replaces everything except what `leftByRestore` names, and calls `settle` at the end of the transaction. */
function replaceContents<T>(target: string, staged: string, settle: (db: Database, left: Left) => T): T {
  const db = openDatabase(target);
  try {
    db.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
    migrate(db, target);
    db.exec("pragma foreign_keys = off");
    db.query("attach ? as backup").run(staged);
    db.exec("begin immediate");
    const tables = db
      .query<{ name: string }, []>(
        "select name from main.sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
      )
      .all();
    const sequences = [...sequencesOf(db, "main"), ...sequencesOf(db, "backup")];
    const left = leftByRestore(db);
    for (const { name } of tables) {
      if (left.tables.has(name)) continue;
      db.exec(`delete from main."${name}"`);
      // A plain insert would keep what it overwrites in memory, to roll back this one statement: the whole catalog.
      db.exec(`insert or rollback into main."${name}" select * from backup."${name}"`);
    }
    goOnAfter(db, sequences);
    const settled = settle(db, left);
    db.exec("commit");
    return settled;
  } finally {
    db.close();
  }
}

/**
 * Numbers from before the restore are never used again: those of changes are versions that clients hold, and a grant
 * names its project by its number.
 */
function goOnAfter(db: Database, sequences: readonly Sequence[]): void {
  db.exec("delete from main.sqlite_sequence");
  const last = new Map<string, number>();
  for (const { name, seq } of sequences) last.set(name, Math.max(seq ?? 0, last.get(name) ?? 0));
  const set = db.query("insert into main.sqlite_sequence (name, seq) values (?, ?)");
  for (const [name, seq] of last) set.run(name, seq);
}

/** A backup may hold secrets that are not encrypted, or that need a key that is missing here. */
async function sealRestored({ databaseFile, sealing }: Config, say: (words: string) => void): Promise<void> {
  const db = new SqliteDb(databaseFile);
  try {
    await sealingAtStart(sealing, db);
  } catch (error) {
    if (!(error instanceof UnusableKey)) throw error;
    say(error.message);
  } finally {
    await db.close();
  }
}
