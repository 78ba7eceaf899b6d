import { inPostgres, migrations, NewerDatabase, type SayMigration } from "../migrate.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import { firstCause, isConnectionLoss, sqlState } from "./postgres-errors.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import { endSessions, isFromAnotherCluster, renumber } from "./postgres-renumber.ts";
import { leftBehind, rememberTimeline, type ServerState, serverState } from "./postgres-timeline.ts";

/** Any number, as long as all nodes use the same. */
const lockNumber = 7_012_026;
/**
 * How long a migration waits for a table. Requests that need the table meanwhile wait behind it. Less than the second
 * after which PostgreSQL looks for deadlocks, so that the migration gives way, and not a request of another node.
 */
const lockTimeoutMs = 400;
/** PostgreSQL ends its own vacuum for who has waited for that second, so the migration then waits longer, up to this. */
const longestLockTimeoutMs = 3_000;
const beyondSecondMs = 500;
const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** Beyond this, a wait for another node is worth a line in the log. */
const quietPauseMs = 1_000;
const patienceMs = 10 * 60 * 1_000;

const newest = migrations().at(-1)?.version ?? 0;

/** A table is in use, or the wait for it was part of a circle. */
const inUse = new Set(["55P03", "40P01"]);

class AnotherNodeMigrates extends Error {}

/**
 * Migrates the database to the newest version that this program knows, one transaction for each migration. Nodes that
 * start together wait for the one that migrates. If the tables are in use, it lets go of all locks and tries again, as it
 * does when the server or a pooler ends its connection. A database that is up to date is only read, so that a role without rights on the schema is enough.
 */
export async function migratePostgres(pool: PostgresPool, location: string, say: SayMigration): Promise<void> {
  const before = await inTransaction(pool, reading, (connection) => versionOf(connection, location));
  const started = performance.now();
  let pauseMs = firstPauseMs;
  let lockMs = lockTimeoutMs;
  for (let version = before; version < newest; ) {
    try {
      const next = await inTransaction(pool, migrating(lockMs), (connection) => migrateNext(connection, location));
      if (next.made && before > 0) say(`migrated the tables to version ${next.version}`);
      version = next.version;
      pauseMs = firstPauseMs;
    } catch (error) {
      if (sqlState(error) === "42501") throw mayNotMigrate(version, error);
      const obstacle = await obstacleIn(pool, error);
      lockMs = obstacle.lockMs;
      const words = `the tables have version ${version} and need ${newest}, but ${obstacle.words}`;
      if (performance.now() - started > patienceMs) throw new Error(`Gave up: ${words}.`, { cause: error });
      if (pauseMs > quietPauseMs || !(error instanceof AnotherNodeMigrates)) {
        say(`${words}; trying again in ${pauseMs / 1_000} s`);
      }
      await Bun.sleep(pauseMs);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  }
  if (before === 0) say(`created the tables, version ${newest}`);
  if (await inTransaction(pool, reading, isFromAnotherCluster)) await inTransaction(pool, unlimited, takeOver);
}

const reading = "begin";
/** Before version 17 there is no `transaction_timeout`. */
const unlimited =
  "begin; set local statement_timeout = 0; set local lock_timeout = 0; " +
  "select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout'";
const migrating = (lockMs: number) => `${unlimited}; set local lock_timeout = ${lockMs}`;

async function inTransaction<T>(
  pool: PostgresPool,
  begin: string,
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> {
  const connection = await pool.lease();
  connection.unhurried = begin !== reading;
  try {
    connection.begin(begin);
    const result = await work(connection);
    await connection.send("commit", []);
    return result;
  } catch (error) {
    if (!connection.broken) await connection.send("rollback", []).catch(() => {});
    // The first error has the reason, such as a certificate or a password. Later ones only say that the connection
    // broke.
    throw connection.failure ?? error;
  } finally {
    connection.unhurried = false;
    pool.release(connection);
  }
}

/** The version of the tables; 0 if there are none. Refuses a database that this program must not use. */
async function versionOf(connection: PostgresConnection, location: string): Promise<number> {
  await refuseSilent(connection);
  const [made] = await connection.send(
    "select to_regclass('schema_version') is not null as versions, to_regclass('timelines') is not null as timelines",
    [],
  );
  if (made?.timelines) await refuseLeftBehind(connection);
  const version = made?.versions ? await highestVersion(connection) : 0;
  if (version > newest) throw new NewerDatabase(location, version, newest);
  return version;
}

async function highestVersion(connection: PostgresConnection): Promise<number> {
  const [row] = await connection.send("select coalesce(max(version), 0) as version from schema_version", []);
  return row?.version ?? 0;
}

/** Carries out the next migration, if another node has not done so meanwhile. */
async function migrateNext(
  connection: PostgresConnection,
  location: string,
): Promise<{ version: number; made: boolean }> {
  const [lock] = await connection.send(`select pg_try_advisory_xact_lock(${lockNumber}) as mine`, []);
  if (!lock?.mine) throw new AnotherNodeMigrates();
  await connection.script(engineTables);
  const version = await versionOf(connection, location);
  const next = migrations().find((migration) => migration.version > version);
  if (!next) return { version, made: false };
  if (version === 0) {
    await refuseUnfit(connection);
    await connection.script(touches);
  }
  await connection.script(inPostgres(next.text));
  await connection.send("insert into schema_version (version) values ($1)", [next.version]);
  return { version: next.version, made: true };
}

async function takeOver(connection: PostgresConnection): Promise<void> {
  await connection.send(`select pg_advisory_xact_lock(${lockNumber})`, []);
  if (!(await isFromAnotherCluster(connection))) return;
  await renumber(connection);
  await endSessions(connection);
}

/** What a migration has to wait for, as the end of a sentence. Throws the error if it is not that it has to wait. */
async function obstacleIn(pool: PostgresPool, error: unknown): Promise<{ words: string; lockMs: number }> {
  if (error instanceof AnotherNodeMigrates) return { words: "another node migrates them", lockMs: lockTimeoutMs };
  if (isConnectionLoss(error)) {
    return { words: `the connection ended (${firstCause(error as Error).message})`, lockMs: lockTimeoutMs };
  }
  if (!inUse.has(sqlState(error) ?? "")) throw error;
  const [oldest] = await pool.single(oldestUser, []).catch(() => []);
  if (!oldest) return { words: "they are in use", lockMs: lockTimeoutMs };
  const { pid, name, seconds, vacuum, second = 0 } = oldest;
  return {
    words: `they are in use, the oldest by process ${pid} (${name})${seconds === null ? "" : ` since ${seconds} s`}`,
    lockMs: vacuum ? Math.min(second + beyondSecondMs, longestLockTimeoutMs) : lockTimeoutMs,
  };
}

/** The oldest transaction with a lock on one of the tables. Other roles may not see since when. Only vacuum has no role. */
const oldestUser = `
  select a.pid, coalesce(nullif(a.application_name, ''), a.usename, 'autovacuum') as name,
      extract(epoch from clock_timestamp() - a.xact_start)::integer as seconds,
      bool_or(a.usename is null) over () as vacuum,
      (select setting::integer from pg_settings where name = 'deadlock_timeout') as second
    from pg_locks l join pg_class c on c.oid = l.relation join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'relation' and l.granted and a.pid <> pg_backend_pid()
      and l.database = (select oid from pg_database where datname = current_database())
      and c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
    order by a.xact_start nulls last limit 1`;

const mayNotMigrate = (version: number, cause: unknown) =>
  new Error(
    `${version === 0 ? "It is empty" : `Its tables have version ${version}`}, this program needs version ${newest}, and ` +
      "the role of DATABASE_URL may not change the tables. Run `npx catalog migrate` first, with a DATABASE_URL whose " +
      "role may.",
    { cause },
  );

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
