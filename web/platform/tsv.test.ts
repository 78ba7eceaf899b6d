import { expect, test } from "bun:test";
import fc from "fast-check";
import { readTsv, writeHtml, writeTsv } from "./tsv.ts";

test("cells and rows, with any line end, and one at the end that means nothing", () => {
  const rows = [
    ["a", "b"],
    ["c", ""],
  ];
  for (const text of ["a\tb\nc\t", "a\tb\r\nc\t\r\n", "a\tb\rc\t", "a\tb\nc\t\n"]) expect(readTsv(text)).toEqual(rows);
  expect(readTsv("")).toEqual([[""]]);
  expect(readTsv("a\n\n")).toEqual([["a"], [""]]);
});

test("a cell in quotes may have tabs, line ends and quotes", () => {
  expect(readTsv('"two\nlines"\t"a\tb"\r\n"say ""hi""\nthere"\tx')).toEqual([
    ["two\nlines", "a\tb"],
    ['say "hi"\nthere', "x"],
  ]);
});

test("quotes that belong to the text stay, as Excel writes them", () => {
  for (const cell of ['6" pipe', '"Best" lamp', '"Best"', '"open', 'half "quoted', '"']) {
    expect(readTsv(`${cell}\tnext`)).toEqual([[cell, "next"]]);
  }
});

test("what is written is read back exactly", () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom('"', "\t", "\n", "\r", "a", " ") }),
  );
  const cells = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }))
    .chain(([width, height]) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
    );
  fc.assert(fc.property(cells, (rows) => expect(readTsv(writeTsv(rows))).toEqual(rows)));
});

test("a table has nothing in it that a page would run or drop, and keeps text as text", () => {
  expect(writeHtml([["<b>&", "1\n2"]], (column) => column === 0, ["name", "price"])).toBe(
    `<table data-columns="name price"><tr><td style="mso-number-format:'\\@';white-space:pre-wrap">&lt;b&gt;&amp;</td><td>1<br>2</td></tr></table>`,
  );
});
