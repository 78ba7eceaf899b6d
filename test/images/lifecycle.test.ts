import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { CatalogError } from "../../contract/client.ts";
import { collect } from "../../server/images/collect.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { startService } from "../start-service.ts";
import { corners, formOf } from "./pictures.ts";
import { startS3 } from "./s3-server.ts";

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
/** A picture like no other. */
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
  test("names every category, subcategory and item, whatever form the address has", async () => {
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

  test("is empty for a picture that nothing uses, and a 404 for none", async () => {
    const { hash } = await upload();
    expect((await app.api.getImageUsage({ params: { hash } })).data.items).toEqual([]);
    for (const unknown of ["0".repeat(64), "x", "%"]) {
      const asked = app.api.getImageUsage({ params: { hash: unknown } });
      expect(await asked.catch((error: CatalogError) => error.status)).toBe(404);
    }
  });
});

describe("collection", () => {
  const run = (now: number, dryRun = false) => collect(app.db, app.images.store, now, 7 * dayMs, dryRun);
  const isThere = async (url: string) => (await fetch(url)).status === 200;

  test("takes what nothing names and nobody may still need, with its variants", async () => {
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

  test("an upload of the same picture starts its grace anew", async () => {
    const bytes = await corners(500, 40).png().toBuffer();
    const { url } = (await app.api.uploadImage({ form: formOf(bytes) })).data;
    const file = join(app.images.store.location, url.slice(-68, -66), url.slice(-68));
    const old = (Date.now() - 30 * dayMs) / 1000;
    utimesSync(file, old, old);
    await app.api.uploadImage({ form: formOf(bytes) });
    await run(Date.now());
    expect(await isThere(url)).toBe(true);
    utimesSync(file, old, old);
    await run(Date.now());
    expect(await isThere(url)).toBe(false);
  });

  test("a picture that comes back while it is being collected stays", async () => {
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

describe("the command line", () => {
  const cli = new URL("../../server/cli.ts", import.meta.url).pathname;
  async function catalog(environment: Record<string, string>, ...args: string[]) {
    const child = Bun.spawn([process.execPath, cli, ...args], {
      env: { ...process.env, ...environment },
      stderr: "pipe",
    });
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    return { code: await child.exited, words: out + err };
  }

  test("collects, shows what it would, and copies between stores", async () => {
    const s3 = await startS3();
    const service = await startService();
    const settings = {
      DATA_DIR: service.dataDir,
      S3_ENDPOINT: s3.settings.endpoint,
      S3_BUCKET: s3.settings.bucket,
      S3_PREFIX: "copied",
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    };
    try {
      const picture = await corners().png().toBuffer();
      const body = formOf(picture);
      const answer = await fetch(`${service.url}/api/upload`, { method: "POST", body });
      const { url } = (await answer.json()) as { url: string };
      const name = url.slice(-68);

      expect((await catalog(settings, "images", "copy", "--to", "s3")).words).toContain("Copied 1 files");
      expect((await catalog(settings, "images", "copy", "--to", "s3")).words).toContain("1 were there already");
      const onS3 = await startService({ ...settings, IMAGE_STORE: "s3" });
      expect(Buffer.from(await (await fetch(`${onS3.url}/uploads/${name}`)).bytes()).equals(picture)).toBe(true);
      await onS3.stop();
      const old = (Date.now() - 40 * dayMs) / 1000;
      const file = join(service.dataDir, "images", name.slice(0, 2), name);
      utimesSync(file, old, old);
      const planned = await catalog(settings, "images", "gc", "--dry-run");
      expect(planned.words).toContain(`would remove ${name}`);
      expect((await fetch(url)).status).toBe(200);
      expect((await catalog(settings, "images", "gc")).words).toContain("Removed 1 pictures");
      expect((await fetch(url)).status).toBe(404);
      const back = await catalog({ ...settings, IMAGE_STORE: "s3" }, "images", "copy", "--to", "disk");
      expect(back.words).toContain("Copied 1 files");
      expect((await fetch(url)).status).toBe(200);

      for (const wrong of [["copy"], ["copy", "--to", "tape"], ["gc", "--now"], []]) {
        expect((await catalog(settings, "images", ...wrong)).code).toBe(1);
      }
    } finally {
      await service.stop();
      await s3.stop();
      rmSync(service.dataDir, { recursive: true });
    }
  }, 60_000);
});

test("a kill at any moment leaves whole pictures or none", async () => {
  let service = await startService();
  const { dataDir } = service;
  const answered: string[] = [];
  for (let round = 0; round < 4; round++) {
    const pictures = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        corners(600 + 2 * i, 600 + 2 * round)
          .png({ compressionLevel: 1 })
          .toBuffer(),
      ),
    );
    const uploads = Promise.allSettled(
      pictures.map(async (bytes) => {
        const response = await fetch(`${service.url}/api/upload`, { method: "POST", body: formOf(bytes) });
        answered.push(((await response.json()) as { url: string }).url);
      }),
    );
    await Bun.sleep(8 * round);
    await service.stop("SIGKILL");
    await uploads;
    service = await startService({ DATA_DIR: dataDir });
  }
  for (const url of answered) expect((await fetch(service.url + new URL(url).pathname)).status).toBe(200);
  for (const shard of readdirSync(join(dataDir, "images")).filter((name) => name.length === 2)) {
    for (const name of readdirSync(join(dataDir, "images", shard))) {
      const bytes = await Bun.file(join(dataDir, "images", shard, name)).bytes();
      expect(new Bun.CryptoHasher("sha256").update(bytes).digest("hex")).toBe(name.slice(0, 64));
    }
  }
  await service.stop();
  rmSync(dataDir, { recursive: true });
}, 60_000);
