import { expect, test } from "bun:test";
import { mayBeRemains, misread, remainsOf } from "./lost-text.ts";
import type { Value } from "./sheet.ts";

const faultOf = (before: Value, after: Value, isCsv = true) =>
  mayBeRemains(after, isCsv) ? remainsOf(before, after, isCsv)?.code : undefined;

test.each([
  ["Беседка Slate", "??????? Slate"],
  ["Беседка Slate", "??????? Slate 2"],
  ["Größe L", "Gr??e L"],
  ["Größe L", "Gr????e XL"],
  ["Café", "Caf?"],
  ["Да", "??"],
  ["日本", "??"],
  ["Größe L", "Gr\ufffd\ufffde L"],
  ["Lamp", "L\ufffdmp"],
  [null, "Caf\ufffd"],
])("of %p, %p has lost letters", (before, after) => {
  expect(faultOf(before, after)).toBe("letters_lost");
  expect(faultOf(before, after, false)).toBe("letters_lost");
});

test.each([
  ["Caf\u00e9", "Caf\u00e9?"],
  ["Правда", "Really?"],
  ["Правда", "Really??"],
  ["Что и как", "Why ?"],
  ["Что и как", "Why ??"],
  ["Größe?", "Größe?"],
  ["A ??? B", "A ??? C"],
  ["Lamp", "Lamp???"],
  ["x\ufffd", "y\ufffd"],
  [null, "???"],
  [["a"], ["b?"]],
  [5, 6],
  [null, "70"],
])("of %p, %p is a text of its own", (before, after) => {
  expect(faultOf(before, after)).toBeUndefined();
});

test("a list that has lost letters", () => {
  expect(faultOf(["новинка", "a"], ["???????", "a"])).toBe("letters_lost");
});

test.each([
  ["0070", "70"],
  ["0070", "70.0"],
  ["3+", "3"],
  ["3-", "-3"],
  ["+7", "7"],
  ["1E5", "100000"],
  ["1E5", "1,00E+05"],
  ["1.50", "1.5"],
  ["1,50", "1.5"],
  ["000", "0"],
  ["12345678901234567890", "12345678901234500000"],
  ["12345678901234567890", "1.23457E+19"],
  ["4006381333931", "4,00638E+12"],
])("in CSV, %p that became %p is noticed", (before, after) => {
  expect(faultOf(before, after)).toBe("made_number");
  expect(faultOf(before, after, false)).toBeUndefined();
});

test("a list of one entry that became a number is noticed, and one of several was edited", () => {
  expect(faultOf(["0070"], ["70"])).toBe("made_number");
  expect(faultOf(["1-2"], ["02.Jan"])).toBe("is_date");
  expect(faultOf(["0070", "a"], ["70"])).toBeUndefined();
  expect(faultOf(["0070"], ["70", "a"])).toBeUndefined();
});

test.each([
  ["1-2", "02.Jan"],
  ["1-2", "1-Feb"],
  ["1/2", "2026-02-01"],
  ["3.4", "03.04.2026"],
  ["1-2", "Jan-02"],
  ["1-2", "1月2日"],
  ["2026-12-31", "31.12.2026"],
  ["2026-12-31", "12/31/2026"],
  ["2026-12-31", "12/31/26"],
  ["2026-12-31", "31.12.26"],
  ["2026-05-01", "1/5/2026"],
  ["2026-05-01", "1-May-26"],
  ["31.12.2026", "2026-12-31"],
  ["01/02/2026", "1/2/2026"],
])("in CSV, %p that became the date %p is noticed", (before, after) => {
  expect(faultOf(before, after)).toBe("is_date");
  expect(faultOf(before, after, false)).toBeUndefined();
});

test.each([
  ["0070", "71"],
  ["0070", "0071"],
  ["0070", "seventy"],
  ["70", "70.0"],
  ["70", "0070"],
  ["abc", "70"],
  ["1-2", "3-4"],
  ["1-2", "2026-05-07"],
  ["May 2026", "2026-05-01"],
  ["2026-12-31", "31.12.2027"],
  ["2026-12-31", "2026-12-30"],
  ["2026-01-02", "2026-02-01"],
  ["01/02/2026", "02/01/2026"],
  ["2026-12-31", "31.12."],
  ["sold 2026-12-31", "31.12.2026"],
])("in CSV, %p that became %p was edited", (before, after) => {
  expect(faultOf(before, after)).toBeUndefined();
});

const misreadAs = (before: number, value: number, text: string, isCsv = true) =>
  misread(before, { column: { name: "price" }, value, text }, isCsv)?.code;

test.each([
  [1.125, 1125, "1125"],
  [1.125, 1125, "1.125"],
  [1.125, 1125, "1.125,00"],
  [0.125, 125, "125"],
  [-1.125, -1125, "-1125"],
  [1125, 1.125, "1.125"],
  [1000, 1, "1.000"],
  [1125, 1.125, "1,125"],
])("%p that became %p by %p was misread", (before, value, text) => {
  expect(misreadAs(before, value, text)).toBe("made_number");
});

test.each([
  [1.125, 1.125, "1.125"],
  [1, 1000, "1000"],
  [1.5, 1500, "1500"],
  [1.12, 1120, "1120"],
  [1.125, 1126, "1126"],
  [1000, 1, "1"],
  [1126, 1.125, "1.125"],
])("%p that became %p by %p was edited", (before, value, text) => {
  expect(misreadAs(before, value, text)).toBeUndefined();
});

test("a number of a workbook is what it is", () => {
  expect(misreadAs(1.125, 1125, "1125", false)).toBeUndefined();
});
