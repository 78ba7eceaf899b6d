import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "../../server/db/db.ts";
import { createLog } from "../../server/http/logger.ts";
import { insertProject, projectById } from "../../server/projects/projects.sql.ts";
import { IndexPreparation } from "../../server/search/index-preparation.ts";
import { Indexes } from "../../server/search/indexes.ts";
import { Imports } from "../imports/import-run.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { countingLeafReads, totalIn } from "./ask-index.ts";

const clock = new TestClock();
let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { clock });
  await addItems("other", 2);
  await addItems("shop", 3);
});
afterAll(() => app.stop());

async function addItems(projectId: string, count: number): Promise<void> {
  const { id: categoryId } = (await app.api.createCategory({ params: { projectId }, body: { name: "All" } })).data;
  const leaf = (await app.api.createSubcategory({ params: { categoryId }, body: { name: "Leaf" } })).data;
  for (let at = 0; at < count; at++) {
    await app.api.createItem({ params: { subcategoryId: leaf.id }, body: { name: `Lamp ${at}` } });
  }
}

const keyOf = async (id: string): Promise<number> => (await app.db.read((reader) => projectById(reader, id)))?.key ?? 0;
const fileIn = (folder: string, key: number) => join(folder, String(key), "index");

/** Indexes and their preparation, apart from those of the app. */
function preparing(db: Db, { mostBehind = 1_000, folder = temporaryFolder(), isBusy = (): boolean => false } = {}) {
  const log = createLog("silent");
  const indexes = new Indexes({ db, folder, maxBytes: Number.POSITIVE_INFINITY, log });
  const preparation = new IndexPreparation({ db, indexes, log, clock, isBusy, mostBehind });
  const close = () => Promise.all([preparation.close(), indexes.close()]);
  return { folder, indexes, preparation, close };
}

/** Whether the index on disk answers from what it has: without a read of the catalog, and with so many items. */
async function isOnDisk(folder: string, key: number, items: number): Promise<boolean> {
  const { db, reads } = countingLeafReads(app.db);
  const indexes = new Indexes({ db, folder, maxBytes: Number.POSITIVE_INFINITY, log: createLog("silent") });
  const total = await totalIn(indexes, key, "lamp");
  await indexes.close();
  return reads() === 0 && total === items;
}

test("when the service has started, every project gets an index on disk, though nobody asks", async () => {
  const folder = join(app.dataDir, "search");
  const keys = { shop: await keyOf("shop"), other: await keyOf("other") };
  app.startPreparing();
  expect(existsSync(folder)).toBe(false);
  clock.pass(1_000);
  await until(() => existsSync(fileIn(folder, keys.other)), "the index of the last project is on disk");
  expect(await isOnDisk(folder, keys.shop, 3)).toBe(true);
  expect(await isOnDisk(folder, keys.other, 2)).toBe(true);
});

test("the project that changed last comes first, and no index stays in memory", async () => {
  const { folder, indexes, preparation, close } = preparing(app.db);
  const keys = [await keyOf("shop"), await keyOf("other")];
  preparation.start();
  clock.pass(1_000);
  await until(() => keys.every((key) => existsSync(fileIn(folder, key))), "both indexes are on disk");
  const [shop, other] = keys.map((key) => statSync(fileIn(folder, key), { bigint: true }).mtimeNs);
  expect(shop as bigint).toBeLessThan(other as bigint);
  await until(() => indexes.bytes === 0, "memory is free again");
  await close();
});

test("an index that somebody asked for stays in memory", async () => {
  const { folder, indexes, preparation, close } = preparing(app.db);
  const key = await keyOf("shop");
  expect(await totalIn(indexes, key, "lamp")).toBe(3);
  preparation.start();
  clock.pass(1_000);
  await until(() => existsSync(fileIn(folder, key)), "its index is on disk");
  expect(indexes.bytes).toBeGreaterThan(0);
  await close();
});

test("a start leaves a current index alone, and makes a damaged one again", async () => {
  const [shop, other] = [await keyOf("shop"), await keyOf("other")];
  const first = preparing(app.db);
  await first.indexes.prepare(shop);
  await first.indexes.prepare(other);
  await first.close();
  const { folder } = first;
  const written = (key: number) => statSync(fileIn(folder, key), { bigint: true }).mtimeNs;
  const before = written(shop);
  writeFileSync(fileIn(folder, other), "damaged");
  const { db, reads } = countingLeafReads(app.db);
  const { preparation, close } = preparing(db, { folder });
  preparation.start();
  clock.pass(1_000);
  await until(() => reads() > 0 && statSync(fileIn(folder, other)).size > 100, "the damaged index is made again");
  // The sizes of its items, and then the items.
  expect([reads(), written(shop)]).toEqual([2, before]);
  await close();
});

test("a stop in the middle ends the work, and leaves nothing half made", async () => {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let reads = 0;
  const read: Db["read"] = async (work) => {
    // The list of projects, then of one: the position in the log, the categories, the subcategories and the sizes of items.
    if (++reads === 6) {
      reached.resolve();
      await gate.promise;
    }
    return app.db.read(work);
  };
  const db = Object.assign(Object.create(app.db) as Db, { read });
  const { folder, preparation, close } = preparing(db);
  preparation.start();
  clock.pass(1_000);
  await reached.promise;
  const closed = close();
  gate.resolve();
  await closed;
  expect(reads).toBe(6);
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});

test("reading a project pauses while other long work goes on, and not for who asks", async () => {
  let busy = true;
  let looks = 0;
  const isBusy = () => {
    looks++;
    return busy;
  };
  const { folder, indexes, preparation, close } = preparing(app.db, { isBusy });
  const [shop, other] = [await keyOf("shop"), await keyOf("other")];
  preparation.start();
  clock.pass(1_000);
  await until(() => looks >= 3, "the preparation has looked three times");
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  // The project that changed last is being prepared; whoever asks for it goes on at once.
  expect(await totalIn(indexes, shop, "lamp")).toBe(3);
  busy = false;
  await until(() => existsSync(fileIn(folder, other)), "the other project has its index too");
  await close();
});

test("nothing is prepared on a disk with little room", async () => {
  const { folder, indexes, preparation, close } = preparing(app.db);
  const asked = Promise.withResolvers<void>();
  indexes.hasRoom = async () => {
    setTimeout(asked.resolve);
    return false;
  };
  preparation.start();
  clock.pass(1_000);
  await asked.promise;
  await close();
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});

test("a stop before the first look ends cleanly", async () => {
  const { folder, preparation, close } = preparing(app.db);
  preparation.start();
  await close();
  clock.pass(60_000);
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});

test("a project that is made by an import gets its index when the import ends, and is searched without a 503", async () => {
  await app.db.write((tx) => insertProject(tx, "fresh", "fresh", "Fresh"));
  const { id: categoryId } = (await app.api.createCategory({ params: { projectId: "fresh" }, body: { name: "All" } }))
    .data;
  const { id } = (await app.api.createSubcategory({ params: { categoryId }, body: { name: "Leaf" } })).data;
  const imports = new Imports(app.url);
  const sent = await imports.send("/api/projects/fresh/imports", {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: `subcategoryId,name\n${id},Lamp A\n${id},Lamp B\n`,
  });
  const run = await imports.ended((await sent.json()) as { id: string });
  expect(run.state).toBe("done");
  const [folder, key] = [join(app.dataDir, "search"), await keyOf("fresh")];
  await until(() => existsSync(fileIn(folder, key)), "its index is on disk");
  expect(await isOnDisk(folder, key, 2)).toBe(true);
  const found = await fetch(`${app.url}/api/projects/fresh/items?search=lamp`);
  expect([found.status, ((await found.json()) as { total: number }).total]).toEqual([200, 2]);
});

test("an index that is far behind is updated, but not while its project still grows so fast", async () => {
  const { folder, preparation, close } = preparing(app.db, { mostBehind: 5 });
  const key = await keyOf("shop");
  preparation.start();
  clock.pass(1_000);
  await until(() => existsSync(fileIn(folder, key)), "its index is on disk");
  const [first] = await itemsOf("shop");
  const change = async (times: number) => {
    for (let at = 0; at < times; at++) {
      await app.api.updateItem({ params: { itemId: first as string }, body: { quantity: Math.random() } });
    }
  };
  const written = () => statSync(fileIn(folder, key), { bigint: true }).mtimeNs;
  const before = written();
  await change(10);
  await app.db.write((tx) => insertProject(tx, "quiet", "quiet", "Quiet"));
  clock.pass(60_000);
  const quiet = await keyOf("quiet");
  await until(
    () => existsSync(fileIn(folder, quiet)),
    "the same look makes the index of another project, as the last one",
  );
  expect(written()).toBe(before);
  clock.pass(60_000);
  await until(() => written() > before, "the index is updated");
  await close();
});

async function itemsOf(projectId: string): Promise<string[]> {
  const found = (await (await fetch(`${app.url}/api/projects/${projectId}/items`)).json()) as {
    items: { id: string }[];
  };
  return found.items.map(({ id }) => id);
}
