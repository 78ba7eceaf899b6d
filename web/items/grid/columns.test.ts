import { describe, expect, test } from "bun:test";
import type { ColumnId } from "../../catalog/column-ids.ts";
import { fittingColumns } from "./columns.ts";

describe("columns beside an open panel", () => {
  const chosen: ColumnId[] = ["name", "price", "discount", "buyerPays", "quantity", "visible"];

  test("all of them if they fit", () => {
    expect(fittingColumns(chosen, 750)).toEqual(chosen);
  });

  test("the least important columns are hidden first", () => {
    expect(fittingColumns(chosen, 660)).toEqual(["name", "price", "discount", "quantity", "visible"]);
    expect(fittingColumns(chosen, 540)).toEqual(["name", "price", "quantity"]);
  });

  test("the name stays at any width", () => {
    expect(fittingColumns(chosen, 100)).toEqual(["name"]);
  });
});
