import { afterAll, beforeAll, expect, test } from "bun:test";
import { languageCodes } from "../contract/languages.ts";
import { type CacheShares, cacheShares } from "../server/memory/cache-shares.ts";
import { projectById } from "../server/projects/projects.sql.ts";
import { Overviews } from "../server/search/overviews.ts";
import { startApp, type TestApp } from "./start-app.ts";

const cacheBytes = 2 * 1024 * 1024;
const languages = [...languageCodes].filter((code) => code !== "en");
const leaves: string[] = [];
const items: string[] = [];
let app: TestApp;

/** So much in every leaf that the names of a few fill the share of the indexes. */
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

/** What `/metrics` says of each part of the cache. */
async function inUse(): Promise<CacheShares> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const parts = [...text.matchAll(/^cache_bytes\{part="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(parts.map(([, part, bytes]) => [part, Number(bytes)])) as CacheShares;
}

test("whatever a client asks for, nothing that is kept outgrows its share", async () => {
  const shares = cacheShares(cacheBytes);
  const most: Record<string, number> = {};
  const look = async () => {
    for (const [part, bytes] of Object.entries(await inUse())) most[part] = Math.max(most[part] ?? 0, bytes);
  };
  // Languages in every order, for lists that are searched: each twice, so that its answer is kept.
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
  for (const part of ["answers", "indexes"]) {
    // Full but for what would not fit any more, or else this would show nothing.
    expect({ part, used: (most[part] ?? 0) > shares[part as keyof CacheShares] / 2 }).toEqual({ part, used: true });
  }
  for (const [part, share] of Object.entries(shares))
    expect({ part, over: (most[part] ?? 0) > share }).toEqual({ part, over: false });
});

test("the overview of a project that was used makes room for the next", async () => {
  const keyOf = (id: string) => app.db.read(async (reader) => (await projectById(reader, id))?.key ?? 0);
  const overviews = new Overviews(app.db, 1_000);
  await overviews.of(await keyOf("shop"), async () => {});
  const large = overviews.bytes;
  expect(large).toBeGreaterThan(items.length * 100);
  await overviews.of(await keyOf("other"), async () => {});
  expect(overviews.bytes).toBeLessThan(1_000);
  overviews.close();
});

test("past 5,000 at a time, requests are told to come back", async () => {
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

test("all parts of the cache together are CACHE_MB", () => {
  expect(Object.values(cacheShares(cacheBytes)).reduce((one, other) => one + other, 0)).toBe(cacheBytes);
});
