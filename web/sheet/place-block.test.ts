import { expect, test } from "bun:test";
import type { ColumnId } from "../catalog/column-ids.ts";
import type { CellRange } from "../items/grid/cell-range.ts";
import { columns as all } from "../items/grid/columns.ts";
import { type Block, placeBlock } from "./place-block.ts";

const range = (top: number, left: number, bottom = top, right = left): CellRange => ({ top, bottom, left, right });
const five: ColumnId[] = ["name", "price", "discount", "quantity", "priority"];

function shown(block: Block, onto: CellRange, ids: ColumnId[] = five, shows = false, copied?: ColumnId[]) {
  const columns = ids.flatMap((id) => all.find((column) => column.id === id) ?? []);
  const labelOf = ({ id }: { id: ColumnId }) => id;
  const placed = placeBlock({ block, range: onto, columns, offered: all, copied, labelOf, shows: () => shows });
  const rows: string[] = [];
  for (let row = placed.top; row <= placed.bottom; row++)
    rows.push(placed.columns.map((_, at) => placed.textAt(row, at) ?? "·").join(""));
  const { cut, leftOut } = placed;
  return { rows, into: placed.columns.map(({ id }) => id).join(), cut, leftOut: leftOut.join() };
}

const ab = [
  ["a", "b"],
  ["c", "d"],
];
const nothingLost = { cut: 0, leftOut: "" };

test("a block is laid from the cell where it is pasted", () => {
  expect(shown(ab, range(3, 1))).toEqual({ rows: ["ab", "cd"], into: "price,discount", ...nothingLost });
});

test("one text fills the whole range, also over columns that cannot be written", () => {
  expect(shown([["a"]], range(0, 0, 2, 1)).rows).toEqual(["aa", "aa", "aa"]);
  expect(shown([["a"]], range(0, 0, 0, 2), ["price", "buyerPays", "quantity"])).toEqual({
    rows: ["aa"],
    into: "price,quantity",
    ...nothingLost,
  });
});

test("a block is repeated in a range that is a multiple of it, in both directions", () => {
  expect(shown([["a", "b"]], range(0, 0, 1, 3)).rows).toEqual(["abab", "abab"]);
  expect(shown([["a"], ["b"]], range(0, 0, 3, 0)).rows).toEqual(["a", "b", "a", "b"]);
});

test("in any other range it is laid once", () => {
  expect(shown([["a"], ["b"]], range(0, 0, 2, 0)).rows).toEqual(["a", "b"]);
  expect(shown([["a", "b", "c"]], range(0, 0, 0, 1)).rows).toEqual(["abc"]);
});

test("what is right of the last column is cut off, and counted where it is something", () => {
  const block = [
    ["a", "b", "c"],
    ["d", "e", ""],
  ];
  expect(shown(block, range(0, 3))).toMatchObject({ rows: ["ab", "de"], cut: 1 });
});

test("what is missing in a shorter row stays as it is", () => {
  expect(shown([["a", "b"], ["c"]], range(0, 0)).rows).toEqual(["ab", "c·"]);
});

test("a column that only shows something is passed over, so that none of the block is lost", () => {
  const ids: ColumnId[] = ["name", "place", "price", "discount", "buyerPays", "quantity"];
  expect(shown([["a", "b", "c", "d"]], range(0, 0), ids)).toEqual({
    rows: ["abcd"],
    into: "name,price,discount,quantity",
    ...nothingLost,
  });
});

test("a block that has that column too is laid on it, which is told", () => {
  const ids: ColumnId[] = ["price", "buyerPays", "quantity"];
  expect(shown([["a", "b", "c"]], range(0, 0), ids, true)).toEqual({
    rows: ["ac"],
    into: "price,quantity",
    cut: 0,
    leftOut: "buyerPays",
  });
  expect(shown([["a", "", "c"]], range(0, 0), ids, true).leftOut).toBe("");
  expect(shown([["a"]], range(0, 1), ids)).toEqual({ rows: [""], into: "", cut: 0, leftOut: "buyerPays" });
});

test("what the list itself has copied from such a column is left out, wherever the rest goes", () => {
  const block = [["49", "10", "44.1", "12"]];
  const copied: ColumnId[] = ["price", "discount", "buyerPays", "quantity"];
  const done = { rows: ["491012"], into: "price,discount,quantity", cut: 0, leftOut: "buyerPays" };
  expect(shown(block, range(0, 1), ["name", "price", "discount", "quantity", "visible"], false, copied)).toEqual(done);
  expect(shown(block, range(0, 1), ["name", "price", "discount", "buyerPays", "quantity"], true, copied)).toEqual(done);
  const many: ColumnId[] = ["name", "place", "price"];
  expect(shown([["a", "b", "c"]], range(0, 0), ["name", "price", "discount"], false, many)).toEqual({
    rows: ["ac"],
    into: "name,price",
    cut: 0,
    leftOut: "place",
  });
  expect(shown([["b", "c"]], range(0, 0), ["buyerPays", "quantity"], false, ["buyerPays", "quantity"])).toMatchObject({
    rows: ["c"],
    into: "quantity",
  });
});

test("what the list itself has copied goes into its own columns, from the first of them on", () => {
  const block = [["49", "12"]];
  const copied: ColumnId[] = ["price", "quantity"];
  const own = { rows: ["4912"], into: "price,quantity", ...nothingLost };
  expect(shown(block, range(0, 1), five, false, copied)).toEqual(own);
  expect(shown(block, range(0, 1), ["name", "price", "buyerPays", "discount", "quantity"], true, copied)).toEqual(own);
  expect(shown(block, range(0, 1, 2), five, false, copied).rows).toEqual(["4912", "4912", "4912"]);
  expect(shown(block, range(0, 1), ["name", "price", "discount"], false, copied)).toEqual(own);
  // Elsewhere, and in a range that is chosen, it goes by position.
  expect(shown(block, range(0, 2), five, false, copied).into).toBe("discount,quantity");
  expect(shown(block, range(0, 1, 0, 2), five, false, copied).into).toBe("price,discount");
});

test("what a column shows that cannot be written may be copied into one that can, by itself", () => {
  expect(shown([["44.1"]], range(0, 0), ["price", "discount"], false, ["buyerPays"])).toEqual({
    rows: ["44.1"],
    into: "price",
    ...nothingLost,
  });
});

test("what was just pasted over such a column may be pasted again", () => {
  const ids: ColumnId[] = ["name", "price", "discount", "buyerPays", "quantity", "visible", "priority"];
  const block = [["a", "b", "c", "d", "e"]];
  const done = { into: "name,price,discount,quantity,visible", ...nothingLost };
  expect(shown(block, range(0, 0, 0, 4), ids)).toEqual({ rows: ["abcde"], ...done });
  expect(shown(block, range(0, 0, 1, 5), ids)).toEqual({ rows: ["abcde", "abcde"], ...done });
});

test("rows with such a column are repeated in the rows of a range that is as wide", () => {
  const ids: ColumnId[] = ["price", "buyerPays", "quantity"];
  const copied = ids;
  expect(shown([["a", "b", "c"]], range(0, 0, 2, 2), ids, false, copied).rows).toEqual(["ac", "ac", "ac"]);
  expect(shown([["a", "b", "c"]], range(0, 0, 2, 1), ids, false, copied).rows).toEqual(["ac"]);
});
