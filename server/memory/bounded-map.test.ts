import { expect, test } from "bun:test";
import { BoundedMap } from "./bounded-map.ts";

const entry = (name: number | string, size: number) => ({ name, size, used: false });

test("stays within its limit", () => {
  const map = new BoundedMap<ReturnType<typeof entry>>(1_000);
  for (let i = 0; i < 100; i++) map.set(`key ${i}`, entry(i, 100));
  const names = Array.from({ length: 100 }, (_, i) => map.get(`key ${i}`)?.name).filter((value) => value !== undefined);
  expect(names).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99]);
});

test("keeps entries that are used", () => {
  const map = new BoundedMap<ReturnType<typeof entry>>(1_000);
  map.set("often", entry("yes", 100));
  for (let i = 0; i < 100; i++) {
    map.set(`key ${i}`, entry("no", 100));
    expect(map.get("often")?.name).toBe("yes");
  }
});

test("replaces the value of a key, and counts it once", () => {
  const map = new BoundedMap<ReturnType<typeof entry>>(1_000);
  for (let i = 0; i < 50; i++) map.set("same", entry(i, 250));
  for (let i = 0; i < 3; i++) map.set(`key ${i}`, entry(i, 250));
  expect([map.get("same")?.name, map.get("key 0")?.name, map.get("key 2")?.name]).toEqual([49, 0, 2]);
});

test("does not store a value that would push out everything else", () => {
  const map = new BoundedMap<ReturnType<typeof entry>>(1_000);
  map.set("small", entry("here", 100));
  map.set("giant", entry("gone", 251));
  expect([map.get("small")?.name, map.get("giant")?.name]).toEqual(["here", undefined]);
});
