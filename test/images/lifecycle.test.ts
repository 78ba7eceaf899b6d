import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { CatalogError } from "../../contract/client.ts";
import { anyone } from "../../server/access/caller.ts";
import type { Reader } from "../../server/db/db.ts";
import { collect } from "../../server/images/collect.ts";
import { usageOf } from "../../server/images/usage.sql.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { corners, formOf } from "./pictures.ts";

let app: TestApp;
let categoryId: string;
let subcategoryId: string;
beforeAll(async () => {
  app = await startApp();
  categoryId = (await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Phones" } })).data.id;
  const created = await app.api.createSubcategory({ params: { categoryId }, body: { name: "Smart" } });
  subcategoryId = created.data.id;
});
afterAll(() => app.stop());

const dayMs = 86_400_000;
let made = 0;
/** Uploads a new picture. */
async function upload(to = app): Promise<{ url: string; hash: string }> {
  const bytes = await corners(40 + 2 * ++made, 40)
    .png()
    .toBuffer();
  const { url } = (await to.api.uploadImage({ form: formOf(bytes) })).data;
  return { url, hash: /[0-9a-f]{64}/.exec(url)?.[0] ?? "" };
}

const createItem = async (imgs: string[]) =>
  (await app.api.createItem({ params: { subcategoryId }, body: { name: "Phone", imgs } })).data.id;

describe("usage", () => {
  test("lists every category, subcategory and item, whatever the form of the address", async () => {
    const { url, hash } = await upload();
    const other = await upload();
    const item = await createItem([other.url, url]);
    const relative = await createItem([`/uploads/${hash}.png?fx=0.3&fy=0.7`]);
    await app.api.updateCategory({ params: { categoryId }, body: { img: url } });
    await app.api.updateSubcategory({ params: { subcategoryId }, body: { img: url } });
    const { data } = await app.api.getImageUsage({ params: { hash } });
    expect(data).toEqual({
      hash,
      categories: [{ id: categoryId, name: "Phones", projectId: "shop" }],
      subcategories: [{ id: subcategoryId, name: "Smart", categoryId }],
      items: [item, relative].map((id) => ({ id, name: "Phone", subcategoryId })),
    });
    expect((await app.api.getImageUsage({ params: { hash: other.hash } })).data.items).toHaveLength(1);
  });

  test("lists each once, though a database may run a read again", async () => {
    const { url, hash } = await upload();
    const item = await createItem([url]);
    const read = async <T>(work: (reader: Reader) => Promise<T>) => {
      await app.db.read(work);
      return app.db.read(work);
    };
    const usage = await usageOf(Object.create(app.db, { read: { value: read } }), hash, anyone);
    expect(usage.items.map(({ id }) => id)).toEqual([item]);
  });

  test("is empty for an unused picture, and a 404 for an unknown one", async () => {
    const { hash } = await upload();
    expect((await app.api.getImageUsage({ params: { hash } })).data.items).toEqual([]);
    for (const unknown of ["0".repeat(64), "x", "%"]) {
      const asked = app.api.getImageUsage({ params: { hash: unknown } });
      expect(await asked.catch((error: CatalogError) => error.status)).toBe(404);
    }
  });
});

describe("collection", () => {
  const run = (now: number, dryRun = false) => collect(app.db, app.images.store, { now, graceMs: 7 * dayMs, dryRun });
  const isThere = async (url: string) => (await fetch(url)).status === 200;

  test("deletes unused pictures after the grace period, with their variants", async () => {
    const used = await upload();
    const removed = await upload();
    const replaced = await upload();
    const unused = await upload();
    await createItem([`${used.url}?fx=0.3&fy=0.7`]);
    const item = await createItem([removed.url, replaced.url]);
    await app.api.updateItem({ params: { itemId: item }, body: { imgs: [removed.url] } });
    await app.api.deleteItem({ params: { itemId: item } });
    await (await fetch(`${unused.url}?w=64`)).bytes();

    expect((await run(Date.now() + 6 * dayMs)).pictures).toBe(0);
    const later = Date.now() + 8 * dayMs;
    const planned = await run(later, true);
    expect(await isThere(unused.url)).toBe(true);
    const done = await run(later);
    expect(done).toEqual(planned);
    expect(await isThere(unused.url)).toBe(false);
    expect(await isThere(`${unused.url}?w=64`)).toBe(false);
    expect(readdirSync(join(app.images.store.location, unused.hash.slice(0, 2)))).not.toContain(`${unused.hash}.png`);
    for (const { url } of [used, removed, replaced]) expect(await isThere(url)).toBe(true);
    expect((await run(later)).pictures).toBe(0);
  });

  test("keeps a picture whose address is part of another address, as with an image resizing service", async () => {
    const pictures = [await upload(), await upload()];
    const inside = pictures.map(({ url }) => encodeURIComponent(url).replaceAll(/%../g, (code) => code.toLowerCase()));
    await createItem(inside.map((url) => `https://scaled.example/?src=${url}&w=300`));
    await run(Date.now() + 8 * dayMs);
    for (const { url } of pictures) expect(await isThere(url)).toBe(true);
  });

  test("an upload of the same picture restarts the grace period", async () => {
    const bytes = await corners(500, 40).png().toBuffer();
    const { url } = (await app.api.uploadImage({ form: formOf(bytes) })).data;
    const file = join(app.images.store.location, url.slice(-68, -66), url.slice(-68));
    const old = (Date.now() - 30 * dayMs) / 1000;
    utimesSync(file, old, old);
    const { ino } = statSync(file);
    await app.api.uploadImage({ form: formOf(bytes) });
    await run(Date.now());
    expect(await isThere(url)).toBe(true);
    // The file is not written again: that would delay the commits of others.
    expect(statSync(file).ino).toBe(ino);
    utimesSync(file, old, old);
    await run(Date.now());
    expect(await isThere(url)).toBe(false);
  });

  test("a picture that is uploaded again during its collection is kept", async () => {
    const bytes = await corners(600, 40).png().toBuffer();
    const { url } = (await app.api.uploadImage({ form: formOf(bytes) })).data;
    const file = join(app.images.store.location, url.slice(-68, -66), url.slice(-68));
    for (let round = 0; round < 20; round++) {
      const old = (Date.now() - 30 * dayMs) / 1000;
      utimesSync(file, old, old);
      await Promise.all([run(Date.now()), app.api.uploadImage({ form: formOf(bytes) })]);
      expect(await isThere(url)).toBe(true);
    }
  });
});
