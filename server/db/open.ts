import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../config.ts";
import { DatabaseUnavailable, type Db } from "./db.ts";
import { PostgresDb } from "./postgres.ts";
import { SqliteDb } from "./sqlite.ts";

/** Nodes and database may be started together: a database that is not there yet is waited for this long. */
const patienceMs = 15_000;
const pauseMs = 300;

/** The database that the settings name, brought up to date. The one place where an engine is chosen. */
export async function openDb(config: Pick<Config, "postgres" | "databaseFile">): Promise<Db> {
  if (!config.postgres) {
    mkdirSync(dirname(config.databaseFile), { recursive: true });
    return new SqliteDb(config.databaseFile);
  }
  const started = performance.now();
  for (;;) {
    try {
      return await PostgresDb.open(config.postgres);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() - started > patienceMs) throw error;
      await Bun.sleep(pauseMs);
    }
  }
}
