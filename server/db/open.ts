import { dirname } from "node:path";
import { DatabaseUnavailable, type Db } from "./db.ts";
import { fileFault } from "./file-fault.ts";
import { NewerDatabase, type SayMigration } from "./migrate.ts";
import { PostgresDb } from "./postgres/postgres.ts";
import { remedyFor, setUpFault } from "./postgres/postgres-errors.ts";
import { type PostgresSettings, shownAddress } from "./postgres/postgres-settings.ts";
import { makePrivateFolder, requireWritable } from "./private-files.ts";
import { SqliteDb } from "./sqlite/sqlite.ts";
import { storageFault } from "./sqlite/sqlite-errors.ts";

/** Nodes and database may start at the same time: how long to wait for a database that is not up yet. */
const openTimeoutMs = 15_000;
const pauseMs = 300;

/** A PostgreSQL cluster, or else the SQLite file. */
export type DbSettings = { postgres: PostgresSettings | undefined; databaseFile: string };

/** A database that cannot be opened, with a message for the operator. */
export class UnusableDatabase extends Error {}

/** Opens and migrates the database of the settings. The only place that chooses an engine. */
export async function openDb({ postgres, databaseFile }: DbSettings, say?: SayMigration): Promise<Db> {
  try {
    return postgres ? await openPostgres(postgres, say) : openFile(databaseFile, say);
  } catch (error) {
    if (error instanceof NewerDatabase) throw error;
    const location = postgres ? shownAddress(postgres.url) : databaseFile;
    throw unusable(location, error);
  }
}

function openFile(file: string, say?: SayMigration): Db {
  makePrivateFolder(dirname(file));
  requireWritable(file);
  return new SqliteDb(file, say);
}

async function openPostgres(settings: PostgresSettings, say?: SayMigration): Promise<Db> {
  const started = performance.now();
  for (;;) {
    try {
      return await PostgresDb.open(settings, say);
    } catch (error) {
      const mayPass = error instanceof DatabaseUnavailable && remedyFor(error) === undefined;
      if (!mayPass || performance.now() - started > openTimeoutMs) throw error;
      await Bun.sleep(pauseMs);
    }
  }
}

/** For an error of the engine after the database was opened, too. */
export const unusable = (location: string, error: unknown): UnusableDatabase =>
  new UnusableDatabase(`The database ${location} cannot be used: ${faultOf(location, error)}`, { cause: error });

const faultOf = (location: string, error: unknown): string =>
  storageFault(error) ?? setUpFault(error) ?? pathFault(location, error) ?? (error as Error).message;

function pathFault(location: string, error: unknown): string | undefined {
  const fault = fileFault(error);
  const { path } = error as { path?: string };
  return fault && `${path === location ? "" : `${path}: `}${fault}.`;
}
