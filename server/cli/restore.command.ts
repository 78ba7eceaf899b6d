import { Database } from "bun:sqlite";
import { existsSync, linkSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { migrate, schemaVersion } from "../db/migrate.ts";
import { copyPrivately, makePrivateFolder } from "../db/private-files.ts";
import { SqliteDb } from "../db/sqlite/sqlite.ts";
import { damageIn, isDamage, storageFault } from "../db/sqlite/sqlite-errors.ts";
import { openDatabase } from "../db/sqlite/sqlite-file.ts";
import { faultsOf } from "../doctor/doctor.ts";
import { sealingAtStart, UnusableKey } from "../sealing/sealing-at-start.ts";
import { type Command, CommandError } from "./command.ts";
import { requireFile } from "./open-catalog.ts";
import { type Left, type LogEnds, leftByRestore, logEndsOf, settleAccess } from "./restore-access.command.ts";

const patienceMs = 10_000;

/**
 * Replaces the catalog by what a backup holds, in one transaction, while the service goes on: it sees the old catalog or
 * the new one. Who may come in stays as it is, so that nothing revoked comes back to life. The backup itself is not
 * touched; an older one is brought up to date on the way.
 */
export const restore: Command = {
  name: "restore",
  usage: [{ form: "restore FILE", help: "put the catalog back as it is in FILE, while the service runs" }],
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
    // Of a restore that was killed: a log that is left would be taken for that of the new copy.
    removeParts();
    try {
      const ends = await stage(file, staged);
      const sound = isSound(config.databaseFile);
      const target = sound ? config.databaseFile : fresh;
      const words = replaceContents(target, staged, (db, left) => settleAccess(db, left, ends, file));
      if (!sound) {
        skipNumbers(fresh);
        say(`${config.databaseFile} was damaged. It is kept as ${replaceFile(config.databaseFile, fresh)}.`);
      }
      say(`The catalog in ${config.databaseFile} is now as it was in ${file}.`);
      for (const line of words) say(line);
      await sealRestored(config, say);
    } finally {
      removeParts();
    }
  },
};

/** A copy of the backup that is known to be whole, and of this program's version. */
async function stage(file: string, staged: string): Promise<LogEnds> {
  copyPrivately(file, staged);
  try {
    const database = new Database(staged, { readwrite: true });
    if (schemaVersion(database) === 0 || !hasLog(database)) {
      throw new CommandError(`${file} is not a backup of a catalog.`);
    }
    migrate(database, file);
    database.close();
  } catch (error) {
    if (isDamage(error)) throw new CommandError(`${file} cannot be restored: it is damaged, or not whole.`);
    const fault = storageFault(error);
    if (fault !== undefined) throw new CommandError(`${file} cannot be restored: ${fault}`);
    throw error;
  }
  const db = new SqliteDb(staged);
  const damage = await db.integrityFaults();
  const faults = damage.length > 0 ? damage : await db.read(faultsOf);
  const ends = faults.length > 0 ? [] : await logEndsOf(db);
  await db.close();
  if (faults.length > 0) {
    throw new CommandError(
      `${file} is not sound, so nothing was changed:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
    );
  }
  return ends;
}

/** Every catalog has had one, since the first version. */
const hasLog = (database: Database) =>
  database.query("select 1 from sqlite_schema where type = 'table' and name = 'changes'").get() !== null;

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

/** More than anybody writes between two backups. */
const skipped = 1_000_000_000;

/** Which numbers of changes the damaged catalog has given out nobody can tell: those that come next are far beyond. */
function skipNumbers(file: string): void {
  const database = openDatabase(file);
  const given = sequencesOf(database, "main").find(({ name }) => name === "changes");
  goOnAfter(database, [...sequencesOf(database, "main"), { name: "changes", seq: (given?.seq ?? 0) + skipped }]);
  database.close();
}

/**
 * Puts `fresh` in the place of a damaged file, and gives the name under which that is kept. A service that has it open
 * notices and goes on with the new one. There is a file under the name at any time, else a service that starts would make
 * an empty one; and the log of the old one goes first, as it would be taken for that of the new.
 */
function replaceFile(file: string, fresh: string): string {
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(":", "-")}`;
  linkSync(file, aside);
  for (const suffix of ["-wal", "-shm"]) if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  renameSync(fresh, file);
  return aside;
}

/** Replaces all but what `leftByRestore` names; `settle` ends the transaction's work. */
function replaceContents<T>(target: string, staged: string, settle: (db: Database, left: Left) => T): T {
  const db = openDatabase(target);
  try {
    db.exec(`pragma busy_timeout = ${patienceMs}`);
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
      // Else what one statement overwrites is kept in memory, to take back that one: as much as the whole catalog.
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
 * Numbers that were given out before the restore never come again: those of changes are versions that clients hold, and
 * by its number a grant knows its project.
 */
function goOnAfter(db: Database, sequences: readonly Sequence[]): void {
  db.exec("delete from main.sqlite_sequence");
  const last = new Map<string, number>();
  for (const { name, seq } of sequences) last.set(name, Math.max(seq ?? 0, last.get(name) ?? 0));
  const set = db.query("insert into main.sqlite_sequence (name, seq) values (?, ?)");
  for (const [name, seq] of last) set.run(name, seq);
}

/** A backup may hold secrets in clear, or sealed with a key that is not here. */
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
