import { existsSync } from "node:fs";
import type { Config } from "../config.ts";
import { SqliteDb } from "../db/sqlite.ts";
import { CommandError } from "./command.ts";

/** The catalog that the settings name. A command never makes a new one by mistake. */
export function openCatalog(config: Config): SqliteDb {
  requireCatalog(config);
  return new SqliteDb(config.databaseFile);
}

export function requireCatalog({ databaseFile }: Config): void {
  if (existsSync(databaseFile)) return;
  throw new CommandError(
    `There is no catalog at ${databaseFile}. Start the service once to make it, or set DATA_DIR to where it is.`,
  );
}
