import { expect, test } from "bun:test";
import { cellsIn, filledTo, rangeBetween, rangeInRow, sidesOf } from "./cell-range.ts";

const range = rangeBetween({ row: 4, column: 1 }, { row: 2, column: 3 });

test("a range is the same from whichever corner it is made", () => {
  expect(range).toEqual({ top: 2, bottom: 4, left: 1, right: 3 });
  expect(range).toEqual(rangeBetween({ row: 2, column: 1 }, { row: 4, column: 3 }));
  expect(cellsIn(range)).toBe(9);
});

test("its frame runs along the cells at its edge", () => {
  const sides = (row: number, column: number) => sidesOf(rangeInRow(range, row), column);
  expect([sides(2, 1), sides(2, 2), sides(4, 3)]).toEqual(["top left", "top", "bottom right"]);
  expect([sides(3, 2), sides(3, 1)]).toEqual(["", "left"]);
  expect([sides(1, 1), sides(5, 1), sides(3, 0), sides(3, 4)]).toEqual([undefined, undefined, undefined, undefined]);
  const one = rangeBetween({ row: 7, column: 0 }, { row: 7, column: 0 });
  expect(sidesOf(rangeInRow(one, 7), 0)).toBe("top bottom left right");
});

test("the fill handle adds the rows below the range, or above it", () => {
  expect(filledTo(range, 6)).toEqual({ top: 5, bottom: 6, left: 1, right: 3 });
  expect(filledTo(range, 0)).toEqual({ top: 0, bottom: 1, left: 1, right: 3 });
  expect(filledTo(range, 3)).toBeUndefined();
});
