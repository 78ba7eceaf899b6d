import { expect, test } from "bun:test";
import { keptApart, readNumber } from "./read-number.ts";

test("a number is read in the formats of people and spreadsheets", () => {
  const written: Record<string, number> = {
    "1299.5": 1299.5,
    "1 299,50": 1299.5,
    "1\u00a0234\u202f567,8": 1234567.8,
    "1,234.50": 1234.5,
    "1,234,567": 1234567,
    "1.234,50": 1234.5,
    "1.234.567": 1234567,
    "1'234.50": 1234.5,
    "1 234": 1234,
    "0,125": 0.125,
    "12,5": 12.5,
    "1234,567": 1234.567,
    "1.234": 1.234,
    ".5": 0.5,
    "-3": -3,
    "\u22123": -3,
    "\u22121 234,5": -1234.5,
    " 7 ": 7,
    "1e3": 1000,
  };
  for (const [text, value] of Object.entries(written)) expect([text, readNumber(text).value]).toEqual([text, value]);
});

test("one comma and three digits are ambiguous, and are refused", () => {
  for (const text of ["1,234", "12,000", "-999,999"]) expect(readNumber(text).fault).toBe("ambiguous_number");
});

test("text that is not a number is refused", () => {
  for (const text of ["", "abc", "1.2.3", "1,23,456", "1,234.5.6", "Infinity", "1e999", "$5"])
    expect([text, readNumber(text).fault]).toEqual([text, "not_a_number"]);
});

test("a space or an apostrophe parts thousands, and never makes one number of several", () => {
  for (const text of [
    "10 20",
    "10 200 30",
    "1 23",
    "1234 567",
    "0 500",
    "10\t200",
    "10\n200",
    "1 234 56",
    "10 200.5 300",
  ])
    expect([text, readNumber(text).fault]).toEqual([text, "not_a_number"]);
  for (const text of ["10 200", "10\u2009200", "10’200"])
    expect([text, readNumber(text).value]).toEqual([text, 10_200]);
});

test("several numbers in one line stay several", () => {
  for (const text of ["10\n200", "10\t200\r\n", "1\n2\n3"])
    expect(readNumber(keptApart(text)).fault).toBe("not_a_number");
  expect(readNumber(keptApart("10\r\n")).value).toBe(10);
});
