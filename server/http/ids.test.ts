import { expect, test } from "bun:test";
import fc from "fast-check";
import { subcategoryId } from "../../contract/fields.ts";
import { newId, slugFor } from "./ids.ts";

test("ids are short, safe in an address, never the same twice, and grow with time", () => {
  const ids = Array.from({ length: 50_000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[0-9a-z]{10,16}$/.test(id))).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
});

test("a generated slug is readable, and a valid id whatever the name", () => {
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
