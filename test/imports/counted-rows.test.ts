import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import type { ImportRun } from "../../contract/imports.ts";
import { type MadeSheet, tableFile, tableFormats } from "../support/made-tables.ts";
import { odsHeader, odsRow, odsTable, odsText, openDocument, workbook } from "../support/made-workbooks.ts";
import { rounds } from "../support/rounds.ts";
import { type ImportCatalog, startImportCatalog } from "./import-catalog.ts";

let catalog: ImportCatalog;
let leaf = "";
beforeAll(async () => {
  catalog = await startImportCatalog();
  leaf = await catalog.newLeaf();
});
afterAll(() => catalog.app.stop());

type Values = MadeSheet["rows"][number];

/** Rows of titles, none of which names two columns. */
const anyTitles = fc.array(
  fc.constantFrom<Values>(["Price list 2026"], [], ["Date", "2026-05-01"], [null, "Prices"], ["Phone", 1, 2, 3]),
  { maxLength: 4 },
);
const header: Values = ["key", "name", "price", "Farbe"];
const anyRow = fc.oneof(
  fc.constantFrom<Values>(
    [],
    [null, null, null, null],
    [" "],
    ["only a key"],
    [null, "a name", "five"],
    [null, null, null, "red"],
    [null, null, null, null, "beside"],
    ["key", "name", "price", "Farbe"],
    ["Total", null, 5, null, null, "beside"],
  ),
  fc.tuple(fc.constantFrom("K-1", "K-2", "K-3"), fc.constantFrom("Lamp", "Desk"), fc.nat(9), fc.constant("red")),
);
const anyRows = fc.array(anyRow, { maxLength: 12 });
const hasValue = (row: Values) => row.some((value) => value !== null && `${value}`.trim() !== "");

const sumOf = ({ created, changed, unchanged, refused }: ImportRun) => created + changed + unchanged + refused;

test.each(tableFormats)("every row below the header with a value is counted, and no other: %s", async (format) => {
  const options = JSON.stringify({ subcategoryId: leaf });
  await fc.assert(
    fc.asyncProperty(anyTitles, anyRows, anyRows, async (titles, rows, more) => {
      const first: Values = ["K-0", "First", 1, "red"];
      const sheets: MadeSheet[] = [{ name: "List", rows: [...titles, header, first, ...rows] }];
      if (format !== "csv") sheets.push({ name: "List 2", rows: [...titles, header, ...more] });
      const file = await tableFile(format, sheets);
      const count = [first, ...rows, ...(format === "csv" ? [] : more)].filter(hasValue).length;
      const checked = await catalog.imports.run(file, { options, again: "true", dryRun: "true" });
      expect(checked).toMatchObject({ state: "checked", rows: count, done: count });
      expect([checked.read?.headerRow, sumOf(checked)]).toEqual([titles.length + 1, count]);
      const run = await catalog.imports.act(checked, "resume");
      expect([run.state, run.rows, sumOf(run)]).toEqual(["done", count, count]);
    }),
    { numRuns: rounds(4, 30) },
  );
});

test("hidden, filtered and repeated rows are counted as others are", async () => {
  const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;

  const rows = `<row>${cell("key")}${cell("name")}</row><row hidden="1">${cell("H-1")}</row><row collapsed="1" outlineLevel="1">${cell("H-2")}</row>`;
  const after = '<autoFilter ref="A1:B3"><filterColumn colId="0"/></autoFilter>';
  expect(await catalog.imports.run(await workbook({ rows, after }), { dryRun: "true" })).toMatchObject({ rows: 2 });
  const tables = odsTable(
    `${odsHeader}<table:table-row table:visibility="filter">${odsText("a")}</table:table-row>${odsRow(odsText("b"), 300)}`,
  );
  const run = await catalog.imports.run(await openDocument({ tables }), { dryRun: "true" });
  expect([run.format, run.rows, sumOf(run)]).toEqual(["ods", 301, 301]);
});

test("an import says which sheet and which row its header was taken from, and what else there is", async () => {
  const list: MadeSheet = { name: "Prices", rows: [["Price list 2026"], [], ["key", "name"], ["P-1", "Lamp"]] };
  const cover: MadeSheet = { name: "Cover", rows: [["Lamps & Co."]] };
  const old: MadeSheet = {
    name: "Old",
    rows: [
      ["key", "name"],
      ["P-2", "Desk"],
      ["P-3", "Bed"],
    ],
  };
  for (const format of ["xlsx", "ods"] as const) {
    const file = await tableFile(format, [cover, list, old]);
    const found = await catalog.imports.run(file, { dryRun: "true" });
    expect(found).toMatchObject({ format, rows: 1 });
    expect(found.read).toEqual({ sheet: "Prices", sheets: ["Cover", "Prices", "Old"], headerRow: 3 });
    const chosen = await catalog.imports.run(file, { dryRun: "true", options: JSON.stringify({ sheet: "Old" }) });
    expect([chosen.rows, chosen.read?.sheet, chosen.read?.headerRow]).toEqual([2, "Old", 1]);
    const faultOf = async (options: object) => {
      const response = await catalog.imports.posted(file, { dryRun: "true", options: JSON.stringify(options) });
      return [response.status, await response.json()];
    };
    expect(await faultOf({ sheet: "New" })).toMatchObject([
      400,
      { code: "unreadable_file", fault: "no_sheet", detail: expect.stringContaining('"New"') },
    ]);
    expect(await faultOf({ headerRow: 2 })).toMatchObject([
      400,
      { code: "unreadable_file", fault: "no_header", row: 2 },
    ]);
  }
  const mapped = { columns: { "Art.": "key", "Bez.": "name" } };
  const csv = "Prices\nArt.;Bez.\nP-4;Lamp\n";
  const run = await catalog.imports.run(csv, { dryRun: "true", options: JSON.stringify(mapped) });
  expect([run.rows, run.read?.headerRow, run.columns.map(({ column }) => column)]).toEqual([1, 2, ["key", "name"]]);
});
