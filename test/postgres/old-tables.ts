import type { Sql } from "postgres";
import { inPostgres, migrations } from "../../server/db/migrate.ts";

/** Makes the tables of an older version, without rows. */
export async function makeOldTables(outside: Sql, version: number): Promise<void> {
  await outside.unsafe("drop schema public cascade; create schema public");
  await outside.unsafe("create table schema_version (version integer not null)");
  for (const migration of migrations().filter((one) => one.version <= version)) {
    await outside.unsafe(inPostgres(migration.text));
    await outside`insert into schema_version (version) values (${migration.version})`;
  }
}
