import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres, { type Sql } from "postgres";
import { type RowTx, UniqueViolation } from "../../server/db/db.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { sql, type Value } from "../../server/db/sql.ts";
import type { PlacedItemRow } from "../../server/items/items.rules.ts";
import { addToLeaf, createItem, holdItem, leafById, readItem, readPlacedItems } from "../../server/items/items.sql.ts";
import { type Author, changeRow, type NewChange } from "../../server/log/changes.sql.ts";
import { raiseItemCounts } from "../../server/tree/leaf-rule.sql.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { until } from "../support/until.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";
import { makeItems } from "./writers.ts";

let database: FreshDatabase;
let app: TestApp;
let outside: Sql;
let items: string[];
let sets = 0;

beforeAll(async () => {
  database = await freshDatabase();
  const db = await PostgresDb.open(settingsFor(database.url));
  app = await startApp({}, { database: { db, remove: async () => {} } });
  outside = postgres(database.url, { max: 2, onnotice: () => {} });
  items = (await makeItems(app.url, "shop", 40)).items;
});

afterAll(async () => {
  await app.stop();
  await outside.end();
  await database.drop();
});

const change = (itemId: string, columns: Record<string, Value>, afterReading = async () => {}) =>
  app.db.changeRow((tx) => changeIn(tx, itemId, columns, afterReading));

async function changeIn(tx: RowTx, itemId: string, columns: Record<string, Value>, afterReading = async () => {}) {
  const row = await holdItem(tx, itemId, undefined);
  await afterReading();
  return writeRow(tx, row, columns);
}

function writeRow(tx: RowTx, row: PlacedItemRow, columns: Record<string, Value>): Promise<number> {
  const author: Author = { actor: "test", set: `set-${++sets}`, at: 1 };
  const change: NewChange = {
    projectKey: row.project_key,
    kind: "item",
    action: "update",
    entityKey: row.key,
    entityId: row.id,
    previous: row.version,
    before: {},
    after: columns,
  };
  return changeRow(tx, author, change, { table: "items", columns, scopes: [] });
}

const counted = { isCounted: true, isFree: true };

const stored = async (itemId: string) =>
  (await outside.unsafe("select quantity, discount, version::integer from items where id = $1", [itemId]))[0];

/**
 * Locks the log until all requests of `work` are in flight and only flushes, at most two, are running in the database.
 * The other writes then wait together.
 */
async function heldTogether<T>(count: number, work: () => Promise<T>): Promise<T> {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = outside.begin(async (tx) => {
    await tx.unsafe("lock table changes in exclusive mode");
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const done = work();
  const inFlight = async () =>
    Number(/^http_requests_in_flight (\d+)$/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1]) - 1;
  const flushesAlone = async () => {
    const rows = await outside.unsafe(
      `select coalesce(wait_event_type, '') as waits_for from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and state = 'active'
          and pid <> pg_backend_pid()`,
    );
    return rows.length >= 1 && rows.every(({ waits_for }) => waits_for === "Lock");
  };
  try {
    await until(async () => (await inFlight()) === count && (await flushesAlone()), "all writes wait for the log");
  } finally {
    release.resolve();
    await holding;
  }
  return done;
}

test("writes that wait at the same time are one transaction, each with its own log entry", async () => {
  const answers = await heldTogether(items.length, () =>
    Promise.all(
      items.map((itemId, index) => app.api.updateItem({ params: { itemId }, body: { quantity: index + 1 } })),
    ),
  );
  expect(answers.map(({ data }) => data.quantity)).toEqual(items.map((_, index) => index + 1));
  const rows = await outside.unsafe(
    "select c.after, c.transaction_id from items i join changes c on c.seq = i.version order by i.quantity",
  );
  expect(rows.map(({ after }) => JSON.parse(after))).toEqual(items.map((_, index) => ({ quantity: index + 1 })));
  const transactions = new Set(rows.map(({ transaction_id }) => transaction_id));
  expect(transactions.size).toBeLessThan(20);
});

test("notes of stale translations are written in the same transaction", async () => {
  const patchAll = (body: (index: number) => object) =>
    Promise.all(items.map((itemId, index) => app.api.updateItem({ params: { itemId }, body: body(index) })));
  const stale = async () =>
    (await outside.unsafe("select stale from items where stale <> '{}'")).map(({ stale }) => stale as string).sort();
  await patchAll(() => ({ translations: { ru: { name: "Вещь" }, de: { name: "Ding" } } }));
  await heldTogether(items.length, () => patchAll((index) => ({ name: `New ${index}` })));
  const notes = (index: number) => JSON.stringify({ "de.name": `Item ${index}`, "ru.name": `Item ${index}` });
  expect(await stale()).toEqual(items.map((_, index) => notes(index)).sort());
  const written = await outside.unsafe(
    "select count(distinct c.transaction_id)::integer as count from items i join changes c on c.seq = i.version",
  );
  expect(written[0]?.count).toBeLessThan(20);
  await patchAll((index) => ({ name: `Item ${index}` }));
  expect(await stale()).toEqual([]);
  // Two changes at once: the second must not use what it read before the first.
  await Promise.all([patchAll((index) => ({ name: `One ${index}` })), patchAll((index) => ({ name: `Two ${index}` }))]);
  expect(await stale()).toEqual(items.map((_, index) => notes(index)).sort());
  await patchAll((index) => ({ name: `Item ${index}` }));
  expect(await stale()).toEqual([]);
});

test("a failed write does not affect the others", async () => {
  const outcomes = await Promise.allSettled(
    items.map((itemId, index) => change(itemId, { discount: index === 7 ? 2 ** 40 : 33 })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(
    items.map((_, index) => (index === 7 ? "rejected" : "fulfilled")),
  );
  expect(await stored(items[7] as string)).toMatchObject({ discount: 0 });
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status !== "fulfilled") continue;
    expect(await stored(items[index] as string)).toMatchObject({ discount: 33, version: outcome.value });
  }
});

test("a row that changed after it was read is read again", async () => {
  const itemId = items[0] as string;
  let runs = 0;
  const version = await change(itemId, { quantity: 5 }, async () => {
    if (++runs > 1) return;
    await app.api.updateItem({ params: { itemId }, body: { quantity: 4, discount: 44 } });
  });
  expect(runs).toBe(2);
  expect(await stored(itemId)).toMatchObject({ quantity: 5, discount: 44, version });
  const [entry] = await outside.unsafe("select previous from changes where seq = $1", [version]);
  const [previous] = await outside.unsafe("select after from changes where seq = $1", [entry?.previous]);
  expect(JSON.parse(previous?.after)).toEqual({ quantity: 4, discount: 44 });
});

test("a write reads its own changes", async () => {
  const itemId = items[1] as string;
  const seen = await app.db.write(async (tx) => {
    await changeIn(tx, itemId, { quantity: 77 });
    return tx.get<{ quantity: number }>(sql`select quantity from items where id = ${itemId}`);
  });
  expect(seen?.quantity).toBe(77);
});

test("a transaction of many changes numbers each row higher than the changes before", async () => {
  const [early, late] = [items.slice(0, 20), items.slice(20)];
  const before: number[] = [];
  const after = await app.db.write(async (tx) => {
    for (const row of await readPlacedItems(tx, early, false)) await writeRow(tx, row, { quantity: 1 });
    // Others change these rows before this transaction locks them.
    for (const itemId of late) before.push(await change(itemId, { quantity: 2 }));
    const written = new Map<string, number>();
    for (const row of await readPlacedItems(tx, late, false)) {
      written.set(row.id, await writeRow(tx, row, { quantity: 3 }));
    }
    return late.map((itemId) => written.get(itemId));
  });
  expect(Math.min(...(after as number[]))).toBeGreaterThan(Math.max(...before));
  expect((await stored(late[0] as string))?.version).toBe(after[0]);
});

test("new items that wait at the same time are also one transaction, and are counted", async () => {
  const { data } = await app.api.getItem({ params: { itemId: items[0] as string } });
  const params = { subcategoryId: data.subcategoryId };
  const count = async () => {
    const [row] = await outside.unsafe("select item_count from subcategories where id = $1", [data.subcategoryId]);
    return row?.item_count as number;
  };
  const before = await count();
  const made = await heldTogether(30, () =>
    Promise.all(Array.from({ length: 30 }, (_, i) => app.api.createItem({ params, body: { name: `New ${i}` } }))),
  );
  const ids = made.map(({ data }) => data.id);
  const rows = await outside.unsafe(
    "select i.name, c.transaction_id from items i join changes c on c.seq = i.key and c.seq = i.version where i.id = any($1)",
    [ids],
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(made.map(({ data }) => data.name).sort());
  expect(new Set(rows.map(({ transaction_id }) => transaction_id)).size).toBeLessThan(15);
  expect(await count()).toBe(before + 30);
});

test("a transaction sees the changes that it made, and changes a row as often as it likes", async () => {
  const author: Author = { actor: "test", set: "one-transaction", at: 1 };
  const some = items.slice(0, 5);
  const seen = await app.db.write(async (tx) => {
    const rows = await readPlacedItems(tx, some, false);
    const leaf = await leafById(tx, (rows[0] as PlacedItemRow).subcategory_id, author);
    for (const row of rows) row.version = await writeRow(tx, row, { quantity: 501 });
    for (const row of rows) row.version = await writeRow(tx, row, { discount: 51 });
    await raiseItemCounts(tx, new Map([[leaf.key, 1]]));
    const made = await addToLeaf(tx, leaf, { name: "Made" } as never, author, { ...counted, externalKey: "made" });
    const placed = (await readItem(tx, made.id)) as PlacedItemRow;
    await writeRow(tx, placed, { quantity: 502 });
    return { made: made.id, quantity: (await readItem(tx, made.id))?.quantity };
  });
  expect(seen.quantity).toBe(502);
  for (const id of some) expect(await stored(id)).toMatchObject({ quantity: 501, discount: 51 });
  expect(await stored(seen.made)).toMatchObject({ quantity: 502 });
  const log = await outside.unsafe(
    "select c.entity_id, c.seq::integer from changes c where c.entity_id = any($1) order by c.seq desc",
    [[...some, seen.made]],
  );
  for (const id of [...some, seen.made]) {
    expect(log.find(({ entity_id }) => entity_id === id)?.seq).toBe((await stored(id))?.version);
  }
});

test("a key that is taken makes a transaction fail that has looked before, and nothing of it is written", async () => {
  const author: Author = { actor: "test", set: "taken-key", at: 1 };
  const write = app.db.write(async (tx) => {
    const [row] = await readPlacedItems(tx, [items[0] as string], false);
    const leaf = await leafById(tx, row?.subcategory_id as string, author);
    for (const name of ["Lost", "Lost too"])
      await addToLeaf(tx, leaf, { name } as never, author, { ...counted, externalKey: "twice" });
  });
  await expect(write).rejects.toBeInstanceOf(UniqueViolation);
  expect(await outside.unsafe("select 1 from items where name like 'Lost%'")).toHaveLength(0);
});

test("a new item depends on the state of its subcategory at the time of the write", async () => {
  const { data: category } = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Sets" } });
  const leaf = async (name: string) =>
    (await app.api.createSubcategory({ params: { categoryId: category.id }, body: { name } })).data.id;
  const one = await leaf("Renamed");
  const author: Author = { actor: "test", set: "new-items", at: 1 };
  const add = (id: string, afterReading: () => Promise<unknown>) => {
    let runs = 0;
    return app.db.changeRow((tx) =>
      createItem(
        {
          ...tx,
          get: tx.get,
          all: tx.all,
          hold: async (table, rowId, query, still) => {
            const row = await tx.hold(table, rowId, query, still as never);
            if (++runs === 1) await afterReading();
            return row as never;
          },
          change: (change) => tx.change(change),
        },
        id,
        { name: "Late" },
        author,
      ),
    );
  };
  const renamed = () => app.api.updateSubcategory({ params: { subcategoryId: one }, body: { id: "renamed-now" } });
  await expect(add(one, renamed)).rejects.toThrow(`There is no subcategory "${one}"`);
  const two = await leaf("Parent");
  const child = () =>
    app.api.createNestedSubcategory({ params: { parentSubcategoryId: two }, body: { name: "Child" } });
  await expect(add(two, child)).rejects.toThrow("holds subcategories");
});

test("the doctor finds no faults afterwards", async () => {
  expect(await app.doctor()).toEqual([]);
});
