import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { currencies } from "../../contract/constants.ts";
import { emptied, isSheetField, readCell, type SheetField, writeCell } from "./cell-values.ts";

const value = (field: SheetField, text: string) => readCell(field, text);

test("numbers are read as people and spreadsheets write them", () => {
  expect(value("price", " 1 299,50 ")).toEqual({ value: 1299.5 });
  expect(value("price", "$1,299.50")).toEqual({ value: 1299.5 });
  expect(value("price", "12 ₽")).toEqual({ value: 12 });
  expect(value("discount", "15 %")).toEqual({ value: 15 });
  expect(value("priority", "-2.5")).toEqual({ value: -2.5 });
});

test("a number that its field does not take is a fault of its own", () => {
  expect(value("price", "cheap")).toEqual({ fault: "not_a_number" });
  expect(value("price", "1,299")).toEqual({ fault: "ambiguous_number" });
  expect(value("price", "-1")).toEqual({ fault: "out_of_range" });
  expect(value("quantity", "-1")).toEqual({ fault: "out_of_range" });
  for (const text of ["101", "12.5", "-1"]) expect(value("discount", text)).toEqual({ fault: "percentage" });
});

test("a switch is read in all languages of the interface", () => {
  for (const text of ["TRUE", "yes", "1", "Да", "ИСТИНА", "Ja", "WAHR", "Sí", "VERDADERO", "是"])
    expect(value("visible", text)).toEqual({ value: true });
  for (const text of ["false", "No", "0", "нет", "ЛОЖЬ", "Nein", "FALSCH", "FALSO", "否"])
    expect(value("visible", text)).toEqual({ value: false });
  expect(value("visible", "perhaps")).toEqual({ fault: "yes_or_no" });
});

test("a name is one line, and not longer than the service takes", () => {
  expect(value("name", "  Desk\r\n lamp ")).toEqual({ value: "Desk lamp" });
  expect(value("name", "x".repeat(501))).toEqual({ fault: "too_long" });
  expect(value("name", "a\u0000")).toEqual({ fault: "invalid_text" });
});

test("a currency is one of those that there are", () => {
  expect(value("currency", "eur")).toEqual({ value: "EUR" });
  expect(value("currency", "doubloon")).toEqual({ fault: "unknown_currency" });
});

test("words are read once each, from a list with commas or lines", () => {
  expect(value("tags", "a, b,a ,, c")).toEqual({ value: ["a", "b", "c"] });
  expect(value("tags", "a\nb")).toEqual({ value: ["a", "b"] });
  expect(value("tags", '"a, b", "say ""hi""", 6" pipe')).toEqual({ value: ["a, b", 'say "hi"', '6" pipe'] });
  expect(value("tags", '"a, b" , c')).toEqual({ value: ["a, b", "c"] });
  expect(value("tags", ' "a, b"\u00a0\n"c" d, "e" ')).toEqual({ value: ["a, b", '"c" d', "e"] });
  expect(value("badges", Array.from({ length: 201 }, (_, at) => `b${at}`).join())).toEqual({ fault: "too_many" });
});

describe("an empty cell", () => {
  test("empties the field, or is a fault where something has to be", () => {
    for (const field of ["price", "discount", "quantity", "priority"] as const)
      expect(value(field, " ")).toEqual({ value: 0 });
    for (const field of ["tags", "badges"] as const) expect(emptied(field)).toEqual({ value: [] });
    for (const field of ["name", "visible", "currency"] as const) expect(emptied(field)).toEqual({ fault: "blank" });
  });
});

test("what is copied is read back exactly", () => {
  const word = fc.string({ unit: fc.constantFrom("a", ",", '"', " ", "é", "1"), minLength: 1, maxLength: 9 });
  const tag = word.filter((text) => text.trim() !== "");
  const cells = fc.oneof(
    fc.record({
      field: fc.constantFrom<SheetField>("price", "quantity"),
      value: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    }),
    fc.record({ field: fc.constant<SheetField>("discount"), value: fc.integer({ min: 0, max: 100 }) }),
    fc.record({ field: fc.constant<SheetField>("visible"), value: fc.boolean() }),
    fc.record({ field: fc.constant<SheetField>("currency"), value: fc.constantFrom(...currencies) }),
    fc.record({ field: fc.constantFrom<SheetField>("tags", "badges"), value: fc.uniqueArray(tag) }),
  );
  fc.assert(
    fc.property(cells, ({ field, value }) => expect(readCell(field, writeCell(field, value))).toEqual({ value })),
  );
});

test("what is computed cannot be written", () => {
  expect((["place", "buyerPays", "languages", "name"] as const).map(isSheetField)).toEqual([false, false, false, true]);
});
