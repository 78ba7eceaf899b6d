import { expect, test } from "bun:test";
import { BodyCache } from "./body-cache.ts";

const maxBytes = 1024 * 1024;
const answer = (text: string) => async () => ({ body: Buffer.from(text.padEnd(10_000)), etag: "", language: "en" });
const isKept = async (cache: BodyCache, key: string) => {
  let built = false;
  await cache.of(key, "1", () => {
    built = true;
    return answer(key)();
  });
  return !built;
};

test("an answer is kept when it is asked for again, and only under its version", async () => {
  const cache = new BodyCache(maxBytes, undefined);
  expect(await isKept(cache, "list")).toBe(false);
  expect(cache.bytes).toBe(0);
  expect(await isKept(cache, "list")).toBe(false);
  expect(await isKept(cache, "list")).toBe(true);
  const other = await cache.of("list", "2", answer("another version"));
  expect((await new Blob([other.body as BlobPart]).text()).trim()).toBe("another version");
});

test("a target leads to no older answer where the last one was not kept", async () => {
  let version = "1";
  const cache = new BodyCache(maxBytes, { of: () => undefined, ofScope: () => version } as never);
  const ask = async () => {
    const known = cache.byTarget("/list");
    if (known) return known;
    const built = await cache.of("list", version, answer(`version ${version}`));
    cache.note("/list", "items:1", "list", version);
    return built;
  };
  const text = async () => (await new Blob([(await ask()).body as BlobPart]).text()).trim();
  for (let i = 0; i < 3; i++) expect(await text()).toBe("version 1");
  // So many others that nobody remembers that the list was asked for.
  for (let i = 0; i < 50_000; i++) await cache.of(`page ${i}`, "1", answer("page"));
  version = "2";
  for (let i = 0; i < 3; i++) expect(await text()).toBe("version 2");
  expect(cache.byTarget("/list")).toBeDefined();
});

test("a program that asks for everything once pushes out nothing", async () => {
  const cache = new BodyCache(maxBytes, undefined);
  for (let i = 0; i < 2; i++) await isKept(cache, "list");
  for (let i = 0; i < 1_000; i++) await isKept(cache, `page ${i}`);
  expect(await isKept(cache, "list")).toBe(true);
});

test("an answer that changes again and again takes the memory of others along with it no longer than needed", async () => {
  const cache = new BodyCache(maxBytes, undefined);
  const keep = async (key: string, version: string) =>
    (await cache.of(key, version, answer(`${key} ${version}`))).body as Uint8Array;
  const slabs = new Set<ArrayBufferLike>();
  for (let i = 0; i < 20; i++) {
    await keep(`still ${i}`, "1");
    await keep(`still ${i}`, "1");
    // A megabyte of others before the next one: were they to stay where they are, each would hold one.
    for (let change = 0; change < 110; change++) await keep("busy", `${i} ${change}`);
  }
  for (let i = 0; i < 20; i++) {
    const body = await keep(`still ${i}`, "1");
    expect(Buffer.from(body).toString().trim()).toBe(`still ${i} 1`);
    slabs.add(body.buffer);
  }
  expect(slabs.size).toBeLessThanOrEqual(3);
});

test("answers and targets together stay within their memory", async () => {
  const versions = { of: () => undefined, ofScope: () => "1" } as never;
  const cache = new BodyCache(maxBytes, versions);
  for (let i = 0; i < 500; i++) {
    for (let again = 0; again < 2; again++) await isKept(cache, `page ${i}`);
    cache.note(`/${"target".repeat(100)}${i}`, "items:1", `page ${i}`, "1");
    expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
  }
  expect(cache.bytes).toBeGreaterThan(maxBytes * 0.9);
});
