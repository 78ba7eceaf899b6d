import { expect, test } from "bun:test";
import type { Reader } from "../db/db.ts";
import { BodyCache, type CachedBody } from "./body-cache.ts";

const shares = { answers: 1024 * 1024, large: 1024 * 1024 };
const answer = (text: string) => async () => ({ body: Buffer.from(text.padEnd(10_000)), etag: "", language: "en" });
const at = (version: number) => ({ version: async () => version }) as unknown as Reader;
const isCached = async (cache: BodyCache, target: string) => {
  let built = false;
  await cache.of(target, "items:1", at(1), () => {
    built = true;
    return answer(target)();
  });
  return !built;
};
const textOf = async ({ body }: { body: unknown }) => (await new Blob([body as BlobPart]).text()).trim();

test("an answer is cached, and only for its version and scope", async () => {
  const cache = new BodyCache(shares, undefined);
  expect(await isCached(cache, "list")).toBe(false);
  expect(await isCached(cache, "list")).toBe(true);
  expect(await textOf(await cache.of("list", "items:1", at(2), answer("another version")))).toBe("another version");
  expect(await textOf(await cache.of("list", "items:2", at(2), answer("another scope")))).toBe("another scope");
});

test("an answer that is being made is made once for all who ask", async () => {
  const cache = new BodyCache(shares, undefined);
  const { promise, resolve } = Promise.withResolvers<void>();
  let made = 0;
  const ask = (version: number) =>
    cache.of("list", "items:1", at(version), async () => {
      made++;
      await promise;
      return answer(`${version}`)();
    });
  const asked = [ask(1), ask(1), ask(2)];
  resolve();
  expect(await Promise.all((await Promise.all(asked)).map(textOf))).toEqual(["1", "1", "2"]);
  expect(made).toBe(2);
  const failing = () => cache.of("other", "items:1", at(1), () => Promise.reject(new Error("no")));
  await expect(failing()).rejects.toThrow("no");
  expect(await isCached(cache, "other")).toBe(false);
});

test("an answer without a known version is not cached", async () => {
  const cache = new BodyCache(shares, undefined);
  const unversioned = { version: async () => undefined } as unknown as Reader;
  await cache.of("list", "items:1", unversioned, answer("list"));
  expect(cache.bytes).toEqual({ answers: 0, large: 0 });
});

test("if versions are known synchronously, a target leads to its answer until its scope changes", async () => {
  let version = 1;
  const cache = new BodyCache(shares, { version: () => version });
  const ask = async () => cache.known("/list") ?? (await cache.of("/list", "items:1", at(0), answer(String(version))));
  expect(cache.known("/list")).toBeUndefined();
  for (let i = 0; i < 3; i++) expect(await textOf(await ask())).toBe("1");
  expect(cache.known("/list")).toBeDefined();
  version = 2;
  expect(cache.known("/list")).toBeUndefined();
  for (let i = 0; i < 3; i++) expect(await textOf(await ask())).toBe("2");
});

test("an answer is returned unchanged, with its language and headers", async () => {
  const cache = new BodyCache(shares, { version: () => 1 });
  for (const size of [10, 100_000]) {
    const built = { body: Buffer.alloc(size, "x"), etag: '"1"', language: "ru", headers: { link: "</next>" } };
    await cache.of(`/list?${size}`, "items:1", at(1), () => built);
    for (const cached of [
      cache.known(`/list?${size}`),
      await cache.of(`/list?${size}`, "items:1", at(1), answer("")),
    ]) {
      expect(cached).toMatchObject({ etag: '"1"', language: "ru", headers: { link: "</next>" } });
      expect(await textOf(cached as CachedBody)).toBe("x".repeat(size));
    }
  }
});

test("an answer that became large, or small again, is found", async () => {
  let version = 1;
  const cache = new BodyCache(shares, { version: () => version });
  for (const size of [10, 100_000, 20, 100_001]) {
    version++;
    await cache.of("/list", "items:1", at(version), () => ({ body: Buffer.alloc(size, "x"), etag: "" }));
    expect(await textOf(cache.known("/list") as CachedBody)).toBe("x".repeat(size));
  }
});

test("an answer that may be overwritten is returned as a copy to a caller that waits in between", async () => {
  const cache = new BodyCache(shares, undefined);
  const build = (text: string) => () => ({ body: Buffer.from(text), etag: "" });
  await cache.of("/item", "row:1", at(1), build("one"));
  const held = await cache.of("/item", "row:1", at(1), build(""));
  await cache.of("/item", "row:1", at(2), build("two"));
  expect(await textOf(held)).toBe("one");
});

test("answers and their targets stay within their share of memory", async () => {
  const cache = new BodyCache(shares, undefined);
  for (let i = 0; i < 500; i++) {
    await isCached(cache, `/${"target".repeat(100)}${i}`);
    await cache.of(`/large${i}`, "items:1", at(1), () => ({ body: Buffer.alloc(70_000), etag: "" }));
    expect(cache.bytes.answers).toBeLessThanOrEqual(shares.answers);
    expect(cache.bytes.large).toBeLessThanOrEqual(shares.large);
  }
  expect(cache.bytes.answers).toBeGreaterThan(shares.answers * 0.8);
  expect(cache.bytes.large).toBeGreaterThan(shares.large * 0.8);
});
