import { Database } from "bun:sqlite";
import { migrate, schemaVersion } from "../db/migrate.ts";
import { copyPrivately } from "../db/private-files.ts";
import { SqliteDb } from "../db/sqlite/sqlite.ts";
import { damageIn, isDamage, storageFault } from "../db/sqlite/sqlite-errors.ts";
import { faultsOf } from "../doctor/doctor.ts";
import { CommandError } from "./command.ts";
import { type LogEnds, logEndsOf } from "./restore-access.command.ts";

/** Makes a copy of the backup that is checked and migrated to this version. */
export async function stageBackup(file: string, staged: string): Promise<LogEnds> {
  copyPrivately(file, staged);
  try {
    const database = new Database(staged, { readwrite: true });
    if (schemaVersion(database) === 0 || !hasLog(database)) {
      throw new CommandError(`${file} is not a backup of a catalog.`);
    }
    migrate(database, file);
    database.close();
  } catch (error) {
    if (isDamage(error)) throw new CommandError(`${file} cannot be restored: it is damaged or incomplete.`);
    if (damageIn(error)) throw new CommandError(`${file} cannot be restored: it is not a database.`);
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
      `${file} is damaged or inconsistent, so nothing was changed:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
    );
  }
  return ends;
}

/** Every catalog has this table, since the first version. */
const hasLog = (database: Database) =>
  database.query("select 1 from sqlite_schema where type = 'table' and name = 'changes'").get() !== null;
