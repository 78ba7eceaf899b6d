import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { startApp, type TestApp } from "../start-app.ts";
import { corners, cornersOf, formOf, frames } from "./pictures.ts";

let app: TestApp;
let url: string;
let picture: Buffer;
beforeAll(async () => {
  app = await startApp();
  picture = await corners(1000, 500).png().toBuffer();
  url = await upload(picture);
});
afterAll(() => app.stop());

const upload = async (bytes: Uint8Array) => (await app.api.uploadImage({ form: formOf(bytes) })).data.url;
const ask = (query: string, headers: Record<string, string> = {}, of = url) => fetch(of + query, { headers });
const sizeOf = async (response: Response) => {
  const { width, height, pageHeight, pages, format } = await sharp(await response.bytes(), {
    animated: true,
  }).metadata();
  return { width, height: pageHeight ?? height, pages: pages ?? 1, format };
};

describe("the original picture", () => {
  test("may be cached forever, and cannot run scripts", async () => {
    const response = await ask("");
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.bytes()).equals(picture)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "image/png",
      "content-length": String(picture.length),
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
    });
  });

  test("is not sent again to a client that has it", async () => {
    const etag = (await ask("")).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    const response = await ask("", { "if-none-match": etag });
    expect([response.status, (await response.bytes()).length]).toEqual([304, 0]);
    expect((await ask("", { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("HEAD returns its length", async () => {
    const response = await fetch(url, { method: "HEAD" });
    expect([response.status, response.headers.get("content-length")]).toEqual([200, String(picture.length)]);
    expect((await response.bytes()).length).toBe(0);
  });

  test.each([
    ["bytes=0-9", 0, 10],
    ["bytes=5-", 5, undefined],
    ["bytes=-7", -7, undefined],
    ["bytes=10-999999999", 10, undefined],
  ])("%s gives that part", async (range, start, end) => {
    const response = await ask("", { range });
    expect(response.status).toBe(206);
    const part = picture.subarray(start, end);
    expect(Buffer.from(await response.bytes()).equals(part)).toBe(true);
    const first = start < 0 ? picture.length + start : start;
    expect(response.headers.get("content-range")).toBe(`bytes ${first}-${first + part.length - 1}/${picture.length}`);
  });

  test("a range after the end is a 416, and a malformed range is ignored", async () => {
    const response = await ask("", { range: "bytes=999999999-" });
    expect([response.status, response.headers.get("content-range")]).toEqual([416, `bytes */${picture.length}`]);
    for (const range of ["bytes=5-2", "bytes=0-1,4-5", "lines=1-2", "bytes=-"]) {
      expect((await ask("", { range })).status).toBe(200);
    }
    expect((await ask("", { range: "bytes=0-1", "if-range": '"old"' })).status).toBe(200);
  });

  test.each([
    "/uploads/x.png",
    `/uploads/${"0".repeat(64)}.png`,
    `/uploads/${"0".repeat(64)}.svg`,
    "/uploads/..%2fx.png",
  ])("%s is a 404", async (path) => {
    const response = await fetch(app.url + path);
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
  });

  test("is a 404 under another extension", async () => {
    expect((await fetch(url.replace(".png", ".jpg"))).status).toBe(404);
    expect((await fetch(`${url.replace(".png", ".jpg")}?w=64`)).status).toBe(404);
  });
});

describe("variants", () => {
  test.each([
    ["?w=320", 320, 160, "webp"],
    ["?w=320&format=jpeg", 320, 160, "jpeg"],
    ["?w=320&format=avif", 320, 160, "heif"],
    ["?w=2560&format=webp", 1000, 500, "webp"],
    ["?format=jpeg", 1000, 500, "jpeg"],
    ["?w=128&fit=cover", 128, 128, "webp"],
    ["?w=960&fit=cover", 500, 500, "webp"],
    ["?w=128&fit=contain", 128, 64, "webp"],
  ])("%s is %d x %d as %s", async (query, width, height, format) => {
    const response = await ask(query);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(response.headers.get("content-type")).toBe(`image/${format === "heif" ? "avif" : format}`);
    const etag = response.headers.get("etag") ?? "";
    expect(await sizeOf(response)).toMatchObject({ width, height, format });
    expect((await ask(query, { "if-none-match": etag })).status).toBe(304);
    expect((await ask(query, { range: "bytes=0-3" })).status).toBe(206);
  });

  test("a crop uses the focal point", async () => {
    const left = await (await ask("?w=128&fit=cover&fx=0")).bytes();
    const right = await (await ask("?w=128&fit=cover&fx=1")).bytes();
    expect(await cornersOf(left)).toBe("rrbb");
    expect(await cornersOf(right)).toBe("ggww");
    const tall = await upload(await corners(300, 600).png().toBuffer());
    expect(await cornersOf(await (await ask("?w=128&fit=cover&fy=1", {}, tall)).bytes())).toBe("bwbw");
  });

  test("a focal point in the stored address applies to all variants, and alone changes nothing", async () => {
    expect(Buffer.from(await (await ask("?fx=1&fy=0.2")).bytes()).equals(picture)).toBe(true);
    for (const added of ["&w=128&fit=cover", "?w=128&fit=cover"]) {
      const cut = await (await ask(`?fx=1&fy=0.2${added}`)).bytes();
      expect(await cornersOf(cut)).toBe("ggww");
    }
  });

  test("queries with the same pixels share one file, which limits the number of files", async () => {
    const of = await upload(await corners(400, 200).png().toBuffer());
    const hash = /[0-9a-f]{64}/.exec(of)?.[0] ?? "";
    for (const query of ["?w=240", "?w=240&fit=contain", "?w=240&fx=0.3"]) await ask(query, {}, of);
    for (const query of ["?w=480", "?w=2560", "?format=webp"]) await ask(query, {}, of);
    for (const fy of ["0", "0.33", "1"]) await ask(`?w=128&fit=cover&fy=${fy}`, {}, of);
    const files = readdirSync(join(app.images.store.location, hash.slice(0, 2))).filter((name) =>
      name.startsWith(hash),
    );
    expect(files.sort()).toEqual([
      `${hash}.full.webp`,
      `${hash}.png`,
      `${hash}.w128-cover-5-5.webp`,
      `${hash}.w240.webp`,
    ]);
  });

  test("many requests at once wait for one job", async () => {
    const of = await upload(await corners(800, 800).png().toBuffer());
    let puts = 0;
    const { store } = app.images;
    const put = store.put.bind(store);
    store.put = (name, file) => {
      puts++;
      return put(name, file);
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask("?w=320&format=avif", {}, of)));
    expect(answers.map(({ status }) => status)).toEqual(new Array(20).fill(200));
    expect(puts).toBe(1);
    store.put = put;
  });

  test("an animation stays animated as WebP, and is its first frame in other formats", async () => {
    for (const format of ["gif", "webp"] as const) {
      const of = await upload(await frames(3, format));
      expect(await sizeOf(await ask("?format=webp", {}, of))).toEqual({
        width: 40,
        height: 30,
        pages: 3,
        format: "webp",
      });
      expect(await sizeOf(await ask("?format=jpeg", {}, of))).toMatchObject({ pages: 1, format: "jpeg" });
      expect(await sizeOf(await ask("?w=64&fit=cover&fx=0", {}, of))).toMatchObject({
        width: 30,
        height: 30,
        pages: 3,
      });
    }
  });

  test("transparent pixels become white in a JPEG, not black", async () => {
    const clear = { create: { width: 20, height: 20, channels: 4 as const, background: "#00000000" } };
    const of = await upload(await sharp(clear).png().toBuffer());
    const [value = 0] = await sharp(await (await ask("?format=jpeg", {}, of)).bytes())
      .raw()
      .toBuffer();
    expect(value).toBeGreaterThan(250);
  });

  test("wide-gamut colours are converted to sRGB", async () => {
    const wide = await corners().withIccProfile("p3").jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer();
    const variant = await (await ask("?format=webp", {}, await upload(wide))).bytes();
    expect((await sharp(variant).metadata()).icc).toBeUndefined();
    expect(await cornersOf(variant)).toBe("rgbw");
  });

  test.each([
    ["?w=65", "/w"],
    ["?w=0", "/w"],
    ["?w=-64", "/w"],
    ["?w=64&format=png", "/format"],
    ["?w=64&fit=stretch", "/fit"],
    ["?w=64&fx=2", "/fx"],
    ["?w=64&fy=NaN", "/fy"],
  ])("%s is a 400 that names %s", async (query, pointer) => {
    const response = await ask(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_query", errors: [{ pointer }] });
  });
});

test("only reading is possible", async () => {
  const response = await fetch(url, { method: "DELETE" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});
