import { expect, test } from "bun:test";
import { archive, header, relations, workbook } from "../../test/support/made-workbooks.ts";
import { kindOfCode } from "../formats/date-text.ts";
import { readLimits } from "../formats/read-limits.ts";
import { isOdd, type Row } from "../formats/sheet.ts";
import { SheetFault } from "../formats/sheet-fault.ts";
import { fileOfBlob } from "../formats/sheet-file.ts";
import { attributesOf } from "../formats/xml-scanner.ts";
import { openSheet } from "./open-sheet.ts";
import { columnOfHeader } from "./sheet-columns.ts";

const batchesOf = async (content: string | Uint8Array) =>
  (await openSheet(fileOfBlob(new Blob([content as BlobPart])))).rows();

async function read(content: string | Uint8Array): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of await batchesOf(content)) rows.push(...batch);
  return rows;
}

/** The fault of a file, or that of its first row with one. */
async function faultOf(content: string | Uint8Array): Promise<{ code: string } | undefined> {
  try {
    return (await read(content)).find(({ fault }) => fault !== undefined)?.fault;
  } catch (error) {
    if (error instanceof SheetFault) return error;
    throw error;
  }
}

/** At more than linear cost, reading any of these would take from minutes to years. */
const long = 2_000_000;

test.each([
  ["without a value", "a".repeat(long)],
  ["of blanks", `a${" ".repeat(long)}`],
  ["of signs of equality", "=".repeat(long)],
  ["of names without a quote", "a= ".repeat(long / 3)],
  ["with a quote that is not closed", `${"a='' ".repeat(long / 5)}b="`],
])("an attribute %s is read once", (_, text) => {
  expect(attributesOf(text).size).toBeLessThan(2);
});

test("a long attribute of a row is read once, wherever its pieces are cut", async () => {
  const rows = `${header}<row r="2" a="${"b".repeat(long)}" ${"c".repeat(long)}><c><v>1</v></c></row>`;
  expect(await read(await workbook({ rows }))).toMatchObject([{ number: 2, cells: [1] }]);
});

test.each(["[", '[h"', "\\[", "[h", "[s]"])("a format of many %p is read once", (part) => {
  expect(kindOfCode(part.repeat(long / part.length))).toBeOneOf(["number", "date"]);
});

test("formats mean what they show", () => {
  const date = ["d\\ mmm", "[$-409]d", "[h]:mm", "[SS]", 'yyyy"%"'];
  const percent = ["0%", "[Red]0.00%", '"day"0%', "General%", "0%;d"];
  const number = ["General", "#,##0.00", '"day"', "\\d0", "_d0", "*h0", "[Red]0", "[$h]0", "0;d", '"d', "[d"];
  const kinds = (codes: string[]) => new Set(codes.map(kindOfCode));
  expect([kinds(date), kinds(percent), kinds(number)].map((set) => [...set])).toEqual([
    ["date"],
    ["percent"],
    ["number"],
  ]);
});

test.each(["name", "name ru", "name(", "@", "@ru "])("a header of %p and many blanks is read once", (text) => {
  expect(columnOfHeader(`x${text}${" ".repeat(long)}y`)).toBeUndefined();
});

test("merged ranges may overlap: a cell that any of them covers has no value of its own", async () => {
  const letters = ["A", "B", "C"];
  const header = `<row r="1">${letters.map((_, at) => `<c t="str"><v>${["id", "name", "price"][at]}</v></c>`).join("")}</row>`;
  const row = (number: number) =>
    `<row r="${number}">${letters.map((letter) => `<c r="${letter}${number}"><v>${number}</v></c>`).join("")}</row>`;
  const rows = header + Array.from({ length: 6 }, (_, at) => row(at + 2)).join("");
  const cases: [refs: string[], shown: string[]][] = [
    [
      ["A2:B3", "A3:A4"],
      ["2-2", "--3", "-44", "555", "666", "777"],
    ],
    [
      ["A3:A4", "A2:B3"],
      ["2-2", "--3", "-44", "555", "666", "777"],
    ],
    [
      ["A2:C2", "B2:B4"],
      ["2--", "3-3", "4-4", "555", "666", "777"],
    ],
    [
      ["B2:B4", "A2:C2"],
      ["2--", "3-3", "4-4", "555", "666", "777"],
    ],
    [
      ["A2:B2", "A2:B3", "A2:B2"],
      ["2-2", "--3", "444", "555", "666", "777"],
    ],
    [
      ["A2:A7", "A3:B3", "B6:C7"],
      ["222", "--3", "-44", "-55", "-6-", "---"],
    ],
  ];
  for (const [refs, shown] of cases) {
    const after = `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;
    const found = await read(await workbook({ rows, after }));
    expect(found.map(({ cells }) => cells.map((cell) => (isOdd(cell) ? "-" : cell)).join(""))).toEqual(shown);
  }
});

test("a row takes no longer than its columns, however many merged ranges it is in", async () => {
  const merged = (refs: string[]) =>
    `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;
  const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>1</v></c></row>`;
  const many = Array.from({ length: readLimits.mergedRanges }, (_, at) => `A${at + 2}:B1048576`);
  const rows = header + Array.from({ length: 20_000 }, (_, at) => row(at + 2)).join("");
  expect(await read(await workbook({ rows, after: merged(many) }))).toHaveLength(20_000);
  // Beside the header nobody looks.
  const beside = many.map((ref) => ref.replace("A", "C").replace("B", "D"));
  expect(await read(await workbook({ rows, after: merged(beside) }))).toHaveLength(20_000);
  const turned = await read(await workbook({ rows: header + row(2) + row(3), after: merged(["B3:A2"]) }));
  expect(turned.map(({ cells }) => cells.length)).toEqual([2, 2]);
});

test("a merged range that is listed twice, or stands above the table, refuses no file", async () => {
  const merged = (refs: string[]) =>
    `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;
  const row = (number: number, cells: string[]) =>
    `<row r="${number}">${cells.map((text) => `<c t="str"><v>${text}</v></c>`).join("")}</row>`;
  const rows = row(1, ["Prices"]) + row(3, ["id", "price"]) + row(4, ["a", "1"]) + row(5, ["b", "2"]);
  const after = merged(["A1:F1", "A1:F2", "A1:F1", "B1:C2", "A4:A5", "A5:A4", "A4:A5"]);
  expect(await read(await workbook({ rows, after }))).toEqual([
    { number: 4, cells: ["a", "1"] },
    { number: 5, cells: [{ odd: "merged", text: "A4:A5" }, "2"] },
  ]);
});

test("sheets that name one part are read once", async () => {
  const sheets = Array.from({ length: 60 }, (_, at) => `<sheet name="L${at === 0 ? "" : ` ${at + 1}`}" r:id="r1"/>`);
  const content = await archive({
    "xl/workbook.xml": `<workbook><sheets>${sheets.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([["r1", "worksheet", "s.xml"]]),
    "xl/s.xml": `<worksheet><sheetData>${header}<row><c><v>5</v></c></row></sheetData></worksheet>`,
  });
  expect(await read(content)).toHaveLength(1);
});

test("files of an archive that share their bytes are refused", async () => {
  const content = await workbook({ rows: header });
  const start = content.readUInt32LE(content.length - 6);
  const directory = content.subarray(start);
  // The checksum, the sizes and the place of one file are those of another.
  const recordOf = (name: string) => directory.subarray(directory.indexOf(name) - 46);
  const [from, to] = [recordOf("xl/sharedStrings.xml"), recordOf("xl/styles.xml")];
  for (const at of [16, 20, 24, 42]) to.writeUInt32LE(from.readUInt32LE(at), at);
  expect(await faultOf(content)).toMatchObject({ code: "damaged" });
});

test("a directory that is larger than any is not read", async () => {
  const content = Buffer.alloc(readLimits.directory + 1_000);
  content.write("PK\u0003\u0004");
  content.writeUInt32LE(0x06054b50, content.length - 22);
  content.writeUInt16LE(1, content.length - 12);
  content.writeUInt32LE(readLimits.directory + 1, content.length - 10);
  const file = fileOfBlob(new Blob([content]));
  let most = 0;
  const bytes = (start: number, end: number) => {
    most = Math.max(most, end - start);
    return file.bytes(start, end);
  };
  await expect(openSheet({ ...file, bytes })).rejects.toMatchObject({ code: "damaged" });
  expect(most).toBeLessThan(readLimits.directory);
});

test.each(["%zz", "http://[", "http://x/s.xml", "%00", "../../../../s.xml"])(
  "a sheet whose target is %p is a fault",
  async (target) => {
    const content = await archive({
      "xl/workbook.xml": '<workbook><sheets><sheet name="L" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": relations([["r1", "worksheet", target]]),
    });
    expect(await faultOf(content)).toMatchObject({ code: "damaged" });
  },
);

test("the name of what every object has is no entity", async () => {
  for (const name of ["constructor", "toString", "__proto__"]) {
    const rows = `${header}<row><c t="str"><v>&${name};</v></c></row>`;
    expect(await faultOf(await workbook({ rows }))).toMatchObject({ code: "damaged" });
  }
});

test.each([
  ["arrays", "[", "]"],
  ["objects", '{"a":', "}"],
])("a line with many %s in each other is a fault of that line", async (_, open, close) => {
  const nested = (levels: number) => `{"name":${open.repeat(levels)}1${close.repeat(levels)}}`;
  const rows = await read(`${nested(3)}\n${nested(200_000)}\n${nested(1)}\n{"name":"${"[".repeat(500)}"}\n`);
  expect(rows.map(({ fault }) => fault?.code)).toEqual([undefined, "damaged", undefined, undefined]);
});

test("the names of columns are bounded, alone and together", async () => {
  const name = (length: number, at: number) => `${at}`.padEnd(length, "x");
  const names = (count: number, length: number) => Array.from({ length: count }, (_, at) => name(length, at));
  const files = (all: string[]) => [
    `${all.join(",")}\n${all.map(() => 1).join(",")}\n`,
    JSON.stringify(Object.fromEntries(all.map((each) => [each, 1]))),
  ];
  for (const file of files(names(2, readLimits.columnName))) expect(await read(file)).toHaveLength(1);
  for (const file of files(names(2, readLimits.columnName + 1)))
    expect(await faultOf(file)).toMatchObject({ code: "too_long" });
  for (const file of files(names(200, readLimits.columnName)))
    expect(await faultOf(file)).toMatchObject({ code: "too_long" });
});

test("what a cell refers to counts for the length of its row", async () => {
  const strings = `<si><t>${"x".repeat(100_000)}</t></si>`;
  const heads = Array.from({ length: 50 }, (_, at) => `<c t="str"><v>h${at}</v></c>`).join("");
  const rows = `<row>${heads}</row><row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`;
  expect(await faultOf(await workbook({ rows, strings }))).toMatchObject({ code: "too_long" });
});

test("a batch is bounded by what its rows hold, in every format", async () => {
  const text = "x".repeat(60_000);
  const strings = `<si><t>${text}</t></si>`;
  const lines = Array.from({ length: 300 }, (_, at) => at);
  const files = [
    await workbook({ rows: header + '<row><c t="s"><v>0</v></c></row>'.repeat(300), strings }),
    `id,price\n${lines.map((at) => `${at},${text}\n`).join("")}`,
    lines.map((id) => JSON.stringify({ id, name: text })).join("\n"),
    // A cell far to the right has empty ones before it.
    `${"x,".repeat(999)}x\n${`${",".repeat(999)}1\n`.repeat(2_000)}`,
  ];
  for (const file of files) {
    let rows = 0;
    for await (const batch of await batchesOf(file)) {
      rows += batch.length;
      const size = batch.flatMap(({ cells }) => cells).reduce<number>((sum, cell) => sum + 8 + String(cell).length, 0);
      expect(size).toBeLessThan(3 * readLimits.batchSize);
    }
    expect(rows).toBeOneOf([300, 2_000]);
  }
});

test("texts of a workbook come back in any order, whatever their lengths are", async () => {
  const texts = Array.from({ length: 700 }, (_, at) => `${at} ${"ж".repeat(at % 50 === 0 ? 70_000 : at % 7)}`);
  const order = texts.map((_, at) => (at * 311) % texts.length);
  const cells = order.map((at) => `<row><c t="s"><v>${at}</v></c></row>`).join("");
  const strings = texts.map((text) => `<si><t>${text}</t></si>`).join("");
  const rows = await read(await workbook({ rows: header + cells, strings }));
  expect(rows.map((row) => row.cells[0])).toEqual(order.map((at) => texts[at] as string));
});
