import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { migrate, schemaVersion } from "../db/migrate.ts";
import { SqliteDb } from "../db/sqlite.ts";
import { damageIn, isDamage, storageFault } from "../db/sqlite-errors.ts";
import { openDatabase } from "../db/sqlite-file.ts";
import { faultsOf } from "../doctor/doctor.ts";
import { type Command, CommandError } from "./command.ts";
import { requireFile } from "./open.ts";

const patienceMs = 10_000;

/**
 * Replaces everything in the catalog by what a backup holds, in one transaction, while the service goes on: it
 * sees the old catalog or the new one. The backup itself is not touched; an older one is brought up to date on the way.
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
    mkdirSync(dirname(config.databaseFile), { recursive: true });
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
      await stage(file, staged);
      if (isSound(config.databaseFile)) replaceContents(config.databaseFile, staged);
      else {
        replaceContents(fresh, staged);
        skipNumbers(fresh);
        say(`${config.databaseFile} was damaged. It is kept as ${replaceFile(config.databaseFile, fresh)}.`);
      }
    } finally {
      removeParts();
    }
    say(`The catalog in ${config.databaseFile} is now as it was in ${file}.`);
  },
};

/** A copy of the backup that is known to be whole, and of this program's version. */
async function stage(file: string, staged: string): Promise<void> {
  copyFileSync(file, staged);
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
  await db.close();
  if (faults.length > 0) {
    throw new CommandError(
      `${file} is not sound, so nothing was changed:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
    );
  }
}

/** Every catalog has had one, since the first version. */
const hasLog = (database: Database) =>
  database.query("select 1 from sqlite_schema where type = 'table' and name = 'changes'").get() !== null;

const lastChange = (database: Database): number =>
  database.query<{ seq: number }, []>("select seq from main.sqlite_sequence where name = 'changes'").get()?.seq ?? 0;

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
  const last = lastChange(database);
  database.exec("delete from sqlite_sequence where name = 'changes'");
  database.query("insert into sqlite_sequence (name, seq) values ('changes', ?)").run(last + skipped);
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

function replaceContents(target: string, staged: string): void {
  const db = openDatabase(target);
  try {
    db.exec(`pragma busy_timeout = ${patienceMs}`);
    migrate(db, target);
    db.exec("pragma foreign_keys = off");
    db.query("attach ? as backup").run(staged);
    db.exec("begin immediate");
    const tables = db
      .query<{ name: string }, []>(
        "select name from main.sqlite_schema where type = 'table' and name <> 'sqlite_stat1'",
      )
      .all();
    const last = lastChange(db);
    for (const { name } of tables) {
      db.exec(`delete from main."${name}"`);
      // Else what one statement overwrites is kept in memory, to take back that one: as much as the whole catalog.
      db.exec(`insert or rollback into main."${name}" select * from backup."${name}"`);
    }
    // Numbers of changes are versions that clients hold: one that was given out before the restore never comes again.
    db.query("update main.sqlite_sequence set seq = max(seq, ?) where name = 'changes'").run(last);
    db.exec("commit");
  } finally {
    db.close();
  }
}
