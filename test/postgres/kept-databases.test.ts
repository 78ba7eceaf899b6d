import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import postgres from "postgres";
import { migrations } from "../../server/db/migrate.ts";
import { openDb } from "../../server/db/open.ts";
import { faultsOf } from "../../server/doctor/doctor.ts";
import { countsIn, countsOf, kept, keptThrough, keptVersions, unpacked } from "../kept/kept-catalog.ts";
import { runProgram } from "../support/run-program.ts";
import { startService } from "../support/start-service.ts";
import { testKey } from "../support/test-sealing.ts";
import { until } from "../support/until.ts";
import { freshDatabase, settingsFor } from "./fresh-database.ts";

const newest = migrations().at(-1)?.version ?? 0;
const writeKept = "update items set quantity = quantity + 1 where name = 'Second name'";

/** Writes again and again, as a node of an old version does, until the returned function is called. */
function keepWriting(write: () => Promise<unknown>): () => Promise<number> {
  let written = 0;
  let over = false;
  const writing = (async () => {
    for (; !over; written++) await write();
  })();
  return async () => {
    over = true;
    await writing;
    return written;
  };
}

describe.each(keptVersions)("the databases of version %s are upgraded while somebody writes", (name) => {
  const { dataDir, dump } = unpacked(name);

  test("in SQLite", async () => {
    const file = join(dataDir, "catalog.db");
    const old = new Database(file);
    old.exec("pragma busy_timeout = 10000");
    const count = async (table: string) =>
      old.query<{ n: number }, []>(`select count(*) as n from ${table}`).get()?.n ?? 0;
    const before = await countsOf(count);
    const stop = keepWriting(async () => {
      old.exec("begin immediate");
      old.exec(writeKept);
      await Bun.sleep(2);
      old.exec("commit");
      await Bun.sleep(10);
    });
    const service = await startService({ DATA_DIR: dataDir });
    const written = await stop();
    expect(written).toBeGreaterThan(0);
    old.close();
    expect(await keptThrough(service.url, { DATA_DIR: dataDir })).toEqual({ ...kept, written });
    expect(await service.stop()).toBe(0);
    const db = await openDb({ postgres: undefined, databaseFile: file });
    expect(await countsIn(db)).toEqual(before);
    expect(await db.read(faultsOf)).toEqual([]);
    await db.close();
  });

  test("in PostgreSQL, by two nodes at once", async () => {
    const { url, drop } = await freshDatabase();
    const outside = postgres(url, { max: 3, onnotice: () => {} });
    await outside.unsafe("drop schema public cascade; create schema public");
    await outside.unsafe(`${dump}; reset all`);
    const count = async (table: string) => Number((await outside.unsafe(`select count(*) as n from ${table}`))[0]?.n);
    const before = await countsOf(count);
    const [schema] = await outside.unsafe("select max(version) as version from schema_version");
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const holding = outside.begin(async (tx) => {
      await tx.unsafe("update categories set priority = priority");
      isHeld.resolve();
      await held.promise;
    });
    await isHeld.promise;
    const stop = keepWriting(() =>
      outside.begin((tx) => [tx.unsafe("select count(*) from changes"), tx.unsafe(writeKept)]),
    );
    // The nodes wait for the tables, and the log says so.
    const settings = { DATABASE_URL: url, DATA_DIR: dataDir, SECRETS_KEY: testKey };
    const starting = [startService(settings), startService(settings)];
    const later = migrations().filter(({ version }) => version > schema?.version);
    if (later.some(({ text }) => text.includes("alter table categories"))) {
      const waits =
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await until(async () => (await outside.unsafe(waits))[0]?.n > 0, "a node waits for the tables");
    }
    held.resolve();
    await holding;
    const nodes = await Promise.all(starting);
    const written = await stop();
    expect(written).toBeGreaterThan(0);
    for (const node of nodes) expect(await keptThrough(node.url, settings)).toEqual({ ...kept, written });
    const migrated = nodes.filter((node) => node.output().includes(`migrated the tables to version ${newest}`));
    expect(migrated).toHaveLength(schema?.version < newest ? 1 : 0);
    for (const node of nodes) expect(await node.stop("SIGINT")).toBe(0);
    expect(await countsOf(count)).toEqual(before);
    const db = await openDb({ postgres: settingsFor(url), databaseFile: "" });
    expect(await db.read(faultsOf)).toEqual([]);
    await db.close();
    expect(await runProgram("cli.ts", ["migrate"], settings)).toMatchObject({
      code: 0,
      output: expect.stringContaining("are up to date"),
    });
    await outside.end();
    await drop();
  });
});
