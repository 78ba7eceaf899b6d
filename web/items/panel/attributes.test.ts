import { expect, test } from "bun:test";
import { moved } from "../../widgets/use-list-drag.ts";
import { discounted } from "../price.ts";
import { emptyRow, emptyRowsIn, withEmptyRows } from "./attributes.ts";

test("empty rows stay where they are beside what is saved", () => {
  const rows = [emptyRow, { key: "a", value: "1" }, emptyRow, emptyRow];
  expect(emptyRowsIn(rows)).toEqual([0, 2, 3]);
  expect(withEmptyRows([{ key: "a", value: "1" }], [0, 2, 3])).toEqual(rows);
  // Someone else has removed the rows before it.
  expect(withEmptyRows([], [5])).toEqual([emptyRow]);
});

test("a list is reordered", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
});

test("the discount is subtracted from the price", () => {
  expect(discounted(200, 15)).toBe(170);
  expect(discounted(200, 0)).toBe(200);
});
