import { expect, test } from "bun:test";
import type { Item } from "../../contract/items.ts";
import type { ColumnId } from "../catalog/column-ids.ts";
import type { CellRange } from "../items/grid/cell-range.ts";
import { columns as all } from "../items/grid/columns.ts";
import { isSheetColumn, readCell } from "./cell-values.ts";
import { planRows } from "./plan-rows.ts";

const itemOf = (id: string, more: Partial<Item> = {}) =>
  ({ id, name: id, price: 1, quantity: 2, discount: 0, visible: true, tags: ["a"], ...more }) as Item;

const rows = [
  { item: itemOf("lamp"), ifMatch: '"1.a"', editable: true },
  { item: itemOf("vase"), ifMatch: undefined, editable: true },
  { item: itemOf("rug"), ifMatch: undefined, editable: false },
];

function plan(
  texts: string[][],
  shown: ColumnId[],
  at: Partial<CellRange> = {},
  leaf?: { id: string; from: number; priority: number },
  translated = false,
) {
  const top = at.top ?? 0;
  return planRows({
    top,
    bottom: top + texts.length - 1,
    columns: shown.flatMap((id) => all.filter(isSheetColumn).find((column) => column.id === id) ?? []),
    rowAt: (row) => rows[row],
    read(row, column, field) {
      const text = texts[row - top]?.[column];
      return text === undefined ? undefined : { reading: readCell(field, text), text };
    },
    leaf,
    translated,
  });
}

test("each row gets the fields that differ, with the version that was shown", () => {
  const made = plan(
    [
      ["lamp", "9"],
      ["Vase", "1"],
    ],
    ["name", "price"],
  );
  expect(made).toMatchObject({
    rows: [
      { id: "lamp", ifMatch: '"1.a"', data: { price: 9 } },
      { id: "vase", data: { name: "Vase" } },
    ],
    shown: { lamp: { price: 1 } },
    cells: 4,
    faults: [],
  });
});

test("a faulty cell is named, and the rest of its row is written", () => {
  const { rows, faults, cells } = plan([["cheap", "9"]], ["price", "quantity"]);
  expect(rows).toMatchObject([{ id: "lamp", data: { quantity: 9 } }]);
  expect(faults).toMatchObject([
    { row: 0, column: "price", item: { id: "lamp" }, text: "cheap", code: "not_a_number" },
  ]);
  expect(cells).toBe(1);
});

test("rows of others are left alone and counted", () => {
  const made = plan(
    [
      ["5", "3"],
      ["5", "3"],
      ["5", "3"],
    ],
    ["price", "quantity"],
  );
  expect(made.rows.map(({ id }) => id)).toEqual(["lamp", "vase"]);
  expect(made.readOnly).toBe(2);
});

test("below the last row items are made, one after the other", () => {
  const leaf = { id: "lighting", from: 3, priority: 10 };
  const made = plan(
    [
      ["Sconce", "4"],
      ["", ""],
      ["Chandelier", ""],
    ],
    ["name", "price"],
    { top: 3 },
    leaf,
  );
  expect(made.rows).toEqual([
    { subcategoryId: "lighting", data: { priority: 10, visible: false, name: "Sconce", price: 4 } },
    { subcategoryId: "lighting", data: { priority: 11, visible: false, name: "Chandelier", price: 0 } },
  ]);
  expect(made).toMatchObject({ created: 2, readOnly: 0, outside: 0, faults: [] });
});

test("an item without a name is a fault, and a faulty field does not stop the item", () => {
  const leaf = { id: "lighting", from: 3, priority: 0 };
  const made = plan(
    [
      ["", "4"],
      ["Sconce", "cheap"],
    ],
    ["name", "price"],
    { top: 3 },
    leaf,
  );
  expect(made.faults).toMatchObject([
    { row: 3, column: "name", item: undefined, code: "blank" },
    { row: 4, column: "price", item: undefined, code: "not_a_number" },
  ]);
  expect(made.rows).toMatchObject([{ data: { name: "Sconce" } }]);
});

test("elsewhere what is below the last row is counted", () => {
  expect(plan([["Sconce", "4"]], ["name", "price"], { top: 3 })).toMatchObject({ rows: [], outside: 2 });
});

test("names that are shown in another language are left alone, and those of new items are written", () => {
  const made = plan(
    [["Lampe", "9"], [], [], ["Neu", "3"]],
    ["name", "price"],
    {},
    { id: "leaf", from: 3, priority: 1 },
    true,
  );
  expect(made.rows).toEqual([
    { id: "lamp", ifMatch: '"1.a"', data: { price: 9 } },
    { subcategoryId: "leaf", data: { priority: 1, visible: false, name: "Neu", price: 3 } },
  ]);
  expect(made.readOnly).toBe(1);
});
