import { expect, test } from "bun:test";
import type { ColumnId } from "../catalog/column-ids.ts";
import { type Column, columns } from "../items/grid/columns.ts";
import { placeByHeader } from "./header-row.ts";

const labels: Partial<Record<ColumnId, string>> = { name: "Name", price: "Preis", buyerPays: "Käufer zahlt" };
const labelOf = ({ id }: Pick<Column, "id">) => labels[id] ?? id;

function place(block: string[][], into: ColumnId = "name") {
  const range = { top: 3, bottom: 3, left: 0, right: 0 };
  const given = columns.find(({ id }) => id === into);
  const placed = placeByHeader({ block, range, columns, into: given, labelOf });
  if (!placed) return undefined;
  const rows = block
    .slice(1)
    .map((_, at) => placed.columns.map(({ id }, column) => [id, placed.textAt(placed.top + at, column)].join("=")));
  return { rows, bottom: placed.bottom, leftOut: placed.leftOut };
}

test("each column goes where its header says, in any order, by the words of the list and of suppliers", () => {
  expect(
    place([
      ["Stock", "preis", "Title"],
      ["7", "5", "Lamp"],
      ["8", "6", "Vase"],
    ]),
  ).toEqual({
    rows: [
      ["quantity=7", "price=5", "name=Lamp"],
      ["quantity=8", "price=6", "name=Vase"],
    ],
    bottom: 4,
    leftOut: [],
  });
});

test("columns that cannot be pasted are named, if they have something", () => {
  const block = [
    ["Name", "SKU", "Käufer zahlt", "Price", "Notes", ""],
    ["Lamp", "A-1", "4", "5", "", "x"],
  ];
  expect(place(block)).toEqual({ rows: [["name=Lamp", "price=5"]], bottom: 3, leftOut: ["SKU", "Käufer zahlt", "?"] });
});

test("what is left out may be there twice, in other words", () => {
  const texts = ["Home", "Lamps", "Lamp", "5"];
  const rows = [["name=Lamp", "price=5"]];
  for (const [one, other] of [
    ["Category", "Subcategory"],
    ["SKU", "Article"],
    ["Image", "Photo"],
  ] as const)
    expect(place([[one, other, "Name", "Price"], texts])).toEqual({ rows, bottom: 3, leftOut: [one, other] });
});

test("a single column has a header only where that is the name of its own column", () => {
  const prices = [["Price"], ["5"]];
  expect(place(prices, "price")?.rows).toEqual([["price=5"]]);
  expect(place(prices, "name")).toBeUndefined();
});

test("texts are no header", () => {
  for (const block of [
    [["Name", "Price"]],
    [
      ["Lamp", "5"],
      ["Vase", "6"],
    ],
    [
      ["Price", "5"],
      ["Vase", "6"],
    ],
    [
      ["Name", "Title"],
      ["Lamp", "Vase"],
    ],
    [
      ["Name", "Price", "Title"],
      ["Lamp", "5", "Vase"],
    ],
    [
      ["Image", "Photo"],
      ["Lamp", "Vase"],
    ],
  ])
    expect(place(block)).toBeUndefined();
});
