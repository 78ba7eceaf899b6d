import { expect, test } from "bun:test";
import type { CellRange } from "../items/cell-range.ts";
import { type Block, placeBlock } from "./place-block.ts";

const range = (top: number, left: number, bottom = top, right = left): CellRange => ({ top, bottom, left, right });

function shown(block: Block, onto: CellRange, columns = 5) {
  const { range: placed, cut, textAt } = placeBlock(block, onto, columns);
  const rows: string[] = [];
  for (let row = placed.top; row <= placed.bottom; row++) {
    const cells: string[] = [];
    for (let column = placed.left; column <= placed.right; column++) cells.push(textAt(row, column) ?? "·");
    rows.push(cells.join(""));
  }
  return { at: [placed.top, placed.left], rows, cut };
}

test("a block is laid from the cell where it is pasted", () => {
  const block = [
    ["a", "b"],
    ["c", "d"],
  ];
  expect(shown(block, range(3, 1))).toEqual({ at: [3, 1], rows: ["ab", "cd"], cut: 0 });
});

test("one text fills the whole range", () => {
  expect(shown([["a"]], range(0, 0, 2, 1))).toEqual({ at: [0, 0], rows: ["aa", "aa", "aa"], cut: 0 });
});

test("a block is repeated in a range that is a multiple of it, in both directions", () => {
  expect(shown([["a", "b"]], range(0, 0, 1, 3)).rows).toEqual(["abab", "abab"]);
  expect(shown([["a"], ["b"]], range(0, 0, 3, 0)).rows).toEqual(["a", "b", "a", "b"]);
});

test("in any other range it is laid once", () => {
  expect(shown([["a"], ["b"]], range(0, 0, 2, 0)).rows).toEqual(["a", "b"]);
  expect(shown([["a", "b", "c"]], range(0, 0, 0, 1)).rows).toEqual(["abc"]);
});

test("what is right of the last column is cut off, and counted", () => {
  const block = [
    ["a", "b", "c"],
    ["d", "e", "f"],
  ];
  expect(shown(block, range(0, 3))).toEqual({ at: [0, 3], rows: ["ab", "de"], cut: 2 });
});

test("what is missing in a shorter row stays as it is", () => {
  expect(shown([["a", "b"], ["c"]], range(0, 0)).rows).toEqual(["ab", "c·"]);
});
