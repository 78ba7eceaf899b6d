import { expect, test } from "bun:test";
import type { Reader } from "../db/db.ts";
import { BodyCache } from "./body-cache.ts";

const maxBytes = 1024 * 1024;
const answer = (text: string) => async () => ({ body: Buffer.from(text.padEnd(10_000)), etag: "", language: "en" });
const at = (version: string) => ({ version: async () => version }) as unknown as Reader;
const isKept = async (cache: BodyCache, target: string) => {
  let built = false;
  await cache.of(target, "items:1", at("1"), () => {
    built = true;
    return answer(target)();
  });
  return !built;
};
const textOf = async ({ body }: { body: unknown }) => (await new Blob([body as BlobPart]).text()).trim();

test("an answer is kept, and only under its version and scope", async () => {
  const cache = new BodyCache(maxBytes, undefined);
  expect(await isKept(cache, "list")).toBe(false);
  expect(await isKept(cache, "list")).toBe(true);
  expect(await textOf(await cache.of("list", "items:1", at("2"), answer("another version")))).toBe("another version");
  expect(await textOf(await cache.of("list", "items:2", at("2"), answer("another scope")))).toBe("another scope");
});

test("what nobody knows the version of is not kept", async () => {
  const cache = new BodyCache(maxBytes, undefined);
  const nobody = { version: async () => undefined } as unknown as Reader;
  await cache.of("list", "items:1", nobody, answer("list"));
  expect(cache.bytes).toBe(0);
});

test("where versions are known at once, a target leads to its answer until its scope is another", async () => {
  let version = "1";
  const cache = new BodyCache(maxBytes, { version: () => version });
  const ask = async () => cache.known("/list") ?? (await cache.of("/list", "items:1", at(""), answer(version)));
  expect(cache.known("/list")).toBeUndefined();
  for (let i = 0; i < 3; i++) expect(await textOf(await ask())).toBe("1");
  expect(cache.known("/list")).toBeDefined();
  version = "2";
  expect(cache.known("/list")).toBeUndefined();
  for (let i = 0; i < 3; i++) expect(await textOf(await ask())).toBe("2");
});

test("a program that asks for everything once pushes out nothing", async () => {
  const cache = new BodyCache(maxBytes, undefined);
  for (let i = 0; i < 2; i++) await isKept(cache, "list");
  for (let i = 0; i < 1_000; i++) await isKept(cache, `page ${i}`);
  expect(await isKept(cache, "list")).toBe(true);
});

test("what is asked for again gets in when there is no room", async () => {
  const cache = new BodyCache(maxBytes, undefined);
  for (let i = 0; i < 200; i++) await isKept(cache, `page ${i}`);
  for (let i = 0; i < 2; i++) expect(await isKept(cache, "list")).toBe(false);
  expect(await isKept(cache, "list")).toBe(true);
});

test("an answer that changes again and again takes the memory of others along with it no longer than needed", async () => {
  const cache = new BodyCache(maxBytes, undefined);
  const keep = async (target: string, version: string) =>
    (await cache.of(target, "items:1", at(version), answer(`${target} ${version}`))).body as Uint8Array;
  const slabs = new Set<ArrayBufferLike>();
  for (let i = 0; i < 20; i++) {
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

test("answers and their targets stay within their memory", async () => {
  const cache = new BodyCache(maxBytes, undefined);
  for (let i = 0; i < 500; i++) {
    for (let again = 0; again < 2; again++) await isKept(cache, `/${"target".repeat(100)}${i}`);
    expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
  }
  expect(cache.bytes).toBeGreaterThan(maxBytes * 0.9);
});
