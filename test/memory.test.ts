import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { languageCodes } from "../contract/languages.ts";
import { createLog } from "../server/http/logger.ts";
import { type CacheShares, cacheShares } from "../server/memory/cache-shares.ts";
import { projectById } from "../server/projects/projects.sql.ts";
import { Indexes } from "../server/search/indexes.ts";
import { startApp, type TestApp } from "./start-app.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { until } from "./support/until.ts";

const cacheBytes = 2 * 1024 * 1024;
const languages = [...languageCodes].filter((code) => code !== "en");
const leaves: string[] = [];
const items: string[] = [];
let app: TestApp;

/** Enough items in every leaf that the names of a few leaves fill the indexes' share of the cache. */
const itemsOfLeaf = 60;
const name = (i: number) => `Item ${i} ${"long name ".repeat(20)}`;

beforeAll(async () => {
  app = await startApp({ cacheBytes });
  const { data: category } = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "All" } });
  for (let leaf = 0; leaf < 12; leaf++) {
    const made = await app.api.createSubcategory({
      params: { categoryId: category.id },
      body: { name: `Leaf ${leaf}` },
    });
    leaves.push(made.data.id);
    const body = (i: number) => ({ name: name(i), translations: { ru: { name: name(i) }, de: { name: name(i) } } });
    const added = await Promise.all(
      Array.from({ length: itemsOfLeaf }, (_, i) =>
        app.api.createItem({ params: { subcategoryId: made.data.id }, body: body(i) }),
      ),
    );
    items.push(...added.map(({ data }) => data.id));
  }
});
afterAll(() => app.stop());

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(app.url + path, { headers });
  expect(response.status).toBe(200);
  await response.bytes();
};

/** The size of each part of the cache, from `/metrics`. */
async function inUse(): Promise<CacheShares> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const parts = [...text.matchAll(/^cache_bytes\{part="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(parts.map(([, part, bytes]) => [part, Number(bytes)])) as CacheShares;
}

test("no request makes a part of the cache larger than its share", async () => {
  const shares = cacheShares(cacheBytes);
  const most: Record<string, number> = {};
  const look = async () => {
    for (const [part, bytes] of Object.entries(await inUse())) most[part] = Math.max(most[part] ?? 0, bytes);
  };
  // Languages in every order, for searched lists. Each request is sent twice, so that its answer is cached.
  for (let i = 0; i < 400; i++) {
    const wanted = { "accept-language": `${languages[i % 170]},${languages[(i * 7) % 150]},de,ru` };
    const path = `/api/subcategories/${leaves[i % leaves.length]}/items?limit=50&search=${i % 10}`;
    await ask(path, wanted);
    await ask(path, wanted);
    if (i % 20 === 0) await look();
  }
  for (let round = 0; round < 2; round++) {
    await Promise.all(items.map((id) => ask(`/api/items/${id}`)));
    await look();
  }
  for (let round = 0; round < 3; round++) {
    await Promise.all(items.map((itemId) => app.api.updateItem({ params: { itemId }, body: { quantity: round } })));
    await look();
  }
  for (const project of ["shop", "other", "shop"]) {
    await ask(`/api/projects/${project}/find?q=item`);
    await look();
  }
  for (const part of ["answers", "leaves"]) {
    // The parts must be at least half full, or the test would show nothing.
    expect({ part, used: (most[part] ?? 0) > shares[part as keyof CacheShares] / 2 }).toEqual({ part, used: true });
  }
  for (const [part, share] of Object.entries(shares))
    expect({ part, over: (most[part] ?? 0) > share }).toEqual({ part, over: false });
});

test("the index of one project is evicted for the next", async () => {
  const keyOf = (id: string) => app.db.read(async (reader) => (await projectById(reader, id))?.key ?? 0);
  const folder = temporaryFolder();
  const indexes = new Indexes({ db: app.db, folder, maxBytes: 1_000, log: createLog("silent") });
  const first = new WeakRef(await indexes.of(await keyOf("shop")));
  expect(indexes.bytes).toBeGreaterThan(items.length * 20);
  await indexes.of(await keyOf("other"));
  expect(indexes.bytes).toBeLessThan(1_000);
  await until(() => {
    Bun.gc(true);
    return first.deref() === undefined;
  }, "nothing holds the index any more");
  await indexes.close();
  rmSync(folder, { recursive: true });
});

test("more than 5,000 requests at a time get a 503", async () => {
  const headers = { "content-type": "application/json", host: new URL(app.url).host };
  const ends: (() => void)[] = [];
  const standing = () => {
    const body = new ReadableStream({ start: (controller) => void ends.push(() => controller.close()) });
    return app.fetch(new Request(`${app.url}/api/projects/shop/categories`, { method: "POST", headers, body }));
  };
  const answers = Array.from({ length: 5_000 }, standing);
  const refused = await app.fetch(new Request(`${app.url}/api/projects`, { headers }));
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  for (const end of ends) end();
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([400]));
  expect((await app.fetch(new Request(`${app.url}/api/projects`, { headers }))).status).toBe(200);
});

test("the parts of the cache add up to CACHE_MB", () => {
  expect(Object.values(cacheShares(cacheBytes)).reduce((one, other) => one + other, 0)).toBe(cacheBytes);
});
