import { expect, test } from "bun:test";
import { moved, readSpreadsheet } from "./attributes.ts";
import { discounted } from "./price.ts";

test("two columns from a spreadsheet become properties", () => {
  expect(readSpreadsheet('Screen\t6.1"\r\nWeight\t204 g\r\n')).toEqual([
    { key: "Screen", value: '6.1"' },
    { key: "Weight", value: "204 g" },
  ]);
  expect(readSpreadsheet('Note\t"two\nlines and a ""quote"""')).toEqual([
    { key: "Note", value: 'two\nlines and a "quote"' },
  ]);
  expect(readSpreadsheet("plain text")).toBeUndefined();
});

test("a list is reordered", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
});

test("the discount is subtracted from the price", () => {
  expect(discounted(200, 15)).toBe(170);
  expect(discounted(200, 0)).toBe(200);
});
