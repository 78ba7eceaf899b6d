import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DiskStore } from "../../server/images/disk-store.ts";
import type { ImageStore, StoredImage } from "../../server/images/image-store.ts";
import { S3Store } from "../../server/images/s3-store.ts";
import { startApp } from "../start-app.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { corners, formOf } from "./pictures.ts";
import { type S3Server, startS3 } from "./s3-server.ts";

const folder = temporaryFolder();
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

const stores: [string, () => ImageStore][] = [
  ["disk", () => new DiskStore(join(folder, "disk"))],
  ["s3", () => new S3Store(s3.settings)],
];
const hash = (letter: string) => letter.repeat(64);
const later = () => Date.now() + 60_000;

async function put(store: ImageStore, name: string, text: string): Promise<void> {
  const file = join(folder, `incoming-${crypto.randomUUID()}`);
  writeFileSync(file, text);
  await store.put(name, file);
  expect(await Bun.file(file).exists()).toBe(false);
}

async function listed(store: ImageStore): Promise<StoredImage[]> {
  const files: StoredImage[] = [];
  for await (const file of store.list()) files.push(file);
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

describe.each(stores)("the store on %s", (_, open) => {
  test("returns stored files, whole and in part", async () => {
    const store = open();
    const name = `${hash("a")}.png`;
    await put(store, name, "0123456789");
    expect(Buffer.from((await store.bytes(name)) ?? []).toString()).toBe("0123456789");
    const opened = await store.open(name);
    expect(opened?.size).toBe(10);
    expect(await new Response(opened?.body(0, 10)).text()).toBe("0123456789");
    expect(await new Response(opened?.body(3, 6)).text()).toBe("345");
  });

  test("has nothing under an unknown name", async () => {
    const store = open();
    expect(await store.open(`${hash("f")}.png`)).toBeUndefined();
    expect(await store.bytes(`${hash("f")}.png`)).toBeUndefined();
    expect(await store.remove(`${hash("f")}.png`, later())).toBe(false);
  });

  test("accepts the same name again", async () => {
    const store = open();
    const name = `${hash("b")}.jpg`;
    await put(store, name, "one");
    await put(store, name, "one");
    expect((await listed(store)).filter((file) => file.name === name)).toHaveLength(1);
  });

  test("lists its files, also over many pages", async () => {
    const store = open();
    // Stores have a resolution of one second, and the clock of a file system is some milliseconds late.
    const before = Math.floor(Date.now() / 1000) * 1000 - 1000;
    const names = Array.from({ length: 30 }, (_, i) => `${hash("c").slice(0, 62)}${String(i).padStart(2, "0")}.webp`);
    await Promise.all(names.map((name) => put(store, name, name)));
    const found = (await listed(store)).filter(({ name }) => name.startsWith("ccc"));
    expect(found.map(({ name }) => name)).toEqual(names);
    expect(found[0]?.size).toBe(69);
    expect(found[0]?.modifiedAt).toBeWithin(before, Date.now() + 1);
  });

  test("removes old files, but not those stored again since", async () => {
    const store = open();
    const name = `${hash("d")}.gif`;
    const before = Date.now() - 2_000;
    await put(store, name, "x");
    expect(await store.remove(name, before)).toBe(false);
    expect(await store.open(name)).toBeDefined();
    expect(await store.remove(name, later())).toBe(true);
    expect(await store.open(name)).toBeUndefined();
  });

  test("does not write the same bytes again, and treats them as just stored", async () => {
    const store = open();
    const name = `${hash("e")}.png`;
    const file = join(folder, "prepared");
    const bytes = Buffer.from("0123456789");
    expect(await store.prepare(name, bytes, file)).toBe(true);
    await store.put(name, file);
    const onDisk = store instanceof DiskStore;
    const stored = join(store.location, "ee", name);
    if (onDisk) utimesSync(stored, 1, 1);
    const before = Date.now() - 2_000;
    expect(await store.prepare(name, bytes, file)).toBe(!onDisk);
    expect(await store.remove(name, before)).toBe(false);
    expect(Buffer.from((await store.bytes(name)) ?? [])).toEqual(bytes);
    if (!onDisk) return;
    for (const damage of ["01234x6789", "0123"]) {
      writeFileSync(stored, damage);
      expect(await store.prepare(name, bytes, file)).toBe(true);
      await store.put(name, file);
      expect(Buffer.from((await store.bytes(name)) ?? [])).toEqual(bytes);
    }
  });

  test("works for the whole service: upload, picture, range, variant", async () => {
    const onS3 = open() instanceof S3Store;
    const app = await startApp({}, onS3 ? { images: { imageStore: "s3", s3: s3.settings } } : {});
    const picture = await corners(400, 300).png().toBuffer();
    const { data } = await app.api.uploadImage({ form: formOf(picture) });
    const whole = await fetch(data.url);
    expect(Buffer.from(await whole.bytes()).equals(picture)).toBe(true);
    const part = await fetch(data.url, { headers: { range: "bytes=1-3" } });
    expect([part.status, await part.text()]).toEqual([206, "PNG"]);
    for (let i = 0; i < 2; i++) {
      const variant = await fetch(`${data.url}?w=64`);
      expect([variant.status, variant.headers.get("content-type")]).toEqual([200, "image/webp"]);
      await variant.bytes();
    }
    expect((await fetch(data.url.replace(/[0-9a-f]{64}/, hash("0")))).status).toBe(404);
    await app.stop();
  });
});

test("a bucket behind a CDN gives addresses of the CDN", async () => {
  const images = { imageStore: "s3" as const, s3: s3.settings, imageBaseUrl: "https://cdn.example.com/catalog" };
  const app = await startApp({}, { images });
  const { data } = await app.api.uploadImage({ form: formOf(await corners().png().toBuffer()) });
  expect(data.url).toMatch(/^https:\/\/cdn\.example\.com\/catalog\/[0-9a-f]{64}\.png$/);
  await app.stop();
});

test("an unreachable store is a 503, and the upload leaves no files", async () => {
  const gone = { ...s3.settings, endpoint: "http://127.0.0.1:1" };
  const app = await startApp({}, { images: { imageStore: "s3", s3: gone } });
  const form = formOf(await corners().png().toBuffer());
  const response = await fetch(`${app.url}/api/upload`, { method: "POST", body: form });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
  expect((await fetch(`${app.url}/uploads/${hash("0")}.png`)).status).toBe(503);
  await app.stop();
});
