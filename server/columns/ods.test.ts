import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  archive,
  odsHeader,
  odsNumber,
  odsRow,
  odsTable,
  odsText,
  openDocument,
  type Tables,
} from "../../test/support/made-workbooks.ts";
import { rounds } from "../../test/support/rounds.ts";
import { OdsRows } from "../formats/ods-rows.ts";
import { readLimits } from "../formats/read-limits.ts";
import type { Cell, Row } from "../formats/sheet.ts";
import { SheetFault } from "../formats/sheet-fault.ts";
import { fileOfBlob } from "../formats/sheet-file.ts";
import { XmlScanner } from "../formats/xml-scanner.ts";
import { openSheet } from "./open-sheet.ts";
import type { SheetHints } from "./opened.ts";

const fileOf = (content: Uint8Array) => fileOfBlob(new Blob([new Uint8Array(content)]));

async function read(content: Uint8Array, hints?: SheetHints) {
  const sheet = await openSheet(fileOf(content), hints);
  const rows: Row[] = [];
  for await (const batch of sheet.rows()) rows.push(...batch);
  return { ...sheet, rows };
}

async function faultOf(content: Uint8Array): Promise<SheetFault | undefined> {
  try {
    await read(content);
    return undefined;
  } catch (error) {
    if (error instanceof SheetFault) return error;
    throw error;
  }
}

const table = (rows: string): Tables => ({ tables: odsTable(odsHeader + rows) });
const rowsOf = async (tables: Tables) => (await read(await openDocument(tables))).rows;

/** Cells as LibreOffice, Excel and other programs write them. */
const cells: readonly [xml: string, cell: Cell][] = [
  [odsText("plain"), "plain"],
  [odsText("a &amp; b"), "a & b"],
  [odsText("two</text:p><text:p>lines"), "two\nlines"],
  [odsText("</text:p><text:p>second"), "\nsecond"],
  [odsText('a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d'), "a   b\tc\nd"],
  [odsText("<text:s/>a<text:s/>"), " a "],
  [odsText("trailing "), "trailing "],
  [odsText(" a  b</text:p><text:p>c   d"), " a  b\nc   d"],
  [odsText("\n  <text:span>\n a</text:span>\n  <text:span>\n  b\n</text:span>\n"), "a b"],
  [odsText("\n  \n"), null],
  [odsText("\n  one\n  blank\n"), "one blank"],
  [odsText('<text:span text:style-name="T1">rich <text:a xlink:href="x">text</text:a></text:span>!'), "rich text!"],
  [
    odsText(
      "a</text:p><office:annotation><dc:creator>who</dc:creator><text:p>note</text:p></office:annotation><text:p>b",
    ),
    "a\nb",
  ],
  [odsText("a<draw:frame><draw:text-box><text:p>shape</text:p></draw:text-box></draw:frame>b"), "ab"],
  [odsText("a<draw:rect><text:p>shape</text:p></draw:rect>b"), "ab"],
  [odsText(`a</text:p>${odsTable(odsRow(odsText("nested")))}<text:p>b`), "a\nb"],
  [odsText("'=1+1"), "=1+1"],
  [odsText(" "), null],
  ["<table:table-cell><text:p>no type</text:p></table:table-cell>", "no type"],
  [odsNumber("19.989999999999998"), 19.989999999999998],
  [odsNumber("1E+20"), 1e20],
  [odsNumber(5, ' table:formula="of:=[.A1]+1"'), 5],
  [
    '<table:table-cell office:value-type="currency" office:currency="EUR" office:value="9.5"><text:p>9,50 €</text:p></table:table-cell>',
    9.5,
  ],
  ['<table:table-cell office:value-type="percentage" office:value="0.07"><text:p>7%</text:p></table:table-cell>', "7%"],
  [
    '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>',
    true,
  ],
  [
    '<table:table-cell office:value-type="boolean" office:boolean-value="false"><text:p>FALSCH</text:p></table:table-cell>',
    false,
  ],
  [
    '<table:table-cell office:value-type="date" office:date-value="2026-05-01"><text:p>01.05.26</text:p></table:table-cell>',
    { odd: "date", text: "2026-05-01" },
  ],
  [
    '<table:table-cell office:value-type="date" office:date-value="2026-05-01T10:29:59.999999"/>',
    { odd: "date", text: "2026-05-01 10:30:00" },
  ],
  [
    '<table:table-cell office:value-type="date" office:date-value="2026-05-01T00:00:00"/>',
    { odd: "date", text: "2026-05-01" },
  ],
  ['<table:table-cell office:value-type="time" office:time-value="PT10H30M00S"/>', { odd: "date", text: "10:30:00" }],
  ['<table:table-cell office:value-type="time" office:time-value="PT30H05M07.5S"/>', { odd: "date", text: "30:05:07" }],
  [
    '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>',
    { odd: "error", text: "#DIV/0!" },
  ],
  [
    '<table:table-cell table:formula="of:=NA()" office:value-type="string" office:string-value="#N/A"/>',
    { odd: "error", text: "#N/A" },
  ],
  [odsText("#N/A"), "#N/A"],
  [
    '<table:table-cell table:formula="of:=[.A1]&amp;&quot;x&quot;" office:value-type="string" office:string-value="ax"><text:p>ax</text:p></table:table-cell>',
    "ax",
  ],
  ['<table:table-cell table:formula="of:=[.A1]+1"/>', { odd: "no_result", text: "=[.A1]+1" }],
  ['<table:table-cell office:value-type="float" office:value="many"/>', { odd: "error", text: "many" }],
];

test("cells of every type are read", async () => {
  const names = cells.map((_, at) => odsText(`h${at}`)).join("");
  const content = await openDocument({ tables: odsTable(odsRow(names) + odsRow(cells.map(([xml]) => xml).join(""))) });
  const found = await read(content);
  expect(found).toMatchObject({ format: "ods", sheet: "List", sheets: ["List"], headerRow: 1 });
  for (const [at, [xml, cell]] of cells.entries()) expect([xml, found.rows[0]?.cells[at]]).toEqual([xml, cell]);
});

test("rows are numbered as the program shows them, in whatever groups they stand", async () => {
  const empty = odsRow('<table:table-cell table:number-columns-repeated="16384"/>', 100);
  const rows =
    `<table:table-header-rows>${odsHeader}</table:table-header-rows>${empty}` +
    `<table:table-row-group><table:table-row-group table:display="false">${odsRow(odsText("a"))}</table:table-row-group></table:table-row-group>` +
    `<table:table-row table:visibility="collapse">${odsText("b")}</table:table-row>` +
    `<table:table-row table:visibility="filter">${odsText("c")}</table:table-row>${odsRow("<table:table-cell/>", 1_048_000)}`;
  const found = await rowsOf({ tables: odsTable(rows) });
  expect(found).toEqual([
    { number: 102, cells: ["a"] },
    { number: 103, cells: ["b"] },
    { number: 104, cells: ["c"] },
  ]);
});

test("what is repeated is read as often as it is there", async () => {
  const repeated = odsRow(`${odsText("a", ' table:number-columns-repeated="2"')}<table:table-cell/>`, 1_200);
  const found = await rowsOf(table(repeated + odsRow(odsText("b"))));
  expect(found).toHaveLength(1_201);
  expect([found[0], found[1_199], found[1_200]]).toEqual([
    { number: 2, cells: ["a", "a"] },
    { number: 1_201, cells: ["a", "a"] },
    { number: 1_202, cells: ["b"] },
  ]);
});

test("merged cells have no value but the first", async () => {
  const merged = odsText("x", ' table:number-columns-spanned="2" table:number-rows-spanned="2"');
  const beside = '<table:covered-table-cell table:number-columns-repeated="2"/>';
  const found = await rowsOf(
    table(
      odsRow(`${merged}<table:covered-table-cell/>`) +
        odsRow(`<table:covered-table-cell office:value-type="float" office:value="1"/><table:covered-table-cell/>`) +
        odsRow(beside) +
        odsRow(odsNumber(1) + odsNumber(2)),
    ),
  );
  const mark = { odd: "merged", text: "A2:B3" } as const;
  expect(found.map(({ cells }) => cells)).toEqual([
    ["x", mark],
    [mark, mark],
    [1, 2],
  ]);
});

test("titles that are merged over the columns are no names", async () => {
  const title = odsText("Prices", ' table:number-columns-spanned="2" table:number-rows-spanned="1"');
  const tables = odsTable(odsRow(`${title}<table:covered-table-cell/>`) + odsHeader + odsRow(odsText("a")));
  const found = await read(await openDocument({ tables }));
  expect(found).toMatchObject({ headerRow: 2, header: ["id", "price"], rows: [{ number: 3, cells: ["a"] }] });
  const chosen = await read(await openDocument({ tables }), { headerRow: 1 });
  expect(chosen.header).toEqual(["Prices"]);
});

const hidden =
  '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>' +
  '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';

test("hidden sheets, deleted rows and copies of other files are no sheets", async () => {
  const one = (name: string, id: string, style = "ta1") =>
    odsTable(odsHeader + odsRow(odsText(id)), `table:name="${name}" table:style-name="${style}"`);
  const tables = `<table:tracked-changes><table:deletion>${one("Gone", "g")}</table:deletion></table:tracked-changes>${one("Secret", "s", "ta2")}${one("List", "a")}${one("Other", "b")}<table:dde-links><table:dde-link>${one("Linked", "l")}</table:dde-link></table:dde-links>`;
  const content = await openDocument({ tables, styles: hidden });
  expect(await read(content)).toMatchObject({ sheets: ["List", "Other"], sheet: "List", rows: [{ cells: ["a"] }] });
  expect(await read(content, { sheet: "Other" })).toMatchObject({ sheet: "Other", rows: [{ cells: ["b"] }] });
  expect(await read(content, { sheet: "Secret" })).toMatchObject({ sheet: "Secret", rows: [{ cells: ["s"] }] });
});

test("what does not fit on a sheet is read from further ones", async () => {
  const sheet = (name: string, ids: string[]) =>
    odsTable(odsHeader + ids.map((id) => odsRow(odsText(id))).join(""), `table:name="${name}"`);
  const tables = sheet("Items", ["a"]) + sheet("Items 3", ["c"]) + sheet("Items 2", ["b"]);
  const found = await rowsOf({ tables });
  expect(found.map(({ cells, sheet }) => [cells[0], sheet])).toEqual([
    ["a", undefined],
    ["b", "Items 2"],
    ["c", "Items 3"],
  ]);
});

const anyCuts = fc.array(fc.nat(), { maxLength: 8 });

test("a table reads the same wherever its pieces are cut", () => {
  const xml = odsHeader + odsRow(cells.map(([one]) => one).join(""), 3) + odsRow(odsText(" a  b<text:s/> c "));
  const readPieces = (pieces: string[]) => {
    const handler = new OdsRows({ left: 10 });
    const scanner = new XmlScanner(handler);
    for (const piece of pieces) scanner.push(piece);
    scanner.end();
    return handler.take();
  };
  const whole = readPieces([xml]);
  expect(whole).toHaveLength(5);
  expect(whole[4]?.cells).toEqual([" a  b  c "]);
  fc.assert(
    fc.property(anyCuts, (places) => {
      const cuts = [...new Set(places.map((place) => place % (xml.length + 1)))].sort((a, b) => a - b);
      const pieces = [0, ...cuts].map((start, index) => xml.slice(start, cuts[index] ?? xml.length));
      expect(readPieces(pieces)).toEqual(whole);
    }),
    { numRuns: rounds(50, 500) },
  );
});

const encrypted =
  '<manifest:manifest><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>';

test("a document with a password, of another kind or without its content is refused in words", async () => {
  const parts = { "META-INF/manifest.xml": encrypted, "content.xml": new Uint8Array([1, 2, 3]) };
  expect(await faultOf(await openDocument({ tables: "", parts }))).toMatchObject({
    code: "unknown_format",
    message: expect.stringContaining("password"),
  });
  const mimetype = "application/vnd.oasis.opendocument.text";
  expect(await faultOf(await openDocument({ tables: "", parts: { mimetype } }))).toMatchObject({
    code: "unknown_format",
  });
  const spreadsheet = "application/vnd.oasis.opendocument.spreadsheet";
  expect(await faultOf(await archive({ mimetype: spreadsheet }))).toMatchObject({ code: "damaged" });
  const flat = '<?xml version="1.0"?><office:document office:mimetype="x"><office:body/></office:document>';
  expect(await faultOf(Buffer.from(flat))).toMatchObject({ code: "unknown_format" });
  expect(await faultOf(await openDocument({ tables: odsTable("") }))).toMatchObject({ code: "empty_file" });
  expect(await faultOf(await openDocument({ tables: `<table:table table:name="L">${odsHeader}` }))).toMatchObject({
    code: "damaged",
  });
});

const huge = "9".repeat(15);

test.each([
  ["a repeated cell with a value", odsRow(odsText("a", ` table:number-columns-repeated="${huge}"`)), "too_many"],
  ["repeated blanks", odsRow(odsText(`a<text:s text:c="${huge}"/>`)), "too_long"],
  ["a long text", odsRow(odsText("x".repeat(readLimits.cell + 1))), "too_long"],
  ["a row of long texts", odsRow(odsText("x".repeat(100_000), ' table:number-columns-repeated="50"')), "too_long"],
  ["many columns", odsRow(odsText("a").repeat(1_001)), "too_many"],
  ["a row with values that is repeated", odsRow(odsText("a"), readLimits.repeatedRows + 2), "too_many"],
  ["a document type", "<!DOCTYPE a>", "damaged"],
  ["an entity", odsRow(odsText("&constructor;")), "damaged"],
])("%s beyond the limits is a fault", async (_, rows, code) => {
  expect(await faultOf(await openDocument(table(rows)))).toMatchObject({ code });
});

test("repeated empty cells and rows, ranges and depth cost nothing", async () => {
  const empty = `<table:table-cell table:number-columns-repeated="${huge}"/>`;
  const span = ` table:number-columns-spanned="${huge}" table:number-rows-spanned="${huge}"`;
  const covered = `<table:covered-table-cell table:number-columns-repeated="${huge}"/>`;
  const deep = 200_000;
  const rows =
    odsRow(odsText("a") + empty) +
    odsRow(empty, 10 ** 14) +
    `${odsRow(odsText("b", span) + covered)}${odsRow(covered)}`.repeat(2_000) +
    odsRow(odsText(`c${"<text:span>".repeat(deep)}d${"</text:span>".repeat(deep)}`)) +
    odsRow(odsText(`e${"<draw:g>".repeat(deep)}<text:p>f</text:p>${"</draw:g>".repeat(deep)}`)) +
    `${"<table:table-row-group>".repeat(deep)}${odsRow(odsText("g"))}${"</table:table-row-group>".repeat(deep)}`;
  const found = await rowsOf(table(rows));
  expect(found).toHaveLength(2_004);
  expect(found.slice(-3).map(({ cells }) => cells[0])).toEqual(["cd", "e", "g"]);
});

test("a batch of repeated rows is bounded, and so is reading them", async () => {
  const content = await openDocument(table(odsRow(odsText("x".repeat(60_000)), 2 ** 40)));
  const sheet = await openSheet(fileOf(content));
  let batches = 0;
  for await (const batch of sheet.rows()) {
    expect(batch.length).toBeLessThan(30);
    if (++batches === 50) break;
  }
  expect(batches).toBe(50);
});

test("the first rows of many sheets are looked at in one pass", async () => {
  const sheets = Array.from({ length: 2_000 }, (_, at) =>
    odsTable(odsRow(odsText("x".repeat(500)), 2 ** 30), `table:name="Cover ${at}"`),
  );
  const tables = sheets.join("") + odsTable(odsHeader + odsRow(odsText("a")), 'table:name="Prices"');
  const file = fileOf(await openDocument({ tables }));
  const sheet = await openSheet(file);
  expect(sheet).toMatchObject({ sheet: "Prices", header: ["id", "price"] });
  // Once for the names of the sheets, and once for their first rows.
  expect(file.unpacked).toBeLessThan(2.1 * tables.length);
});
