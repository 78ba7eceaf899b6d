import { afterAll, beforeAll, expect } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "../../server/http/logger.ts";
import { projectById } from "../../server/projects/projects.sql.ts";
import { Indexes } from "../../server/search/indexes.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { mutated, mutating, mutationTimeoutMs } from "../support/mutations.ts";
import { rounds } from "../support/rounds.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { randomTest } from "../test-seed.ts";

let app: TestApp;
let key = 0;
const folder = temporaryFolder();
beforeAll(async () => {
  app = await startApp();
  const category = (await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "All" } })).data;
  const leaf = (await app.api.createSubcategory({ params: { categoryId: category.id }, body: { name: "Leaf" } })).data;
  for (let at = 0; at < 20; at++) {
    await app.api.createItem({
      params: { subcategoryId: leaf.id },
      body: { name: `Lamp ${at}`, tags: [`t${at % 3}`] },
    });
  }
  key = (await app.db.read((reader) => projectById(reader, "shop")))?.key ?? 0;
});
afterAll(() => app.stop());

/** The index that is read from disk, without what differs each time that it is made. */
async function contents(): Promise<unknown> {
  const indexes = new Indexes({ db: app.db, folder, maxBytes: Number.POSITIVE_INFINITY, log: createLog("silent") });
  const { position, tree, segments } = await indexes.of(key);
  await indexes.close();
  return JSON.stringify([position, [...tree.parents], segments]);
}

randomTest(
  "a mutated index is never used",
  async (random) => {
    const whole = await contents();
    const file = join(folder, String(key), "index");
    const bytes = readFileSync(file);
    await mutating(rounds(30, 1_000), async () => {
      writeFileSync(file, mutated(bytes, random));
      expect(await contents()).toEqual(whole);
    });
  },
  mutationTimeoutMs,
);
