import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres, { type Sql } from "postgres";
import { migrations } from "../../server/db/migrate.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { sql } from "../../server/db/sql.ts";
import { undoByKey } from "../../server/history/undos.sql.ts";
import { importsOfProject } from "../../server/imports/imports.sql.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";
import { untilSomeoneWaits } from "./lock-waits.ts";
import { makeOldTables } from "./old-tables.ts";

const versions = migrations().map(({ version }) => version);
const newest = versions.at(-1) ?? 0;

let database: FreshDatabase;
let outside: Sql;
beforeAll(async () => {
  database = await freshDatabase();
  outside = postgres(database.url, { max: 3, onnotice: () => {} });
});
afterAll(async () => {
  await outside.end();
  await database.drop();
});

/** A transaction that holds what `text` locks, until `release` is called. */
async function hold(text: string) {
  const held = Promise.withResolvers<number>();
  const released = Promise.withResolvers<void>();
  const holding = outside.begin(async (tx) => {
    const [row] = await tx.unsafe("select pg_backend_pid() as process");
    await tx.unsafe(text);
    held.resolve(row?.process);
    await released.promise;
  });
  return {
    process: await held.promise,
    async release() {
      released.resolve();
      await holding;
    },
  };
}

test("a migration beside a busy transaction holds nobody up, says what it waits for, and goes on", async () => {
  // The next migration changes two tables.
  await makeOldTables(outside, 18);
  // Whoever uses both tables, as an import does: the migration can lock the first one only.
  const user = await hold("select count(*) from imports; select count(*) from import_chunks");
  const said: string[] = [];
  const opening = PostgresDb.open(settingsFor(database.url), (words) => said.push(words));
  await until(() => said.length > 1, "it has tried two times");
  // A request of a node behind the waiting migration, and one that needs what the migration has locked already.
  await outside.unsafe("select count(*) from import_chunks");
  await outside.unsafe(
    "insert into import_mappings (project_key, name, columns, changed_at) select 1, 'a', '', 0 where false",
  );
  for (const words of said) {
    expect(words).toContain(`the tables have version 18 and need ${newest}, but they are in use`);
    expect(words).toContain(`the oldest by process ${user.process}`);
  }
  await user.release();
  await (await opening).close();
  const later = versions.filter((version) => version > 18);
  expect(said.slice(-later.length)).toEqual(later.map((version) => `migrated the tables to version ${version}`));
});

test("a migration whose connection is ended says so, and tries again", async () => {
  await makeOldTables(outside, 18);
  const user = await hold("select count(*) from imports; select count(*) from import_chunks");
  const said: string[] = [];
  const opening = PostgresDb.open(settingsFor(database.url), (words) => said.push(words));
  opening.catch(() => user.release());
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'catalog' and wait_event_type = 'Lock'`;
  await until(async () => (await outside.unsafe(end)).length > 0, "its connection is ended while it waits");
  await until(() => said.some((words) => words.includes("but the connection ended")), "it says so");
  await user.release();
  await (await opening).close();
  expect(said.at(-1)).toBe(`migrated the tables to version ${newest}`);
});

test("limits of the server on sessions and transactions that requests may have do not end a migration", async () => {
  await makeOldTables(outside, versions.at(-2) ?? 0);
  await outside.unsafe(`create function delay() returns trigger language plpgsql as $$ begin
      perform pg_sleep(1); return new; end $$;
    create trigger delay before insert on schema_version execute function delay()`);
  const [row] = await outside.unsafe("select current_database() as name");
  const limits = await outside.unsafe(
    "select name from pg_settings where name in ('transaction_timeout', 'idle_session_timeout')",
  );
  for (const { name } of limits) await outside.unsafe(`alter database ${row?.name} set ${name} = '300ms'`);
  const user = await hold("lock table schema_version in share mode");
  const said: string[] = [];
  const opening = PostgresDb.open(settingsFor(database.url), (words) => said.push(words));
  opening.catch(() => user.release());
  await until(() => said.length > 2, "it has waited");
  await user.release();
  await (await opening).close();
  for (const { name } of limits) await outside.unsafe(`alter database ${row?.name} reset ${name}`);
  // The migration itself takes a second. On a busy machine the session may be idle for too long between two tries, and is
  // opened again.
  expect(said.at(-1)).toBe(`migrated the tables to version ${newest}`);
});

test("a migration ends a vacuum by the server that is in its way", async () => {
  const server = await PostgresServer.create({ fsync: "off", autovacuum_naptime: "1s" });
  await server.start();
  const boss = postgres(server.url(), { max: 1, onnotice: () => {} });
  await boss.unsafe("create role owner login password 'owner'");
  await makeOldTables(boss, 18);
  await boss.unsafe(`alter table import_chunks drop constraint import_chunks_import_key_fkey;
    alter table import_chunks set (autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1,
      autovacuum_vacuum_threshold = 10, autovacuum_vacuum_scale_factor = 0);
    insert into import_chunks select 1, n, 1, '', null, 0, 0 from generate_series(1, 50000) n;
    delete from import_chunks`);
  const owned = await boss.unsafe("select tablename as name from pg_tables where schemaname = 'public'");
  for (const { name } of owned) await boss.unsafe(`alter table ${name} owner to owner`);
  await boss.unsafe("alter schema public owner to owner");
  const vacuum = "select 1 from pg_stat_progress_vacuum where relid = 'import_chunks'::regclass";
  await until(async () => (await boss.unsafe(vacuum)).length > 0, "the server vacuums a table");
  const url = server.url().replace(server.credentials, "owner:owner");
  const said: string[] = [];
  await (await PostgresDb.open(settingsFor(url), (words) => said.push(words))).close();
  expect(said[0]).toContain("(autovacuum)");
  await boss.end();
  await server.remove();
});

test("a read that is the victim of a deadlock with a migration runs again", async () => {
  await makeOldTables(outside, 0);
  const db = await PostgresDb.open(settingsFor(database.url));
  let times = 0;
  const hasRead = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const reading = db.read(async (reader) => {
    times++;
    await reader.get(sql`select count(*) as n from projects`);
    hasRead.resolve();
    await isLocked.promise;
    return reader.get<{ n: number }>(sql`select count(*) as n from items`);
  });
  await hasRead.promise;
  await outside.begin(async (tx) => {
    // Never the victim.
    await tx.unsafe("set local deadlock_timeout = '1h'; lock table items in access exclusive mode");
    const locking = tx.unsafe("lock table projects in access exclusive mode");
    locking.catch(() => {});
    await untilSomeoneWaits(database.url, locking);
    isLocked.resolve();
    await locking;
  });
  expect(await reading).toEqual({ n: 0 });
  expect(times).toBeGreaterThan(1);
  await db.close();
});

test("a migration may take longer than a statement of a request", async () => {
  await makeOldTables(outside, versions.at(-2) ?? 0);
  await outside.unsafe(`create function delay() returns trigger language plpgsql as $$ begin
      perform pg_sleep(4); return new; end $$;
    create trigger delay before insert on schema_version execute function delay()`);
  await (await PostgresDb.open(settingsFor(database.url, { statementTimeoutMs: 100 }))).close();
  const [row] = await outside.unsafe("select max(version) as version from schema_version");
  expect(row?.version).toBe(newest);
});

test("statements that a node has prepared work on tables with new columns", async () => {
  await makeOldTables(outside, 0);
  const db = await PostgresDb.open(settingsFor(database.url, { pool: 1 }));
  // In a transaction: elsewhere the driver prepares a statement again.
  const everyRow = async () => [
    await db.read((reader) => importsOfProject(reader, 1, 1)),
    await db.read((reader) => undoByKey(reader, 1)),
  ];
  expect(await everyRow()).toEqual([[], undefined]);
  for (const table of ["imports", "undos"]) await outside.unsafe(`alter table ${table} add column later integer`);
  expect(await everyRow()).toEqual([[], undefined]);
  await db.close();
});
