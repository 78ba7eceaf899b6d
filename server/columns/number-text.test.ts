import { expect, test } from "bun:test";
import fc from "fast-check";
import { booleanOfText, numberOfText, shownSigns, signsShown } from "./number-text.ts";

test("the shortest form of every number reads as that number", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(numberOfText(String(number), ".")).toBe(number + 0);
    }),
  );
});

test.each([
  ["499,99", 499.99],
  ["1 234,50", 1234.5],
  ["1\u00a0234\u202f567", 1234567],
  ["1,234.50", 1234.5],
  ["1.234,50", 1234.5],
  ["1,234,567", 1234567],
  ["1.234.567,8", 1234567.8],
  ["1'234.50", 1234.5],
  ["0,125", 0.125],
  ["12,5", 12.5],
  ["1234,567", 1234.567],
  ["−5", -5],
  [" 7 ", 7],
  ["1.5E3", 1500],
])("the number %p", (text, number) => {
  expect(numberOfText(text)).toBe(number);
});

test("a sign that may mean two things is a fault, unless the decimal sign is known", () => {
  for (const text of ["1,234", "1.234", " +1.234 "]) {
    expect(numberOfText(text)).toEqual({
      code: "not_allowed",
      message: "may mean 1234 or 1.234: say which sign starts the decimals",
      either: [1234, 1.234],
    });
  }
  expect(numberOfText("\u221212.000")).toMatchObject({ either: [-12000, -12] });
  expect(numberOfText("1,234", ",")).toBe(1.234);
  expect(numberOfText("1,234", ".")).toBe(1234);
  expect(numberOfText("1.234", ",")).toBe(1234);
  expect(numberOfText("1.234", ".")).toBe(1.234);
  expect(numberOfText("0.125")).toBe(0.125);
  expect(numberOfText("1234.5", ",")).toBe(1234.5);
  // Thousands never start with a zero.
  expect(numberOfText("0.500", ",")).toBe(0.5);
  expect(numberOfText("-0.125", ",")).toBe(-0.125);
  expect(numberOfText("0,500", ".")).toMatchObject({ code: "wrong_type" });
});

test.each([
  "12 apples",
  "1,2,3",
  "12 34",
  "10 20",
  "1234 567",
  "1 234 56",
  "01 234",
  "0 500",
  "1..2",
  "--1",
  "0x10",
  "Infinity",
  "1,23,456.7",
])("%p is no number", (text) => {
  expect(numberOfText(text)).toMatchObject({ code: "wrong_type" });
});

test.each(["$5", "5 €", "100 руб.", "12 USD"])("%p has a currency", (text) => {
  expect(numberOfText(text)).toMatchObject({ message: expect.stringContaining("currency") });
});

const { point, comma, either, comesFromNoExport } = shownSigns;

test.each([
  ["12.5", point],
  ["1,234.50", point],
  ["1,234,567", point],
  ["0.125", point],
  ["1.2345", point],
  ["1 234.5", point],
  [" 12,5 ", comma],
  ["1.234,50", comma],
  ["1.234.567", comma],
  ["-0,5", comma],
  [",5", comma],
  ["1.125", either],
  ["1.000", either | comesFromNoExport],
  ["1,125", either | comesFromNoExport],
  ["1234", 0],
  ["1 234", 0],
  ["12.", 0],
  ["12.5 cm", 0],
  ["1.2.3", 0],
  ["v1.5", 0],
  ["1".repeat(60), 0],
])("what %p shows about decimals", (text, shown) => {
  expect(signsShown(text)).toBe(shown);
});

test("a number that is too large is a fault", () => {
  expect(numberOfText("1e999")).toMatchObject({ code: "out_of_range" });
});

test("words for true and false", () => {
  for (const text of ["true", "YES", "1", "Да", "ИСТИНА"]) expect(booleanOfText(text)).toBe(true);
  for (const text of ["FALSE", "no", "0", "нет", "ложь"]) expect(booleanOfText(text)).toBe(false);
  expect(booleanOfText("maybe")).toMatchObject({ code: "wrong_type" });
});
