import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { CopyDiffers, copyCatalog, TargetInUse } from "../../server/copy/copy-catalog.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { seedDemo } from "../../server/demo/seed-demo.ts";
import { DiskStore } from "../../server/images/disk-store.ts";
import { Inbox } from "../../server/images/received.ts";
import { startApp } from "../start-app.ts";
import { startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";

let folder: string;
let target: FreshDatabase;
let source: SqliteDb;

beforeAll(async () => {
  folder = temporaryFolder();
  source = new SqliteDb(join(folder, "source.db"));
  const images = { store: new DiskStore(join(folder, "images")), inbox: new Inbox(join(folder, "incoming")) };
  await seedDemo(source, images, Date.now());
  const app = await startApp({}, { database: { db: source, remove: async () => {} } });
  // A subcategory below one that was created later: a copy in key order reaches the child first.
  const [category] = (await app.api.listCategories({ params: { projectId: "aurora-market" } })).data;
  const make = async (id: string) =>
    (await app.api.createSubcategory({ params: { categoryId: category?.id ?? "" }, body: { id, name: id } })).data;
  await make("older");
  await make("younger");
  await app.api.updateSubcategory({ params: { subcategoryId: "older" }, body: { parentId: "younger" } });
  const view = { name: "Older", shared: true, query: { within: "older" }, columns: ["name"] };
  await app.api.createView({ params: { projectId: "aurora-market" }, body: view });
  // More rows than one batch, in the log and in the list.
  const name = "Ё, \u{1f4f1} and 'quotes'";
  for (let index = 0; index < 1_200; index++) {
    await app.api.createItem({ params: { subcategoryId: "older" }, body: { name, price: index / 7, tags: ["a"] } });
  }
  target = await freshDatabase();
  const admin = postgres(target.url, { max: 1 });
  await admin.unsafe("delete from projects");
  // A node that ran here was killed.
  await admin.unsafe("insert into picture_stores (node, store, seen_at) values ('killed', 'disk', 0)");
  await admin.end();
});

afterAll(async () => {
  await source.close();
  await target.drop();
});

const quiet = () => {};

test("an interrupted copy continues where it stopped, both sides are equal in the end, and copying back works too", async () => {
  const to = await PostgresDb.open(settingsFor(target.url));
  let reports = 0;
  const cut = copyCatalog(source, to, (table, doing) => {
    if (table === "items" && doing === "copying" && ++reports === 1) throw new Error("cut");
  });
  expect(cut).rejects.toThrow("cut");
  await cut.catch(() => {});
  const words = `The database ${to.location} holds a copy of ${source.location} that is not finished.`;
  await expect(startService({ DATABASE_URL: target.url })).rejects.toThrow(words);
  const tables: string[] = [];
  const copied = await copyCatalog(source, to, (table, doing) => {
    if (doing === "copying") tables.push(table);
  });
  // Finished parts are not copied again.
  expect(tables).not.toContain("projects");
  expect(tables).toContain("items");

  mkdirSync(join(folder, "back"));
  const back = new SqliteDb(join(folder, "back", "catalog.db"));
  const cutBack = copyCatalog(to, back, () => {
    throw new Error("cut");
  });
  await expect(cutBack).rejects.toThrow("cut");
  await expect(startService({ DATA_DIR: join(folder, "back") })).rejects.toThrow(`${back.location} holds a copy of`);
  expect((await copyCatalog(to, back, quiet)).digest).toBe(copied.digest);
  await back.close();
  await (await startService({ DATA_DIR: join(folder, "back") })).stop();
  await to.close();
});

test("the copy can be used: new changes come after all copied ones", async () => {
  const db = await PostgresDb.open(settingsFor(target.url));
  const app = await startApp({}, { database: { db, remove: async () => {} } });
  const { data } = await app.api.createItem({ params: { subcategoryId: "older" }, body: { name: "Next" } });
  const list = (await app.api.listItems({ params: { subcategoryId: "older" }, query: { page: 1_201, limit: 1 } })).data;
  expect(list.items.map(({ id }) => id)).toEqual([data.id]);
  expect((await app.api.getSubcategory({ params: { subcategoryId: "older" } })).data.parentId).toBe("younger");
  const views = (await app.api.listViews({ params: { projectId: "aurora-market" } })).data;
  expect(views).toMatchObject([{ name: "Older", own: true, query: { within: "older" }, columns: ["name"] }]);
  expect(await app.doctor()).toEqual([]);
  await app.stop();
});

test("a target that is not empty is not changed", async () => {
  const to = await PostgresDb.open(settingsFor(target.url));
  await expect(copyCatalog(source, to, quiet)).rejects.toBeInstanceOf(TargetInUse);
  await to.close();
});

test("a write to the source during the copy is detected, and the next run starts over", async () => {
  const other = new SqliteDb(join(folder, "other.db"));
  const writer = new Database(join(folder, "source.db"));
  const changed = writer.query("update subcategories set name = 'Changed' where id = 'younger' and name <> 'Changed'");
  const copy = copyCatalog(source, other, (table, doing) => {
    if (table === "items" && doing === "copying") changed.run();
  });
  await copy.then(
    () => expect.unreachable(),
    (error) => expect(error).toBeInstanceOf(CopyDiffers),
  );
  writer.close();
  expect((await copyCatalog(source, other, quiet)).rows).toBeGreaterThan(2_400);
  await other.close();
});
