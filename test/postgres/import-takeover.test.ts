import { afterEach, expect } from "bun:test";
import postgres from "postgres";
import { createClient } from "../../contract/client.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { leaseMs } from "../../server/log/leases.sql.ts";
import { Imports } from "../imports/import-run.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { type Service, startService } from "../support/start-service.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { randomTest } from "../test-seed.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";
import { untilSomeoneWaits } from "./lock-waits.ts";
import { whileLocked } from "./locked-item.ts";

const rows = 4_000;

let database: FreshDatabase | undefined;
let first: Service | undefined;
let other: TestApp | undefined;

afterEach(async () => {
  await first?.stop("SIGKILL");
  await other?.stop();
  await database?.drop();
});

randomTest("another node goes on with an import whose node was killed, and writes nothing twice", async (random) => {
  database = await freshDatabase();
  const { url } = database;
  const db = await PostgresDb.open(settingsFor(url));
  const outside = postgres(url, { max: 2, onnotice: () => {} });
  first = await startService({ DATABASE_URL: url, LOG_LEVEL: "silent" });
  const { url: ofFirst, stop } = first;
  const api = createClient(ofFirst);
  const { data: category } = await api.createCategory({ params: { projectId: "shop" }, body: { name: "C" } });
  await api.createSubcategory({ params: { categoryId: category.id }, body: { id: "leaf", name: "Leaf" } });
  const begin = Array.from({ length: rows / 4 }, (_, row) => `K${row},leaf,Item ${row},${row}`);
  await new Imports(ofFirst).run(`key,subcategoryId,name,price\n${begin.join("\n")}\n`);

  // The import changes the items of its first rows. One of them is locked: there it waits, and there its node is killed.
  const isRefused = (row: number) => row % 100 === 7;
  const lines = Array.from({ length: rows }, (_, row) =>
    isRefused(row) ? `K${row},nowhere,Item,1` : `K${row},leaf,Item ${row},${row + 1}`,
  );
  const locked = 100 * random.below(rows / 400);
  const { id } = await whileLocked(outside, "external_key like $1", `%:K${locked}`, async () => {
    const begun = await new Imports(ofFirst).start(`key,subcategoryId,name,price\n${lines.join("\n")}\n`);
    await untilSomeoneWaits(url);
    await stop("SIGKILL");
    return begun;
  });
  // The clock of the other node stands still, so the lease of the killed one runs out when the test says so.
  const clock = new TestClock();
  other = await startApp({}, { clock, database: { db, remove: async () => {} } });
  const imports = new Imports(other.url);
  await until(async () => {
    clock.pass(250);
    return (await imports.read(id)).state === "done";
  }, "the other node ends the import");
  expect(clock.elapsed()).toBeGreaterThanOrEqual(leaseMs);
  const run = await imports.read(id);
  const taken = rows - rows / 100;
  expect(run).toMatchObject({ state: "done", done: rows, refused: rows / 100 });
  expect(run).toMatchObject({ created: 0.75 * taken, changed: 0.25 * taken });
  const items = await outside.unsafe(
    `select i.external_key as key, i.price, count(c.seq)::integer as writes from items i
      join changes c on c.entity_id = i.id group by i.id, i.external_key, i.price`,
  );
  expect(items).toHaveLength(0.75 * taken + rows / 4);
  for (const { key, price, writes } of items) {
    const row = Number(key.slice(key.indexOf("K") + 1));
    const isChanged = row < rows / 4 && !isRefused(row);
    expect([key, price, writes]).toEqual([key, isRefused(row) ? row : row + 1, isChanged ? 2 : 1]);
  }
  expect(await other.doctor()).toEqual([]);
  await outside.end();
});
