import { expect, test } from "bun:test";
import fc from "fast-check";
import { subcategoryId } from "../../contract/fields.ts";
import { idMaker, newId, slugFor } from "./ids.ts";

test("ids are short, URL-safe, unique, and ascending over time", () => {
  const ids = Array.from({ length: 50_000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[0-9a-z]{20}$/.test(id))).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
});

test("hundreds of nodes that create ids in the same milliseconds create no duplicates", () => {
  let time = 1_800_000_000_000;
  const nodes = Array.from({ length: 300 }, () => idMaker(() => time));
  const ids = new Set<string>();
  for (let ms = 0; ms < 100; ms++, time++) {
    for (const make of nodes) for (let count = 0; count < 20; count++) ids.add(make());
  }
  expect(ids.size).toBe(300 * 100 * 20);
});

test("ids keep ascending when the clock is set back, and sort after those of earlier versions", () => {
  let time = Date.now();
  const make = idMaker(() => time);
  const before = `${(time - 1).toString(36)}zzzzz`;
  const ids = [before, make()];
  time -= 3_600_000;
  ids.push(make(), make());
  expect(ids.toSorted()).toEqual(ids);
});

test("a generated slug is readable, and a valid id for any name", () => {
  expect(slugFor("Телефоны и планшеты")).toMatch(/^telefony-i-planshety-[0-9a-z]{6}$/);
  expect(slugFor("Größe & Länge")).toMatch(/^[a-z0-9-]+-[0-9a-z]{6}$/);
  expect(slugFor("💩")).toMatch(/-[0-9a-z]{6}$/);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 600 }), (name) => {
      const slug = slugFor(name);
      expect(subcategoryId.safeParse(slug).success, slug).toBe(true);
    }),
    { numRuns: 500 },
  );
});
