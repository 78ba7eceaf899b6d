import { describe, expect, test } from "bun:test";
import { type ColumnId, fittingColumns } from "./columns.ts";

describe("columns beside an open panel", () => {
  const chosen: ColumnId[] = ["name", "price", "discount", "buyerPays", "quantity", "visible"];

  test("all of them where there is room", () => {
    expect(fittingColumns(chosen, 730)).toEqual(chosen);
  });

  test("what the list can do without goes first, in the order of the list", () => {
    expect(fittingColumns(chosen, 640)).toEqual(["name", "price", "discount", "quantity", "visible"]);
    expect(fittingColumns(chosen, 520)).toEqual(["name", "price", "quantity"]);
  });

  test("the name stays whatever the room", () => {
    expect(fittingColumns(chosen, 100)).toEqual(["name"]);
  });
});
