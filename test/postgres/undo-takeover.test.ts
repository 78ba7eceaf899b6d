import { afterEach, expect } from "bun:test";
import postgres from "postgres";
import { createClient } from "../../contract/client.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { leaseMs } from "../../server/log/leases.sql.ts";
import { setOf } from "../changes/history-scenario.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { type Service, startService } from "../support/start-service.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { randomTest } from "../test-seed.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";
import { untilSomeoneWaits } from "./lock-waits.ts";
import { whileLocked } from "./locked-item.ts";

const items = 400;

let database: FreshDatabase | undefined;
let first: Service | undefined;
let other: TestApp | undefined;

afterEach(async () => {
  await first?.stop("SIGKILL");
  await other?.stop();
  await database?.drop();
});

randomTest("another node goes on with an undo whose node was killed, and undoes nothing twice", async (random) => {
  database = await freshDatabase();
  const { url } = database;
  const db = await PostgresDb.open(settingsFor(url));
  const outside = postgres(url, { max: 2, onnotice: () => {} });
  first = await startService({ DATABASE_URL: url, LOG_LEVEL: "silent" });
  const { url: ofFirst, stop } = first;
  const api = createClient(ofFirst);
  const { data: category } = await api.createCategory({ params: { projectId: "shop" }, body: { name: "C" } });
  await api.createSubcategory({ params: { categoryId: category.id }, body: { id: "leaf", name: "Leaf" } });
  const itemIds: string[] = [];
  for (let price = 1; price <= items; price++) {
    const body = { name: "Item", price };
    itemIds.push((await api.createItem({ params: { subcategoryId: "leaf" }, body })).data.id);
  }
  const set = setOf(await api.bulkUpdateItems({ body: { itemIds, data: { price: 9_999 } } }));

  // One of the items is locked: there the undo waits, and there its node is killed.
  const headers = { "idempotency-key": "the-undo" };
  await whileLocked(outside, "id = $1", itemIds[random.below(items)] as string, async () => {
    const lost = api.undoChanges({ params: { changeSetId: set }, headers }).catch(() => undefined);
    await untilSomeoneWaits(url);
    await stop("SIGKILL");
    await lost;
  });
  // The clock of the other node stands still, so the lease of the killed one runs out when the test says so.
  const clock = new TestClock();
  other = await startApp({}, { clock, database: { db, remove: async () => {} } });
  const answer = other.api.undoChanges({ params: { changeSetId: set }, headers });
  const state = async () => (await outside.unsafe("select state from undos where change_set = $1", [set]))[0]?.state;
  await until(async () => {
    clock.pass(250);
    return (await state()) === "over";
  }, "the other node ends the undo");
  expect(clock.elapsed()).toBeGreaterThanOrEqual(leaseMs);
  const { data } = await answer;
  expect(data).toMatchObject({ undoneCount: items, keptCount: 0 });
  const rows = await outside.unsafe(
    `select i.price, count(c.seq)::integer as writes from items i join changes c on c.entity_key = i.key
      where c.set_id = $1 group by i.key, i.price order by i.price`,
    [data.changeSetId as string],
  );
  expect(rows.map(({ price, writes }) => ({ price, writes }))).toEqual(
    Array.from({ length: items }, (_, index) => ({ price: index + 1, writes: 1 })),
  );
  expect(await other.doctor()).toEqual([]);
  await outside.end();
});
