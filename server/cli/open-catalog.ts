import { existsSync } from "node:fs";
import type { Config } from "../config/config.ts";
import type { Db } from "../db/db.ts";
import { type DbSettings, openDb } from "../db/open.ts";
import { CommandError } from "./command.ts";

/** Opens the catalog that the settings name. It must exist, so that a command does not create a file by mistake. */
export async function openCatalog(config: Config): Promise<Db> {
  if (!config.postgres) requireCatalog(config);
  return openDb(unhurried(config), (words) => process.stderr.write(`${words}\n`));
}

/** A command may read every row, so it has a longer time limit than a request. */
export function unhurried({ postgres, databaseFile }: DbSettings): DbSettings {
  return { databaseFile, postgres: postgres && { ...postgres, replicaUrls: [], statementTimeoutMs: 3_600_000 } };
}

/** For commands that work on the database file itself. */
export function requireFile({ postgres }: Config, instead: string): void {
  if (postgres) throw new CommandError(`DATABASE_URL names a PostgreSQL database. ${instead}`);
}

export function requireCatalog({ databaseFile }: Config): void {
  if (existsSync(databaseFile)) return;
  throw new CommandError(
    `There is no catalog at ${databaseFile}. Start the service once to create it, or set DATA_DIR to its folder.`,
  );
}
