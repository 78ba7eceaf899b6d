import { inPostgres, migrations, NewerDatabase } from "../migrate.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import { leftBehind, rememberTimeline, type ServerState, serverState } from "./postgres-timeline.ts";

/** Any number, as long as all nodes use the same. */
const lockNumber = 7_012_026;

/**
 * Migrates the database to the newest version that this program knows, in one transaction. If several nodes start
 * together, the first one holds a lock and migrates. The others wait and find the work done.
 */
export async function migratePostgres(pool: PostgresPool, location: string): Promise<void> {
  const connection = await pool.lease();
  try {
    connection.begin("begin; set local statement_timeout = 0; set local lock_timeout = 0");
    await connection.send(`select pg_advisory_xact_lock(${lockNumber})`, []);
    await bringUpToDate(connection, location);
    await connection.send("commit", []);
  } catch (error) {
    if (!connection.broken) await connection.send("rollback", []).catch(() => {});
    // The first error has the reason, such as a certificate or a password. Later ones only say that the connection
    // broke.
    throw connection.failure ?? error;
  } finally {
    pool.release(connection);
  }
}

async function bringUpToDate(connection: PostgresConnection, location: string): Promise<void> {
  await connection.script(engineTables);
  await refuseLeftBehind(connection);
  const [row] = await connection.send("select coalesce(max(version), 0) as version from schema_version", []);
  const current: number = row?.version ?? 0;
  const newest = migrations().at(-1)?.version ?? 0;
  await refuseSilent(connection);
  if (current > newest) throw new NewerDatabase(location, current, newest);
  if (current === 0) {
    await refuseUnfit(connection);
    await connection.script(touches);
  }
  for (const migration of migrations()) {
    if (migration.version <= current) continue;
    await connection.script(inPostgres(migration.text));
    await connection.send("insert into schema_version (version) values ($1)", [migration.version]);
  }
  if (await isFromAnotherCluster(connection)) {
    await renumber(connection);
    await endSessions(connection);
  }
}

/** Tables of this engine besides those of the migrations. `timelines`: the latest known timeline of each cluster. */
const engineTables = `
  create table if not exists schema_version (version integer not null);
  create table if not exists timelines (system text primary key, timeline text not null)`;

/** A node that saw a newer primary has noted its timeline in this server. */
async function refuseLeftBehind(connection: PostgresConnection): Promise<void> {
  const [row] = await connection.send(
    `select here.system, here.timeline, timelines.timeline as known
      from (${serverState}) as here left join timelines on timelines.system = here.system`,
    [],
  );
  const { system, timeline, known } = row as unknown as ServerState & { known: string | null };
  if (timeline === null || timeline === known) return;
  if (known !== null && timeline < known) throw leftBehind(timeline, known);
  await connection.send(rememberTimeline, [system, timeline]);
}

const oldestServer = 15;

/** With another encoding than UTF-8, some texts could not be saved, and users would be the first to notice. */
async function refuseUnfit(connection: PostgresConnection): Promise<void> {
  const [row] = await connection.send(
    "select current_setting('server_version_num')::integer / 10000 as version, current_setting('server_encoding') as encoding",
    [],
  );
  const { version = oldestServer, encoding } = row ?? {};
  if (version < oldestServer) {
    throw new Error(`It is PostgreSQL ${version}. The service needs ${oldestServer} or newer.`);
  }
  if (encoding !== "UTF8") {
    throw new Error(`Its encoding is ${encoding}. Create it again with encoding 'UTF8' template template0.`);
  }
}

/** Only a warning reports that a standby did not confirm a commit, so warnings must not be switched off. */
async function refuseSilent(connection: PostgresConnection): Promise<void> {
  const [row] = await connection.send("select current_setting('client_min_messages') as level", []);
  const { level = "" } = row ?? {};
  if (!["error", "fatal", "panic"].includes(level)) return;
  throw new Error(`client_min_messages is ${level}, which hides warnings about unsafe commits. Set it to warning.`);
}

/** A table of this engine: see PostgresVersions. */
const touches = `
  create table touches (
    transaction_id bigint not null default (pg_current_xact_id()::text::bigint),
    at timestamptz not null default clock_timestamp(),
    scopes text not null
  );
  create index touches_in_order on touches (transaction_id);
  create index touches_by_age on touches using brin (at)`;

/** A dump from another cluster contains transaction numbers that this cluster has not reached. */
async function isFromAnotherCluster(connection: PostgresConnection): Promise<boolean> {
  const [row] = await connection.send(
    `select transaction_id >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint as ahead
      from changes order by seq desc limit 1`,
    [],
  );
  return row?.ahead === true;
}

/** With those numbers, new changes would sort before old ones. A dump is all committed, so `seq` alone is its order. */
async function renumber(connection: PostgresConnection): Promise<void> {
  await connection.send("truncate touches", []);
  // Webhooks store such numbers too, as their position in the log.
  const columns = await connection.send(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = current_schema() and column_name in ('transaction_id', 'position_transaction')
        and table_name <> 'touches'`,
    [],
  );
  for (const { table, column } of columns) {
    await connection.send(`update ${table} set ${column} = 0 where ${column} <> 0`, []);
  }
}

/** It is unknown which sessions ended, and which links were used, after the dump was made. */
async function endSessions(connection: PostgresConnection): Promise<void> {
  await connection.send("delete from sessions", []);
  await connection.send("delete from access_links", []);
  await connection.send(
    `insert into audit (at, event, actor, subject, address, detail)
      values ((extract(epoch from clock_timestamp()) * 1000)::bigint, 'catalog_restored', 'database', '', '', $1)`,
    ['{"access":"of the backup"}'],
  );
}
