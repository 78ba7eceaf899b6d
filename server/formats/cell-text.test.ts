import { expect, test } from "bun:test";
import fc from "fast-check";
import { rounds } from "../../test/support/rounds.ts";
import { anyText } from "../../test/support/sheet-items.ts";
import { guardedForCsv, guardedForWorkbook, textOfCell, textToCell, withoutGuard } from "./cell-text.ts";
import { listOfText, textOfList } from "./list-text.ts";

test("every text reads as it was, and none as a mark", () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom("—", "CLEAR", "x"), (text, clearMark) => {
      fc.pre(clearMark === "—" || text.replace(/^\\+/, "") !== clearMark);
      expect(textOfCell(textToCell(text), clearMark)).toEqual({ text });
    }),
    { numRuns: rounds(200, 1_000) },
  );
});

test("marks and empty cells", () => {
  expect(textOfCell("—", "—")).toBe("clear");
  expect(textOfCell("—", "CLEAR")).toEqual({ text: "—" });
  expect(textOfCell("CLEAR", "CLEAR")).toBe("clear");
  expect(textOfCell("", "—")).toBe("keep");
  expect(textOfCell(" \u00a0", "—")).toBe("keep");
  expect(textOfCell('""', "—")).toEqual({ text: "" });
});

test("no text of a CSV file starts like a formula, and each reads as it was", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(guardedForCsv(text)).not.toMatch(/^[=+\-@\t\r]/);
      expect(withoutGuard(guardedForCsv(text))).toBe(text);
      expect(withoutGuard(guardedForWorkbook(text))).toBe(text);
      // The CSV file was opened in a spreadsheet program and saved as a workbook.
      expect(withoutGuard(guardedForCsv(text))).toBe(text);
    }),
    { numRuns: rounds(200, 1_000) },
  );
});

test("a list of any texts reads as it was", () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 5 }), (entries) => {
      expect(listOfText(textOfList(entries))).toEqual(entries);
    }),
    { numRuns: rounds(200, 1_000) },
  );
});

test.each([
  ["new, sale", ["new", "sale"]],
  ['new,"a, b" ; sale', ["new", "a, b", "sale"]],
  ["new\nsale|hot,,", ["new", "sale", "hot"]],
  ["https://a/1,2.jpg, https://a/3.jpg", ["https://a/1,2.jpg", "https://a/3.jpg"]],
  ["https://a/1.jpg;https://a/2.jpg https://a/3.jpg", ["https://a/1.jpg", "https://a/2.jpg", "https://a/3.jpg"]],
  ["1.jpg,my photo.jpg", ["1.jpg", "my photo.jpg"]],
  ['"open', undefined],
  ['"a" b', undefined],
])("the list %p", (text, entries) => {
  expect(listOfText(text)).toEqual(entries);
});
