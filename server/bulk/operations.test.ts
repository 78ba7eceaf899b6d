import { describe, expect, spyOn, test } from "bun:test";
import type { BulkOperations, NumberOperation } from "../../contract/bulk.ts";
import { limits } from "../../contract/limits.ts";
import { Problem } from "../http/problem.ts";
import { newItem, storedItem } from "../items/items.rules.ts";
import type { Fields } from "../log/changes.sql.ts";
import { patchOfOperations, Refusals } from "./operations.ts";

const leaf = { key: 1, id: "leaf", project_key: 3 };
const rowOf = (fields: Fields) => ({
  ...storedItem("i", newItem({ name: "Item", ...fields }), leaf).columns,
  key: 2,
  version: 2,
  subcategory_id: leaf.id,
});
const patch = (fields: Fields, operations: BulkOperations) => patchOfOperations(rowOf(fields), operations);

describe("a number", () => {
  const price = (current: number, op: NumberOperation["op"], value: number, round?: NumberOperation["round"]) =>
    patch({ price: current }, { price: { op, value, ...(round && { round }) } }).price;

  test("is added to, taken from, multiplied and changed by percent", () => {
    expect(price(100, "+", 5)).toBe(105);
    expect(price(100, "-", 5)).toBe(95);
    expect(price(100, "*", 1.5)).toBe(150);
    expect(price(100, "%", 10)).toBe(110);
    expect(price(100, "%", -10)).toBe(90);
  });

  test("has no digits that nobody wrote", () => {
    expect(price(0.1, "+", 0.2)).toBe(0.3);
    expect(price(109.99, "%", 10)).toBe(120.99);
    expect(price(1.005, "*", 1)).toBe(1.005);
    expect(price(2.01, "*", 0.5)).toBe(1.01);
    expect(price(0.005, "+", 0.001)).toBe(0.006);
    expect(patch({ quantity: 7 }, { quantity: { op: "%", value: 10 } }).quantity).toBe(7.7);
    expect(Object.is(price(5, "*", 0), 0)).toBe(true);
    expect(Object.is(price(5, "*", -0), 0)).toBe(true);
  });

  test("is rounded to .99, to a half and to a whole", () => {
    expect(price(12.34, "+", 0, "0.99")).toBe(11.99);
    expect(price(12.6, "+", 0, "0.99")).toBe(12.99);
    expect(price(0.2, "+", 0, "0.99")).toBe(0.99);
    expect(price(12.3, "+", 0, "0.5")).toBe(12.5);
    expect(price(12.2, "+", 0, "0.5")).toBe(12);
    expect(price(12.5, "+", 0, "1")).toBe(13);
  });

  test("a price does not become free by rounding, and what is free stays free", () => {
    expect(price(0.1, "+", 0, "0.5")).toBe(0.5);
    expect(price(0.1, "+", 0, "1")).toBe(1);
    expect(price(0, "%", 10, "0.99")).toBe(0);
    expect(patch({ quantity: 0.2 }, { quantity: { op: "+", value: 0, round: "1" } }).quantity).toBe(0);
  });

  test("keeps its size when it is very large or very small", () => {
    expect(price(1e300, "*", 10)).toBe(1e301);
    expect(price(1e-9, "*", 1)).toBe(0);
  });
});

describe("lists and texts", () => {
  test("words are added once, and removed", () => {
    const operations = { tags: { add: ["sale", "a"], remove: ["b"] }, badges: { add: ["hot"] } };
    expect(patch({ tags: ["a", "b"], badges: ["new"] }, operations)).toEqual({
      tags: ["a", "sale"],
      badges: ["new", "hot"],
    });
  });

  test("a text is replaced everywhere, as it is written, one after the other", () => {
    const fields = { name: "Red $& red", description: [{ key: "red", value: "Red wine" }] };
    expect(patch(fields, { replace: [{ field: "name", find: "ed", with: "$1" }] })).toEqual({ name: "R$1 $& r$1" });
    expect(patch(fields, { replace: [{ field: "description", find: "ed", with: "ose" }] })).toEqual({
      description: [{ key: "rose", value: "Rose wine" }],
    });
    const twice = [
      { field: "name", find: "Red", with: "Blue" },
      { field: "name", find: "Blue", with: "Green" },
    ] as const;
    expect(patch(fields, { replace: [...twice] })).toEqual({ name: "Green $& red" });
  });

  test("a translation is replaced alone, and only where it is", () => {
    const fields = { simpleDescription: "old", translations: { ru: { simpleDescription: "старый" } } };
    const inLanguage = (language: string) =>
      patch(fields, { replace: [{ field: "simpleDescription", language, find: "ст", with: "" }] });
    expect(inLanguage("ru")).toEqual({ translations: { ru: { simpleDescription: "арый" } } });
    expect(inLanguage("de")).toEqual({});
  });
});

describe("a result that is not allowed", () => {
  test("names the items and the fields", () => {
    const refusals = new Refusals();
    const patchOf = (fields: Fields, operations: BulkOperations) => refusals.patchOf(rowOf(fields), operations);
    expect(patchOf({ price: 3 }, { price: { op: "+", value: 1 } })).toEqual({ price: 4 });
    expect(patchOf({ price: 3 }, { price: { op: "-", value: 5 } })).toBeUndefined();
    expect(patchOf({}, { replace: [{ field: "name", find: "Item", with: " " }] })).toBeUndefined();
    expect(patchOf({ price: 1e308 }, { price: { op: "*", value: 1e10 } })).toBeUndefined();
    let problem: Problem | undefined;
    try {
      refusals.throwIfAny();
    } catch (error) {
      problem = error as Problem;
    }
    expect(problem).toBeInstanceOf(Problem);
    expect(problem?.message).toContain('"Item": /price would be -2, and must be at least 0');
    expect(problem?.members.items).toMatchObject([{ pointer: "/price" }, { pointer: "/name" }, { pointer: "/price" }]);
  });

  test("is a text that would be too long, and no step makes it longer", () => {
    const refusals = new Refusals();
    const row = rowOf({
      name: "a",
      simpleDescription: "b",
      description: [{ key: "k", value: "c" }],
      translations: { ru: { description: [{ key: "d", value: "" }] } },
    });
    const texts = [
      ["name", "a", "/name", limits.nameLength],
      ["simpleDescription", "b", "/simpleDescription", limits.textLength],
      ["description", "c", "/description/0/value", limits.attributeValueLength],
      ["description", "d", "/translations/ru/description/0/key", limits.attributeKeyLength],
    ] as const;
    const longest = spyOn(String.prototype, "replaceAll");
    try {
      for (const [field, find, pointer] of texts) {
        const language = pointer.startsWith("/translations") ? ("ru" as const) : undefined;
        const step = { field, find, with: find.repeat(limits.nameLength), ...(language && { language }) };
        expect(refusals.patchOf(row, { replace: [step, step, step, step] })).toBeUndefined();
      }
      const made = longest.mock.results.map(({ value }) => (value as string).length);
      expect(made.length).toBeGreaterThan(0);
      expect(Math.max(...made)).toBeLessThanOrEqual(limits.textLength);
    } finally {
      longest.mockRestore();
    }
    const fault = (pointer: string, most: number) => ({
      id: "i",
      name: "a",
      pointer,
      code: "too_long",
      message: `must have at most ${most} characters`,
    });
    expect(() => refusals.throwIfAny()).toThrow(
      expect.objectContaining({ members: { items: texts.map(([, , pointer, most]) => fault(pointer, most)) } }),
    );
  });

  test("is no text that becomes as long as it may be, or shorter", () => {
    const row = rowOf({ name: "ab".repeat(limits.nameLength / 2) });
    const replaced = (find: string, put: string) =>
      new Refusals().patchOf(row, { replace: [{ field: "name", find, with: put }] });
    expect(replaced("ab", "cd")).toEqual({ name: "cd".repeat(limits.nameLength / 2) });
    expect(replaced("ab", "c")).toEqual({ name: "c".repeat(limits.nameLength / 2) });
    expect(replaced("a", "cd")).toBeUndefined();
  });
});
