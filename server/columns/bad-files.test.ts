import { expect, test } from "bun:test";
import { crc32, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { archive, header, workbook } from "../../test/support/made-workbooks.ts";
import { readLimits } from "../formats/read-limits.ts";
import { mostColumns, type Row } from "../formats/sheet.ts";
import { SheetFault } from "../formats/sheet-fault.ts";
import { fileOfBlob, type SheetFile } from "../formats/sheet-file.ts";
import { sheetBytes } from "../formats/sheet-writer.ts";
import { xlsxBytes } from "../formats/xlsx-writer.ts";
import { openSheet } from "./open-sheet.ts";
import type { SheetHints } from "./opened.ts";

type Content = string | Uint8Array;
const fileOf = (content: Content): SheetFile => fileOfBlob(new Blob([content as BlobPart]));

async function read(content: Content | SheetFile, hints?: SheetHints): Promise<Row[]> {
  const file = typeof content === "object" && "size" in content ? content : fileOf(content);
  const rows: Row[] = [];
  for await (const batch of (await openSheet(file, hints)).rows()) rows.push(...batch);
  return rows;
}

/** The fault of a file that cannot be read. */
async function faultOf(content: Content | SheetFile): Promise<SheetFault> {
  try {
    await read(content);
  } catch (error) {
    if (error instanceof SheetFault) return error;
    throw error;
  }
  throw new Error("The file was read.");
}

async function bytesOf(format: "csv" | "xlsx", rows: (string | number | null)[][], columns = 2): Promise<Buffer> {
  const header = Array.from({ length: columns }, (_, index) => ({ header: index === 0 ? "id" : `c${index}` }));
  const pieces: Uint8Array[] = [];
  for await (const piece of sheetBytes(format, [{ name: "Items", columns: header, rows: [rows] }])) pieces.push(piece);
  return Buffer.concat(pieces);
}

test("what does not fit on a sheet is on further ones, and is read from there", async () => {
  const rows = Array.from({ length: 7 }, (_, index) => [`i${index}`]);
  const sheets = [
    { name: "Items", columns: [{ header: "id" }], rows: [rows] },
    { name: "Items 9", columns: [{ header: "x" }], rows: [] },
  ];
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxBytes(sheets, 4)) pieces.push(piece);
  const file = Buffer.concat(pieces);
  expect((await openSheet(fileOf(file))).sheets).toEqual(["Items", "Items 2", "Items 3", "Items 9"]);
  const all = await read(file);
  expect(all.map(({ cells }) => cells[0])).toEqual(rows.flat());
  expect(all[6]).toEqual({ number: 2, cells: ["i6"], sheet: "Items 3" });
});

test("cells of every type are read", async () => {
  const cells = [
    ["s", "0", "plain"],
    ["s", "1", "rich text"],
    ["str", "_x000D_&amp;_x005F_x000D_", "\r&_x000D_"],
    ["b", "1", true],
    ["e", "#REF!", { odd: "error", text: "#REF!" }],
    ["d", "2026-05-01T00:00:00", { odd: "date", text: "2026-05-01" }],
    ["n", "19.989999999999998", 19.99],
    ["n", "1E+20", 1e20],
  ];
  const styled = [
    ["1", "46143", { odd: "date", text: "2026-05-01" }],
    ["2", "46143.4375", { odd: "date", text: "2026-05-01 10:30:00" }],
    ["3", "0.07", "7%"],
    ["4", "1234.5", 1234.5],
  ];
  const row = [
    ...cells.map(([type, value]) => `<c t="${type}"><v>${value}</v></c>`),
    ...styled.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`),
    "<c><f>A1+1</f></c><c><f>A1+1</f><v>2</v></c>",
    "<c t='inlineStr'><is><t xml:space='preserve'> a</t></is></c>",
  ];
  const names =
    row
      .join("")
      .match(/<c[ >]/g)
      ?.map((_, index) => `<c t="str"><v>h${index}</v></c>`) ?? [];
  const file = await workbook({
    rows: `<row>${names.join("")}</row><row r="7" spans="1:9">${row.join("")}</row>`,
    strings: "<si><t>plain</t></si><si><r><rPr><b/></rPr><t>rich </t></r><r><t>text</t></r><rPh><t>no</t></rPh></si>",
    styles:
      '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\ mmm"/><numFmt numFmtId="165" formatCode="&quot;day&quot; #,##0.00"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/></cellXfs>',
  });
  const opened = await openSheet(fileOf(file));
  expect(opened).toMatchObject({ format: "xlsx", sheet: "List", sheets: ["List"], headerRow: 1 });
  expect(await read(file)).toEqual([
    {
      number: 7,
      cells: [
        ...cells.map((cell) => cell[2]),
        ...styled.map((cell) => cell[2]),
        { odd: "no_result", text: "=A1+1" },
        2,
        " a",
      ] as never,
    },
  ]);
});

test("dates count from 1904 where the workbook says so", async () => {
  const rows = `${header}<row><c r="A2" s="1"><v>0.5</v></c><c r="B2" s="1"><v>44681</v></c></row>`;
  const file = await workbook({
    rows,
    book: '<workbookPr date1904="1"/>',
    styles: '<cellXfs><xf/><xf numFmtId="22"/></cellXfs>',
  });
  expect((await read(file))[0]?.cells).toEqual([
    { odd: "date", text: "12:00:00" },
    { odd: "date", text: "2026-05-01" },
  ]);
});

test("merged cells have no value but the first", async () => {
  const row = (number: number) =>
    `<row r="${number}"><c r="A${number}"><v>${number}</v></c><c r="B${number}"><v>1</v></c></row>`;
  const after = '<mergeCells count="2"><mergeCell ref="A3:B4"/><mergeCell ref="A1:B1"/></mergeCells>';
  const rows = await read(await workbook({ rows: header + row(2) + row(3) + row(4) + row(5), after }));
  const merged = { odd: "merged", text: "A3:B4" } as const;
  expect(rows.map(({ cells }) => cells)).toEqual([
    [2, 1],
    [3, merged],
    [merged, merged],
    [5, 1],
  ]);
});

test("empty rows are passed over, however many there are", async () => {
  const empty = '<row r="9" ht="15"><c r="A9" s="0"/><c r="B9"/></row>';
  const file = await workbook({
    rows: `${header}${empty.repeat(10_000)}<row r="1000000"><c r="B1000000"><v>5</v></c></row>`,
  });
  expect(await read(file)).toEqual([{ number: 1_000_000, cells: [null, 5] }]);
  const lines = `id;price\n${";\n".repeat(100_000)}${"\n".repeat(100_000)}a;5\n`;
  expect(await read(lines)).toEqual([{ number: 200_002, cells: ["a", "5"] }]);
});

test("too many columns are a fault with their row", async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
  for (const separator of [",", ";", "\t", "|"])
    expect(await faultOf(names.join(separator))).toMatchObject({ code: "too_many", place: { row: 1 } });
  const cell = (letters: string) => `<row r="2"><c r="${letters}2"><v>1</v></c></row>`;
  expect(await faultOf(await workbook({ rows: header + cell("XFD") }))).toMatchObject({
    code: "too_many",
    place: { row: 2 },
  });
  const object = Object.fromEntries(names.map((name) => [name, 1]));
  expect(await faultOf(JSON.stringify(object))).toMatchObject({ code: "too_many", place: { row: 1 } });
  // Separators without values are what spreadsheet programs leave behind.
  expect(await read(`id,price${",".repeat(10_000)}\na,1\n`)).toHaveLength(1);
  expect(mostColumns).toBeLessThan(10_000);
});

test("a row with more cells than the header is a fault of that row", async () => {
  const rows = await read("id,name\n1,Phone, black\n2,Case,\n3\n");
  expect(rows.map(({ fault }) => fault?.code)).toEqual(["too_many", undefined, undefined]);
});

test("a text behind a closing quote is a fault of that row", async () => {
  const rows = await read('id,name\n1,"Phone" black\n2,6.1" phone\n');
  expect(rows[0]).toMatchObject({ number: 2, fault: { code: "damaged" } });
  expect(rows[1]).toEqual({ number: 3, cells: ["2", '6.1" phone'] });
});

test("a quote that is never closed is a fault with its row", async () => {
  expect(await faultOf('id,name\n1,Phone\n2,"Case\n3,Cup\n')).toMatchObject({ code: "cut_off", place: { row: 3 } });
  const endless = `id,name\n1,"${"x".repeat(readLimits.row + 600_000)}`;
  expect(await faultOf(endless)).toMatchObject({ code: "too_long", place: { row: 2 } });
});

test("a CSV file that is cut off never gives half a row", async () => {
  const whole = await bytesOf("csv", [
    ["a", "first, with a comma"],
    ["b", "second"],
  ]);
  const text = whole.toString();
  fc.assert(
    (await fc.asyncProperty(fc.integer({ min: text.indexOf("\n") + 1, max: text.length - 1 }), async (length) => {
      const rows = await read(text.slice(0, length)).catch((error: unknown) => error);
      if (rows instanceof SheetFault) return;
      for (const { cells, fault } of rows as Row[]) {
        if (fault !== undefined) continue;
        expect(cells).toHaveLength(2);
      }
    })) as never,
  );
});

test("a workbook that is cut off or damaged anywhere is a fault", async () => {
  const whole = await bytesOf("xlsx", [
    ["a", "first"],
    ["b", 2],
  ]);
  for (let length = 4; length < whole.length; length += 7) {
    expect((await faultOf(whole.subarray(0, length))).message).not.toBe("");
  }
  for (let at = 4; at < whole.length; at += 5) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] as number) ^ 0xff;
    const result = await read(damaged).catch((error: unknown) => error);
    if (!(result instanceof SheetFault)) expect(result).toEqual(await read(whole));
  }
});

test("a line of JSON that is cut off or no object is a fault of that line", async () => {
  const rows = await read(
    '{"id":"a","n":1e30,"l":["x"],"o":{"y":1}}\n\n[1]\n{"id":9007199254740991,"new":null}\n{"id":',
  );
  expect(rows).toEqual([
    { number: 1, cells: ["a", 1e30, ["x"], { odd: "object", text: '{"y":1}' }, null] },
    { number: 3, cells: [], fault: { code: "wrong_type", message: "must be a JSON object" } },
    { number: 4, cells: ["9007199254740991", null, null, null, null] },
    { number: 5, cells: [], fault: { code: "damaged", message: "is not well-formed JSON" } },
  ]);
});

/** An archive whose only sheet unpacks to `size` bytes of empty rows. */
async function bomb(size: number): Promise<Buffer> {
  const whole = await workbook({ rows: header });
  const content = Buffer.alloc(size, `<row a="${"x".repeat(10_000)}"/>`);
  const packed = deflateRawSync(content);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50);
  head.writeUInt16LE(8, 8);
  const end = whole.readUInt32LE(whole.length - 6);
  const directory = Buffer.from(whole.subarray(end));
  const at = directory.indexOf("xl/worksheets/sheet1.xml") - 46;
  directory.writeUInt32LE(crc32(content), at + 16);
  directory.writeUInt32LE(packed.length, at + 20);
  directory.writeUInt32LE(size, at + 24);
  directory.writeUInt32LE(end, at + 42);
  directory.writeUInt32LE(end + 30 + packed.length, directory.length - 6);
  return Buffer.concat([whole.subarray(0, end), head, packed, directory]);
}

test("a workbook that unpacks out of proportion is refused", async () => {
  expect(await faultOf(await bomb(readLimits.anyFile + 1_000_000))).toMatchObject({ code: "too_large" });
});

test("entities and document types of XML are refused", async () => {
  const start = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
  expect(await faultOf(await workbook({ rows: header, start }))).toMatchObject({ code: "damaged" });
  const rows = `${header}<row><c t="str"><v>&b;</v></c></row>`;
  expect(await faultOf(await workbook({ rows }))).toMatchObject({ code: "damaged" });
  const usual = `${header}<row><c t="str"><v>a &lt; b&#x20AC;<![CDATA[<1>]]><!-- no --></v></c></row>`;
  expect((await read(await workbook({ rows: usual })))[0]?.cells).toEqual(["a < b€<1>"]);
});

test("files of other kinds say what they are", async () => {
  const faults = {
    "": "empty_file",
    "\n \n\n": "empty_file",
    "%PDF-1.7": "unknown_format",
    "<html><table>": "unknown_format",
    '[{"id":1}]': "unknown_format",
    "\u0000\u0001\u0002binary": "unknown_format",
  };
  for (const [text, code] of Object.entries(faults)) expect((await faultOf(text)).code as string).toBe(code);
  const old = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
  expect(await faultOf(old)).toMatchObject({ code: "unknown_format" });
  expect(await faultOf(await archive({ "word/document.xml": "<w/>" }))).toMatchObject({ code: "unknown_format" });
});

test("an error of reading the file is not a fault of the file", async () => {
  const file = fileOf(await bytesOf("xlsx", [["a", "b"]]));
  const failingAfter = (most: number): SheetFile => {
    let reads = 0;
    const gone = () => Promise.reject(new Error("The disk is gone."));
    return { size: file.size, unpacked: 0, bytes: (start, end) => (reads++ < most ? file.bytes(start, end) : gone()) };
  };
  for (let most = 0; most < 10; most++) await expect(read(failingAfter(most))).rejects.toThrow("The disk is gone.");
});
