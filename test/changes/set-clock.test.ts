import { afterAll, beforeAll, expect, test } from "bun:test";
import { composed } from "../../server/db/sql.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { TestClock } from "../test-clock.ts";

const hour = 3_600_000;
const month = 30 * 24 * hour;
const clock = new TestClock();
const began = clock.now();

let app: TestApp;
let id: string;
beforeAll(async () => {
  app = await startApp({}, { clock });
  const category = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Phones" } });
  await app.api.createSubcategory({ params: { categoryId: category.data.id }, body: { id: "leaf", name: "Leaf" } });
  clock.pass(hour);
  id = (await app.api.createItem({ params: { subcategoryId: "leaf" }, body: { name: "Aurora" } })).data.id;
  // The clock was a month ahead for a while, and was then corrected. There are more changes than one read of the log has.
  clock.set(month);
  for (let price = 1; price <= 600; price++) await save({ price });
  clock.set(-month);
  clock.pass(hour);
  await save({ name: "Borealis" });
  clock.pass(hour);
  await save({ name: "Later" });
});
afterAll(() => app.stop());

const save = (body: object) => app.api.updateItem({ params: { itemId: id }, body });
const at = (offset: number) => new Date(began + offset).toISOString();
const created = "create 1";
const ahead = "update 600";
const renamed = "update 1";

type Page = { entries: { action: string; saves: number }[]; nextCursor: string | null };

async function all(read: (query: object) => Promise<{ data: Page }>, query: object): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data } = await read({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...data.entries.map(({ action, saves }) => `${action} ${saves}`));
    cursor = data.nextCursor;
  }
  return seen;
}

test("changes are found by their time, even if the clock was changed meanwhile", async () => {
  const ofProject = (query: object) =>
    all((asked) => app.api.listChanges({ params: { projectId: "shop" }, query: { kind: "item", ...asked } }), query);
  const ofItem = (query: object) =>
    all((asked) => app.api.itemHistory({ params: { itemId: id }, query: asked }), query);
  for (const found of [ofProject, ofItem]) {
    expect(await found({ until: at(3 * hour) })).toEqual([renamed, created]);
    expect(await found({ until: at(2 * hour) })).toEqual([created]);
    expect(await found({ until: at(hour) })).toEqual([]);
    expect(await found({ since: at(3 * hour) })).toEqual([renamed, ahead]);
    expect(await found({ since: at(month) })).toEqual([ahead]);
    expect(await found({ since: at(2 * hour), until: at(month) })).toEqual([renamed, renamed]);
    expect(await found({ since: at(2 * month) })).toEqual([]);
    expect(await found({ until: at(3 * hour), limit: 1 })).toEqual([renamed, created]);
  }
});

test("a search for what changed since a time finds what was written before the clock was set back", async () => {
  const found = async (changedSince: string) => {
    const response = await fetch(`${app.url}/api/projects/shop/items?${new URLSearchParams({ changedSince })}`);
    return ((await response.json()) as { items: { name: string }[] }).items.map(({ name }) => name);
  };
  clock.set(month);
  const body = { name: "Ahead" };
  await app.api.createItem({ params: { subcategoryId: "leaf" }, body });
  clock.set(-month);
  await save({ discount: 9 });
  expect(await found(at(month))).toContain("Ahead");
  expect(await found(at(2 * month))).toEqual([]);
});

test("a change behind many changes of another time is found page by page", async () => {
  const written = 30_000;
  const params = { projectId: "other" };
  await app.api.createCategory({ params, body: { name: "Old" } });
  await app.db.write((tx) =>
    tx.run(
      composed(
        `insert into changes (set_id, project_key, kind, action, entity_id, actor, at, before, after)
          with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ?)
          select 'set', (select key from projects where id = 'other'), 'item', 'delete', 'none', 'test', ?, '{"name":"New"}', '{}'
          from numbers`,
        [written, began + month],
      ),
    ),
  );
  const until = at(4 * hour);
  const first = await app.api.listChanges({ params, query: { until } });
  expect(first.data.entries).toEqual([]);
  expect(first.data.nextCursor).not.toBeNull();
  const pages = (query: object) => all((asked) => app.api.listChanges({ params, query: asked }), query);
  expect(await pages({ until })).toEqual([created]);
  expect(await pages({ until: at(0) })).toEqual([]);
});

test("saves are folded by the distance of their times, in either direction", async () => {
  await save({ quantity: 1 });
  clock.set(-hour);
  await save({ quantity: 2 });
  clock.set(hour);
  const { data } = await app.api.itemHistory({ params: { itemId: id }, query: { limit: 2, field: "quantity" } });
  expect(data.entries.map(({ saves }) => saves)).toEqual([1, 1]);
});
