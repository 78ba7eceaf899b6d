import { expect, test } from "bun:test";
import type { CellFaultCode } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Cell } from "../formats/sheet.ts";
import { changesOfCells, emptyItem, type ItemFields } from "./cell-changes.ts";
import { patchOfCells } from "./read-cells.ts";
import type { ReadOptions } from "./read-value.ts";
import { columnOfHeader, type ItemColumn } from "./sheet-columns.ts";

/** Reads a row that is given by its headers. */
function read(row: Record<string, Cell>, options?: ReadOptions) {
  return patchOfCells(Object.values(row), Object.keys(row).map(columnOfHeader), options);
}

/** The value that a cell gives, or the code of its fault. */
function one(header: string, cell: Cell, options?: ReadOptions): unknown {
  const { values, faults, ...place } = read({ [header]: cell }, options);
  if (faults.length > 0) return faults[0]?.code;
  return values.length > 0 ? values[0]?.value : Object.values(place)[0];
}

test("a row says where its item is and what its fields are", () => {
  const row = {
    ID: " a1 ",
    Артикул: 42,
    Version: "7",
    Категория: "A / B",
    "Subcategory id": "b",
    Цена: "1 234,50",
    Цвет: "x",
  };
  expect(read(row)).toEqual({
    id: "a1",
    key: "42",
    isKeyNumber: true,
    version: 7,
    path: ["A", "B"],
    subcategoryId: "b",
    values: [{ column: { name: "price" }, value: 1234.5 }],
    faults: [],
  });
});

test.each<[header: string, cell: Cell, value: unknown]>([
  ["price", 12.5, 12.5],
  ["price", "12,50", 12.5],
  ["discount", "15 %", 15],
  ["discount", "15", 15],
  ["visible", "Да", true],
  ["visible", 0, false],
  ["visible", false, false],
  ["currency", "usd", "USD"],
  ["currency", "руб.", "RUB"],
  ["tags", "5g, android", ["5g", "android"]],
  ["tags", ["5g", "a, b"], ["5g", "a, b"]],
  ["tags", 5, ["5"]],
  ["name", "00042", "00042"],
  ["name", 4006381333931, "4006381333931"],
  ["attribute.EAN", "40063813339310000000", "40063813339310000000"],
  ["attribute.Smart", true, "true"],
  ["attribute.Sold since", { odd: "date", text: "2026-05-01" }, "2026-05-01"],
  ["attribute.Mark", "keep", "keep"],
  ["attribute.Mark", "clear", "clear"],
  ["name", null, undefined],
  ["name", " ", undefined],
  ["price", "—", null],
  ["key", "—", null],
  ["name@ru", "—", null],
  ["simpleDescription", '""', ""],
])("%s, example %#", (header, cell, value) => {
  expect(one(header, cell)).toEqual(value);
});

test.each<[header: string, cell: Cell, code: CellFaultCode]>([
  ["price", "cheap", "wrong_type"],
  ["price", "$5", "wrong_type"],
  ["price", true, "wrong_type"],
  ["price", -1, "out_of_range"],
  ["price", "1,234", "not_allowed"],
  ["price", { odd: "date", text: "2026-05-01" }, "is_date"],
  ["price", { odd: "error", text: "#REF!" }, "is_error"],
  ["price", { odd: "no_result", text: "=A1" }, "no_result"],
  ["name", { odd: "merged", text: "A2:A3" }, "merged_cells"],
  ["name", { odd: "error", text: "#N/A" }, "is_error"],
  ["name", { odd: "object", text: "{}" }, "wrong_type"],
  ["name", ["a"], "wrong_type"],
  ["name", "—", "blank"],
  ["name", "x".repeat(limits.nameLength + 1), "too_long"],
  ["name", "a\u0000", "invalid_text"],
  ["discount", "15.5", "wrong_type"],
  ["discount", 101, "out_of_range"],
  ["visible", "maybe", "wrong_type"],
  ["currency", "XYZ", "not_allowed"],
  ["tags", '"open', "wrong_type"],
  ["tags", [1], "wrong_type"],
  ["tags", Array.from({ length: limits.tags + 1 }, String), "too_many"],
  ["imgs", "javascript:alert(1)", "not_allowed"],
  ["subcategory", "A / / B", "wrong_type"],
  ["subcategory", "—", "not_allowed"],
  ["id", "—", "not_allowed"],
  ["version", "-1", "out_of_range"],
  ["key", "x".repeat(limits.idLength + 1), "too_long"],
  ["key", "a\tb", "invalid_text"],
  ["attribute.EAN", 40063813339310000000, "digits_lost"],
  ["attribute.Text", "x".repeat(limits.attributeValueLength + 1), "too_long"],
  [`attribute.${"k".repeat(limits.attributeKeyLength + 1)}`, "x", "too_long"],
  ["attributes", "not JSON", "wrong_type"],
  ["attributes", '{"price": "1"}', "wrong_type"],
  ["attributes", '{"attribute.A": 1}', "wrong_type"],
])("%s has a fault, example %#", (header, cell, code) => {
  expect(one(header, cell)).toBe(code);
});

test("a fault names the column, shows the value and does not stop the others", () => {
  const patch = read({ price: "x".repeat(300), name: "Phone", discount: "half" });
  expect(patch.faults).toEqual([
    { column: "price", value: `${"x".repeat(limits.pointerLength)}…`, code: "wrong_type", message: "must be a number" },
    { column: "discount", value: "half", code: "wrong_type", message: "must be a number" },
  ]);
  expect(patch.values).toEqual([{ column: { name: "name" }, value: "Phone" }]);
});

test("a percentage may have its sign, and blanks around it", () => {
  for (const cell of ["15", "15%", " 15 % ", "15\u00a0%"]) expect(one("discount", cell)).toBe(15);
  for (const cell of ["15%%", "%", `15${" ".repeat(1_000)}x`]) expect(one("discount", cell)).toBe("wrong_type");
});

test("the person chooses the mark that clears, and the decimal sign", () => {
  expect(one("price", "CLEAR", { clearMark: "CLEAR" })).toBeNull();
  expect(one("simpleDescription", "—", { clearMark: "CLEAR" })).toBe("—");
  expect(one("simpleDescription", "\\—", { clearMark: "CLEAR" })).toBe("—");
  expect(one("price", "1,234", { decimal: "," })).toBe(1.234);
});

const colour = (value: string, nth = 1): [ItemColumn, string] => [{ name: "attribute", key: "Colour", nth }, value];
const changed = (item: ItemFields, row: Record<string, Cell>) => changesOfCells(item, read(row).values);
const phone: ItemFields = {
  ...emptyItem,
  name: "Phone",
  tags: ["5g"],
  price: 5,
  description: [
    { key: "Colour", value: "Black" },
    { key: "Weight", value: "180 g" },
    { key: "Colour", value: "White" },
  ],
  translations: { ru: { name: "Телефон", description: [{ key: "Цвет", value: "Чёрный" }] } },
};

test("only what differs is in the patch", () => {
  const row = { name: "Phone", price: "6", tags: "5g", "name@ru": "Телефон", "name@de": "Telefon", quantity: "—" };
  const { patch, changes } = changed(phone, row);
  expect(patch).toEqual({ price: 6, translations: { de: { name: "Telefon" } } });
  expect(changes).toEqual([
    { column: { name: "price" }, before: 5, after: 6 },
    { column: { name: "name", language: "de" }, before: null, after: "Telefon" },
  ]);
});

test("attributes keep their order: a cell changes one in place, and new ones follow in the order of the columns", () => {
  const row = { "attribute.Size": "L", "attribute.Colour [2]": "Red", "attribute.Brand": "A", "attribute.Weight": "—" };
  expect(changed(phone, row).patch.description).toEqual([
    { key: "Colour", value: "Black" },
    { key: "Colour", value: "Red" },
    { key: "Size", value: "L" },
    { key: "Brand", value: "A" },
  ]);
});

test("the last attribute of a language leaves with its list", () => {
  expect(changed(phone, { "attribute.Цвет@ru": "—" }).patch).toEqual({ translations: { ru: { description: null } } });
  expect(changed(phone, { "attribute.Цвет@ru": "Синий", "name@ru": "—" }).patch).toEqual({
    translations: { ru: { name: null, description: [{ key: "Цвет", value: "Синий" }] } },
  });
  expect(changed(phone, { "attribute.None": "—" }).changes).toEqual([]);
});

test("a second attribute needs a first one, in whichever column", () => {
  const [second, first] = [colour("b", 2), colour("a")].map(([column, value]) => ({ column, value }));
  if (first === undefined || second === undefined) throw new Error();
  expect(changesOfCells(emptyItem, [second, first]).patch.description).toEqual([
    { key: "Colour", value: "a" },
    { key: "Colour", value: "b" },
  ]);
  expect(changesOfCells(emptyItem, [second]).faults).toEqual([
    {
      column: "attribute.Colour [2]",
      value: "b",
      code: "out_of_range",
      message: "needs a value in attribute.Colour first",
    },
  ]);
});

test("an item has no more attributes than the contract allows", () => {
  const values = Array.from({ length: limits.attributes + 1 }, (_, index) => ({
    column: { name: "attribute", key: `k${index}`, nth: 1 } as const,
    value: "x",
  }));
  const { patch, faults } = changesOfCells(emptyItem, values);
  expect(patch.description).toHaveLength(limits.attributes);
  expect(faults).toMatchObject([{ column: `attribute.k${limits.attributes}`, code: "too_many" }]);
});
