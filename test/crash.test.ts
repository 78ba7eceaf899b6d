import { afterAll, expect } from "bun:test";
import { join } from "node:path";
import { createClient } from "../contract/client.ts";
import { SqliteDb } from "../server/db/sqlite/sqlite.ts";
import { faultsOf } from "../server/doctor/doctor.ts";
import { insertProject } from "../server/projects/projects.sql.ts";
import { rounds } from "./support/rounds.ts";
import { type Service, startService } from "./support/start-service.ts";
import { until } from "./support/until.ts";
import { randomTest } from "./test-seed.ts";

const kills = rounds(1, 15);
const writers = 8;
const groupSize = 20;

let service: Service | undefined;
afterAll(async () => {
  await service?.stop("SIGKILL");
});

/** What a writer knows about one thing: the last acknowledged value, and one that has no answer yet. */
type Known = { id: string; acknowledged: number; pending: number | undefined };

/** Everything that was acknowledged over all restarts of the service. */
const items: Known[] = [];
/** Items that always get the same price in one bulk update. */
const group: { ids: string[] } & Known = { id: "group", ids: [], acknowledged: 0, pending: undefined };
const deleted: string[] = [];
let counter = 0;

type Api = ReturnType<typeof createClient>;

/** Runs `call` with `value` as pending, and then as acknowledged. */
async function writing(known: Known, value: number, call: () => Promise<unknown>): Promise<void> {
  known.pending = value;
  await call();
  known.acknowledged = value;
  known.pending = undefined;
}

async function write(api: Api, leaf: string, own: Known[]): Promise<void> {
  const value = ++counter;
  const known = own[value % Math.max(own.length, 1)];
  if (value % 5 === 0 || !known) {
    const { data } = await api.createItem({ params: { subcategoryId: leaf }, body: { name: "Item", price: value } });
    const created = { id: data.id, acknowledged: value, pending: undefined };
    items.push(created);
    own.push(created);
  } else if (value % 7 === 0) {
    const { data } = await api.createItem({ params: { subcategoryId: leaf }, body: { name: "Short-lived" } });
    await api.deleteItem({ params: { itemId: data.id } });
    deleted.push(data.id);
  } else {
    await writing(known, value, () => api.updateItem({ params: { itemId: known.id }, body: { price: value } }));
  }
}

async function bulk(api: Api): Promise<void> {
  const value = ++counter;
  await writing(group, value, () => api.bulkUpdateItems({ body: { itemIds: group.ids, data: { price: value } } }));
}

/** Writes with several clients until the service is killed. */
function load(api: Api, leaf: string): Promise<unknown> {
  const forever = async (once: () => Promise<void>) => {
    for (;;) await once();
  };
  const sides = Array.from({ length: writers }, () => {
    const own: Known[] = [];
    return forever(() => write(api, leaf, own));
  });
  return Promise.allSettled([...sides, forever(() => bulk(api))]);
}

async function start(environment: Record<string, string> = {}): Promise<Api> {
  service = await startService({ LOG_LEVEL: "silent", ...environment });
  return createClient(service.url);
}

async function allItems(api: Api, leaf: string): Promise<Map<string, number>> {
  const prices = new Map<string, number>();
  for (let page = 1; ; page++) {
    const { data } = await api.listItems({ params: { subcategoryId: leaf }, query: { page, limit: 500 } });
    for (const { id, price } of data.items) prices.set(id, price);
    if (!data.hasMore) return prices;
  }
}

/** Acknowledged values are stored, pending ones may be, and nothing else is. */
async function verify(api: Api, leaf: string, folder: string): Promise<void> {
  const prices = await allItems(api, leaf);
  for (const known of items) {
    const price = prices.get(known.id);
    const allowed = [known.acknowledged, ...(known.pending === undefined ? [] : [known.pending])];
    if (price === undefined || !allowed.includes(price)) {
      throw new Error(`Item ${known.id} has the price ${price}, and should have ${allowed.join(" or ")}.`);
    }
    known.acknowledged = price;
    known.pending = undefined;
  }
  for (const id of deleted) expect(prices.has(id)).toBe(false);
  const inGroup = new Set(group.ids.map((id) => prices.get(id)));
  expect(inGroup.size, "a bulk update is applied completely or not at all").toBe(1);
  expect([group.acknowledged, group.pending]).toContain([...inGroup][0] as number);
  group.acknowledged = [...inGroup][0] as number;
  group.pending = undefined;
  const db = new SqliteDb(join(folder, "catalog.db"));
  expect(await db.integrityFaults()).toEqual([]);
  expect(await db.read(faultsOf)).toEqual([]);
  const { data: shown } = await api.getSubcategory({ params: { subcategoryId: leaf } });
  expect(shown.itemCount).toBe(prices.size);
  await db.close();
}

randomTest("killed under write load, the service loses nothing that it acknowledged", async (random) => {
  let api = await start();
  const folder = (service as Service).dataDir;
  const db = new SqliteDb(join(folder, "catalog.db"));
  await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
  await db.close();
  const { data: category } = await api.createCategory({ params: { projectId: "shop" }, body: { name: "Crash" } });
  await api.createSubcategory({ params: { categoryId: category.id }, body: { id: "leaf", name: "Leaf" } });
  for (let i = 0; i < groupSize; i++) {
    const { data } = await api.createItem({ params: { subcategoryId: "leaf" }, body: { name: "In the group" } });
    group.ids.push(data.id);
  }
  let acknowledged = 0;
  for (let life = 0; life < kills; life++) {
    const before = counter;
    const ended = load(api, "leaf");
    // Each kill comes at another moment: in a first batch, in the middle, during a checkpoint.
    const enough = before + 5 + random.below(150);
    await until(() => counter >= enough, "enough was written");
    await (service as Service).stop("SIGKILL");
    await ended;
    acknowledged += counter - before;
    api = await start({ DATA_DIR: folder });
    await verify(api, "leaf", folder);
  }
  process.stdout.write(`crash: ${kills} kills, about ${acknowledged} writes, ${items.length} items\n`);
});
