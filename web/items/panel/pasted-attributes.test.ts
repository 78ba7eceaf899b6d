import { expect, test } from "bun:test";
import { limits } from "../../../contract/limits.ts";
import { holdsRows } from "./attributes.ts";
import { mergePasted, readPasted } from "./pasted-attributes.ts";

const rowsIn = (text: string) => readPasted(text).map(({ row }) => row);
const list = (text: string) => text.split(" ").map((pair) => ({ key: pair.slice(0, 1), value: pair.slice(1) }));
const paste = (rows: string, at: number, text: string) => mergePasted(rows ? list(rows) : [], at, readPasted(text));

test("two columns of a spreadsheet become properties, with values to the letter", () => {
  expect(rowsIn('Screen\t6.1"\r\n Weight \t 204 g \r\n')).toEqual([
    { key: "Screen", value: '6.1"' },
    { key: "Weight", value: " 204 g " },
  ]);
  expect(rowsIn('Note\t"two\nlines and a ""quote"""')).toEqual([{ key: "Note", value: 'two\nlines and a "quote"' }]);
  expect(rowsIn("Weight\t204\tg\nColour\t\t")).toEqual([
    { key: "Weight", value: "204 g" },
    { key: "Colour", value: "" },
  ]);
});

test("lines with a colon become properties", () => {
  expect(rowsIn("Colour: Red\n\n  Ratio :16:9\nСтрана： Китай\r\nSite: https://example.com\nEmpty:")).toEqual([
    { key: "Colour", value: "Red" },
    { key: "Ratio", value: "16:9" },
    { key: "Страна", value: "Китай" },
    { key: "Site", value: "https://example.com" },
    { key: "Empty", value: "" },
  ]);
});

test("a text is rows where it has cells, or lines with names in an empty row", () => {
  expect(holdsRows("Colour\tRed", false)).toBe(true);
  expect(holdsRows("Colour: Red\nSize: L", true)).toBe(true);
  expect(holdsRows("Colour: Red\nSize: L", false)).toBe(false);
  expect(holdsRows("Colour: Red\n", true)).toBe(false);
  expect(holdsRows("Red\nBlue", true)).toBe(false);
  expect(holdsRows("https://example.com/a\nhttps://example.com/b", true)).toBe(false);
});

test("new rows take the place of the empty row, or follow the row", () => {
  const rows = [...list("a1"), { key: "", value: "" }, ...list("z9")];
  const merged = mergePasted(rows, 1, readPasted("b\t2\nc\t3"));
  expect(merged).toMatchObject({ rows: list("a1 b2 c3 z9"), added: 2, changed: 0, last: 2, bad: [] });
  expect(paste("a1 z9", 0, "b\t2")).toMatchObject({ rows: list("a1 b2 z9"), last: 1 });
  expect(paste("", 0, "b\t2")).toMatchObject({ rows: list("b2"), last: 0 });
});

test("a name that exists is changed, and keeps its spelling and place", () => {
  expect(paste("a1 b2", 2, "A\t7\nc\t3")).toMatchObject({ rows: list("a7 b2 c3"), added: 1, changed: 1, last: 2 });
  const rows = [{ key: "", value: "" }, ...list("a1 b2")];
  expect(mergePasted(rows, 0, readPasted("b\t7"))).toMatchObject({ rows: list("a1 b7"), added: 0, last: 1 });
});

test("equal names in one text stay separate rows, and pasting the same again changes nothing", () => {
  const once = paste("p0", 1, "p\t1\np\t2");
  expect(once).toMatchObject({ rows: list("p1 p2"), added: 1, changed: 1 });
  expect(mergePasted(once.rows, 2, readPasted("p\t1\np\t2")).rows).toEqual(once.rows);
});

test("bad lines are reported with their number and do not stop the others", () => {
  const long = "x".repeat(limits.attributeValueLength + 1);
  const wide = "n".repeat(limits.attributeKeyLength + 1);
  const { rows, bad } = paste("", 0, `Colour: Red\n: lost\nonly words\n\nlong: ${long}\n${wide}: 1\nnil: a\0b`);
  expect(rows).toEqual([{ key: "Colour", value: "Red" }]);
  expect(bad.map(({ line, fault }) => [line, fault])).toEqual([
    [2, "no_name"],
    [3, "no_pair"],
    [5, "value_too_long"],
    [6, "name_too_long"],
    [7, "invalid_text"],
  ]);
  expect(bad[0]?.text).toBe(": lost");
});

test("no more rows are added than an item can have, and names that exist are still changed", () => {
  const full = Array.from({ length: limits.attributes }, (_, at) => ({ key: `k${at}`, value: "" }));
  const merged = mergePasted(full, full.length, readPasted("one more\t1\nk3\t7"));
  expect(merged).toMatchObject({ added: 0, changed: 1, bad: [{ line: 1, fault: "too_many" }] });
  expect(merged.rows).toHaveLength(limits.attributes);
});

test("a text without any good line leaves the rows as they are", () => {
  const rows = [{ key: "", value: "" }];
  expect(mergePasted(rows, 0, readPasted(":a\n:b"))).toMatchObject({ rows, added: 0, changed: 0 });
});
