import { expect, test } from "bun:test";
import type { Value } from "../formats/sheet.ts";
import { mayBeRemains, remainsOf } from "./lost-text.ts";
import { keysMadeInto, misread } from "./made-text.ts";

const faultOf = (before: Value, after: Value, isMade = true) =>
  mayBeRemains(after, isMade) ? remainsOf(before, after, isMade)?.code : undefined;

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
  ["1.125", "1125"],
  ["1.234", "1234"],
  ["1,234", "1234"],
  ["1.000.000", "1000000"],
  ["1,000,000", "1000000"],
  ["1 234", "1234"],
  ["1.234,50", "1234,5"],
  ["€9,99", "9,99"],
  ["5 €", "5"],
  ["$5", "5"],
  ["(5)", "-5"],
  [".5", "0.5"],
  ["5.", "5"],
  ["2 1/2", "2,5"],
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
  ["1.2.3", "01.02.2003"],
  ["Jan-02", "01.01.2002"],
  ["May 5", "05/05/2026"],
  ["May 2026", "2026-05-01"],
  ["10:30", "10:30:00"],
  ["1:05", "01:05:00 AM"],
  ["00:15", "12:15:00 AM"],
  ["16:10", "04:10:00 PM"],
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
  ["1.5", "15"],
  ["1,5", "15"],
  ["0.5", "5"],
  ["1.125", "1.250"],
  ["1.125", "1126"],
  ["2 1/2", "21"],
  ["Lamp 5", "5"],
  ["5 €", "6"],
  ["10:30", "22:30"],
  ["10:30", "10:45:00"],
  ["May 5", "06/06/2026"],
  ["2 1/0", "3"],
  ["abc", "70"],
  ["1-2", "3-4"],
  ["1-2", "2026-05-07"],
  ["2026-12-31", "31.12.2027"],
  ["2026-12-31", "2026-12-30"],
  ["2026-01-02", "2026-02-01"],
  ["01/02/2026", "02/01/2026"],
  ["2026-12-31", "31.12."],
  ["sold 2026-12-31", "31.12.2026"],
])("in CSV, %p that became %p was edited", (before, after) => {
  expect(faultOf(before, after)).toBeUndefined();
});

const misreadAs = (before: number, value: number, text: string, isMade = true) =>
  misread(before, { column: { name: "price" }, value, text }, isMade)?.code;

test.each([
  [1.125, 1125, "1125"],
  [1.125, 1125, "1.125"],
  [1.125, 1125, "1.125,00"],
  [0.125, 125, "125"],
  [-1.125, -1125, "-1125"],
  [1999.999, 1999999, "1999999"],
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

test("a number that no program has made is what it is", () => {
  expect(misreadAs(1.125, 1125, "1125", false)).toBeUndefined();
});

test.each([
  ["70", "0070"],
  ["3", "3+"],
  ["1235", "1.235"],
  ["1235", "1,235"],
  ["12000", "12E3"],
  ["12000", "120e2"],
  ["01.02.2026", "1-2"],
  ["2026-02-01", "01/02"],
  ["02.Jan", "1-2"],
  ["1-Feb", "1.2"],
  ["Jan-02", "1/2"],
])("the key %p may be what a program makes of %p", (key, before) => {
  expect(keysMadeInto(key)).toContain(before);
});
