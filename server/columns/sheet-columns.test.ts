import { expect, test } from "bun:test";
import fc from "fast-check";
import { plainColumns } from "../../contract/column-headers.ts";
import { anyText } from "../../test/support/sheet-items.ts";
import { mostColumns } from "../formats/sheet.ts";
import { columnGuide } from "./column-guide.ts";
import { allColumns, columnOfHeader, headerOf, type ItemColumn } from "./sheet-columns.ts";

const anyLanguage = fc.constantFrom("ru", "de", "en", undefined);

test("every attribute has a header of its own, whatever its key contains", () => {
  const column = fc.record({ key: anyText, nth: fc.integer({ min: 1, max: 500 }), language: anyLanguage });
  fc.assert(
    fc.property(column, ({ key, nth, language }) => {
      const attribute: ItemColumn = { name: "attribute", key, nth, ...(language !== undefined && { language }) };
      expect(columnOfHeader(headerOf(attribute))).toEqual(attribute);
    }),
    { numRuns: 2_000 },
  );
});

test("every other column is recognised by its header", () => {
  for (const name of plainColumns) expect(columnOfHeader(headerOf({ name }))).toEqual({ name });
  for (const name of ["name", "simpleDescription"] as const) {
    for (const language of ["ru", "en"]) {
      expect(columnOfHeader(headerOf({ name, language }))).toEqual({ name, language });
    }
  }
});

test.each([
  ["SKU", { name: "key" }],
  [" Артикул ", { name: "key" }],
  ["ЦЕНА", { name: "price" }],
  ["Кол-во", { name: "quantity" }],
  ["остаток", { name: "quantity" }],
  ["Скидка, %", { name: "discount" }],
  ["Валюта", { name: "currency" }],
  ["Видимость", { name: "visible" }],
  ["Метки", { name: "badges" }],
  ["Изображения", { name: "imgs" }],
  ["Подкатегория", { name: "subcategory" }],
  ["Short description", { name: "simpleDescription" }],
  ["subcategory_id", { name: "subcategoryId" }],
  ["Название (ru)", { name: "name", language: "ru" }],
  ["name_RU", { name: "name", language: "ru" }],
  ["Описание@de", { name: "simpleDescription", language: "de" }],
  ["Name (en)", { name: "name" }],
  ["Preis", { name: "price" }],
  ["MENGE", { name: "quantity" }],
  ["Bezeichnung", { name: "name" }],
  ["Artikelnummer", { name: "key" }],
  ["Artikel-Nr.", { name: "key" }],
  ["Artikelnummer (SKU)", { name: "key" }],
  ["Währung", { name: "currency" }],
  ["Wa\u0308hrung", { name: "currency" }],
  ["Unterkategorie", { name: "subcategory" }],
  ["Bezeichnung (de)", { name: "name", language: "de" }],
  ["Beschreibung@de", { name: "simpleDescription", language: "de" }],
  ["Eigenschaft: Farbe", { name: "attribute", key: "Farbe", nth: 1 }],
  ["Precio", { name: "price" }],
  ["Cantidad", { name: "quantity" }],
  ["CÓDIGO", { name: "key" }],
  ["Codigo", { name: "key" }],
  ["Descripción", { name: "simpleDescription" }],
  ["Imágenes", { name: "imgs" }],
  ["Descuento, %", { name: "discount" }],
  ["Característica.Color", { name: "attribute", key: "Color", nth: 1 }],
  ["商品名称", { name: "name" }],
  ["编码（SKU）", { name: "key" }],
  ["价格", { name: "price" }],
  ["库存", { name: "quantity" }],
  ["属性：颜色", { name: "attribute", key: "颜色", nth: 1 }],
  ["Видимый", { name: "visible" }],
  ["Атрибут.Цвет@ru", { name: "attribute", key: "Цвет", nth: 1, language: "ru" }],
  ["Attribute: Colour", { name: "attribute", key: "Colour", nth: 1 }],
  ["attribute.Colour [2]", { name: "attribute", key: "Colour", nth: 2 }],
  ["attribute.a.b@zz", { name: "attribute", key: "a.b@zz", nth: 1 }],
])("%s is recognised", (header, column) => {
  expect(columnOfHeader(header)).toEqual(column as ItemColumn);
});

test.each(["Notes", "", "price@ru", "name@zz", "Цена, руб.", "Artikel", "EK-Preis", "Lager"])(
  "%p is left to a person",
  (header) => {
    expect(columnOfHeader(header)).toBeUndefined();
  },
);

test("an export has at most as many columns as an import reads", () => {
  const attributes = Array.from({ length: 5_000 }, (_, index) => ({ key: `k${index}`, nth: 1 }));
  const columns = allColumns({ languages: ["ru", "de"], attributes });
  expect(columns.length).toBe(mostColumns);
  expect(columns.at(-1)).toEqual({ name: "attributes" });
  expect(new Set(columns.map(headerOf)).size).toBe(mostColumns);
  expect(columns.some(({ name, language }) => name === "name" && language === "de")).toBe(true);
});

test("the guide explains every column, in all languages of the interface", () => {
  const explained = columnGuide.map(({ column }) => columnOfHeader(column)?.name);
  expect(new Set(explained)).toEqual(new Set([...plainColumns, "attribute"]));
  for (const { en, ru, de, es, zh, example } of columnGuide) {
    expect(new Set([en, ru, de, es, zh, ""]).size).toBe(6);
    expect(ru).toMatch(/\p{Script=Cyrillic}/u);
    expect(zh).toMatch(/\p{Script=Han}/u);
    expect(example).not.toBe("");
  }
});
