import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "../../server/db/db.ts";
import { createLog } from "../../server/http/logger.ts";
import { projectById } from "../../server/projects/projects.sql.ts";
import { Indexes } from "../../server/search/indexes.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { countingLeafReads, totalIn } from "./ask-index.ts";

let app: TestApp;
let other: TestApp;
const folder = temporaryFolder();
beforeAll(async () => {
  app = await startApp();
  other = await startApp();
  await fill(app, ["Kettle", "Lamp", "Drill"]);
  await fill(other, ["Sofa"]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.stop();
  await other.stop();
});

async function fill({ api }: TestApp, names: readonly string[]): Promise<void> {
  const category = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "All" } })).data;
  const leaf = (await api.createSubcategory({ params: { categoryId: category.id }, body: { name: "Leaf" } })).data;
  for (const name of names) await api.createItem({ params: { subcategoryId: leaf.id }, body: { name } });
}

const open = (db: Db, name: string) =>
  new Indexes({ db, folder: join(folder, name), maxBytes: Number.POSITIVE_INFINITY, log: createLog("silent") });
const keyOf = async ({ db }: TestApp) => (await db.read((reader) => projectById(reader, "shop")))?.key ?? 0;

test("a restart reads the index from disk, not the catalog", async () => {
  const key = await keyOf(app);
  const first = open(app.db, "restart");
  expect(await totalIn(first, key, "")).toBe(3);
  await first.close();
  const { db, reads } = countingLeafReads(app.db);
  const second = open(db, "restart");
  expect(await totalIn(second, key, "kettle")).toBe(1);
  expect(reads()).toBe(0);
  await second.close();
});

test("an index of another catalog is not used, as after a restore of a backup", async () => {
  const of = open(app.db, "restored");
  expect(await totalIn(of, await keyOf(app), "")).toBe(3);
  await of.close();
  const ofOther = open(other.db, "restored");
  expect(await totalIn(ofOther, await keyOf(other), "")).toBe(1);
  expect(await totalIn(ofOther, await keyOf(other), "sofa")).toBe(1);
  expect(await totalIn(ofOther, await keyOf(other), "kettle")).toBe(0);
  await ofOther.close();
});

test("an index follows to another catalog, as when a backup is restored while the service runs", async () => {
  let now = app;
  const db = Object.assign(Object.create(app.db) as Db, { read: ((work) => now.db.read(work)) as Db["read"] });
  const indexes = open(db, "running");
  expect(await totalIn(indexes, await keyOf(app), "")).toBe(3);
  now = other;
  expect(await totalIn(indexes, await keyOf(other), "")).toBe(1);
  expect(await totalIn(indexes, await keyOf(other), "kettle")).toBe(0);
  await indexes.close();
});

test("a damaged index is made again", async () => {
  const key = await keyOf(app);
  const whole = open(app.db, "damaged");
  expect(await totalIn(whole, key, "")).toBe(3);
  await whole.close();
  const file = join(folder, "damaged", String(key), "index");
  const bytes = readFileSync(file);
  const damages: (() => Uint8Array)[] = [
    () => bytes.subarray(0, bytes.length / 2),
    () => new Uint8Array(0),
    () => Buffer.from("not an index at all"),
    () => bytes.map((byte, at) => (at === bytes.length - 100 ? byte ^ 1 : byte)),
    () => bytes.map((byte, at) => (at === 0 ? 0xff : byte)),
  ];
  for (const damage of damages) {
    writeFileSync(file, damage());
    const { db, reads } = countingLeafReads(app.db);
    const indexes = open(db, "damaged");
    expect(await totalIn(indexes, key, "lamp")).toBe(1);
    expect(reads()).toBeGreaterThan(0);
    await indexes.close();
  }
  expect(readdirSync(join(folder, "damaged", String(key)))).toEqual(["index"]);
});

test("a digit that changed in the header of an index is damage too", async () => {
  const key = await keyOf(app);
  const whole = open(app.db, "header");
  expect(await totalIn(whole, key, "")).toBe(3);
  await whole.close();
  const file = join(folder, "header", String(key), "index");
  const bytes = readFileSync(file);
  const end = 8 + bytes.readUInt32LE(0);
  const digits = [...bytes.subarray(0, end).keys()].filter((at) => /\d/.test(String.fromCharCode(bytes[at] as number)));
  expect(digits.length).toBeGreaterThan(50);
  for (const digit of digits) {
    writeFileSync(
      file,
      bytes.map((byte, at) => (at === digit ? byte ^ 1 : byte)),
    );
    const { db, reads } = countingLeafReads(app.db);
    const indexes = open(db, "header");
    expect(await totalIn(indexes, key, "")).toBe(3);
    expect(reads()).toBeGreaterThan(0);
    await indexes.close();
  }
});

test("a request that would wait too long for an index gets a 503 that says how far it is", async () => {
  const gate = Promise.withResolvers<void>();
  const read: Db["read"] = async (work) => {
    await gate.promise;
    return app.db.read(work);
  };
  const db = Object.assign(Object.create(app.db) as Db, { read });
  const indexes = new Indexes({
    db,
    folder: join(folder, "slow"),
    maxBytes: Number.POSITIVE_INFINITY,
    log: createLog("silent"),
    longestWaitMs: 50,
  });
  const key = await keyOf(app);
  await expect(indexes.of(key)).rejects.toMatchObject({
    code: "unavailable",
    message: "The search index of this project is being made; 0 items are read so far.",
    headers: { "retry-after": "5" },
  });
  gate.resolve();
  while ((await indexes.of(key).catch(() => undefined)) === undefined);
  await indexes.close();
});
