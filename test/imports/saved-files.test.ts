import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ImportOptions } from "../../contract/imports.ts";
import { openSheet } from "../../server/columns/open-sheet.ts";
import type { Cell } from "../../server/formats/sheet.ts";
import { fileOfBlob } from "../../server/formats/sheet-file.ts";
import { corpusFile, corpusItems, fromElsewhere, savedFiles, supplierFile, supplierFiles } from "../corpus/corpus.ts";
import { exportOf, linesOf } from "../corpus/corpus-catalog.ts";
import { libreOffice, type SavedAs, saved } from "../support/libre-office.ts";
import { rounds } from "../support/rounds.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type ImportCatalog, startImportCatalog } from "./import-catalog.ts";

let catalog: ImportCatalog;
beforeAll(async () => {
  catalog = await startImportCatalog();
  const items = await corpusItems();
  expect(items).toHaveLength(141);
  const options = JSON.stringify({ ...fromElsewhere, createSubcategories: true });
  expect(await catalog.imports.run(linesOf(items), { options })).toMatchObject({ created: 141, refused: 0 });
});
afterAll(() => catalog.app.stop());

/**
 * What LibreOffice cannot hold, by the items that it changes; docs/spreadsheets.md lists it. A carriage return goes in
 * every format, other control characters in ODS, whose XML has no way to write them.
 */
const [carriageReturn, control] = ["hard 38", "hard 39"];
const lost = { xlsx: [carriageReturn], ods: [carriageReturn, control], csv: [carriageReturn] };
const withoutLost = (value: unknown) => JSON.stringify(value).replaceAll("\\r", "").replaceAll("\\u0007", "");

/** Checks a file that nobody has edited: all of its items are as they are in the catalog, but for what is lost. */
async function expectUnchanged(bytes: Uint8Array, { as, leaf }: (typeof savedFiles)[number], options: ImportOptions) {
  const run = await catalog.imports.run(bytes, { options: JSON.stringify(options), dryRun: "true", again: "true" });
  const changes = await catalog.imports.changes(run);
  const faults = await catalog.imports.faults(run);
  const known = leaf === undefined ? lost[as.format] : [];
  expect([changes.map(({ key }) => key), faults]).toEqual([known, []]);
  for (const { before, after } of changes.flatMap(({ fields }) => fields))
    expect(JSON.stringify(after)).toBe(withoutLost(before));
  const count = leaf === undefined ? 141 : run.rows;
  expect(run).toMatchObject({ rows: count, unchanged: count - known.length, created: 0, refused: 0 });
  expect(count).toBeGreaterThan(1);
  expect(run.read).toMatchObject(
    as.format === "csv"
      ? { encoding: as.encoding ?? "utf-8", separator: ";", headerRow: 1 }
      : { sheet: "Items", headerRow: 1 },
  );
}

describe("of a catalog that LibreOffice has saved, every row is unchanged", () => {
  test.each(savedFiles)("$name", async (file) => {
    await expectUnchanged(await corpusFile(file.name), file, fromElsewhere);
  });
});

const supplierHeader = ["SKU", "Name", "Price", "Discount", "Quantity", "Visible", "attribute.Since", "Description"];
type Lines = (readonly [row: number, cells: readonly Cell[]])[];
const date = (text: string): Cell => ({ odd: "date", text });
const error = (text: string): Cell => ({ odd: "error", text });
const supplierRows: Lines = [
  [5, ["0070", "Lamp Aurora", 1234.5, "7%", 1000, true, date("2024-02-29"), "two\nlines,   blanks"]],
  [8, ["0071", "Desk", 2469, error("#DIV/0!"), error("#N/A"), false, date("10:30:00"), "0071 desk"]],
  [9, ["0072", "Chair", 19.99]],
  [10, ["0073", { odd: "merged", text: "B9:B10" }, 0.1]],
  [11, ["same", "Twin", 5, 5, 5]],
  [12, ["same", "Twin", 5, 5, 5]],
];
const supplierLines: Lines = [
  [5, ["0070", "Lamp Aurora", "1234,5", "7%", "1000", "WAHR", "29.02.2024", "two\nlines,   blanks"]],
  [8, ["0071", "Desk", "2469", "#DIV/0!", "#N/A", "FALSCH", "10:30:00", "0071 desk"]],
  [9, ["0072", "Chair", "19,99"]],
  [10, ["0073", null, "0,1"]],
  [11, ["same", "Twin", "5", "5", "5"]],
  [12, ["same", "Twin", "5", "5", "5"]],
];

async function expectSupplier(bytes: Uint8Array, { format }: SavedAs) {
  const sheet = await openSheet(fileOfBlob(new Blob([Uint8Array.from(bytes)])));
  const rows: Lines[number][] = [];
  for await (const batch of sheet.rows())
    for (const { number, cells } of batch)
      rows.push([number, cells.slice(0, 1 + cells.findLastIndex((cell) => cell !== null))]);
  const sheets = format === "csv" ? { sheets: [] } : { sheets: ["Cover", "Prices"], sheet: "Prices" };
  expect(sheet).toMatchObject({ headerRow: 4, header: supplierHeader, ...sheets });
  expect(rows).toEqual(format === "csv" ? supplierLines : supplierRows);
}

test.each(supplierFiles)(
  "a price list with titles, a cover and formulas that LibreOffice saved: $name",
  async (file) => {
    await expectSupplier(await corpusFile(file.name), file.as);
  },
);

const isLong = rounds(0, 1) === 1;

describe.skipIf(!isLong || libreOffice === null)("and when LibreOffice saves it now", () => {
  test.each(savedFiles)(
    "$name",
    async (file) => {
      const source = join(temporaryFolder(), "export.xlsx");
      writeFileSync(source, await exportOf(catalog, file.leaf));
      await expectUnchanged(await saved(source, file.country, file.as), file, {});
    },
    300_000,
  );

  test.each(savedFiles.filter(({ leaf }) => leaf === undefined))(
    "an export as CSV, which becomes $name: what LibreOffice made other numbers and dates of is refused",
    async ({ country, as }) => {
      const source = join(temporaryFolder(), "export.csv");
      writeFileSync(source, await catalog.imports.exported({ format: "csv" }));
      const bytes = await saved(source, country, as);
      const run = await catalog.imports.run(bytes, { dryRun: "true", again: "true" });
      const changes = await catalog.imports.changes(run);
      const isKnown = ({ before, after }: { before: unknown; after: unknown }) =>
        JSON.stringify(after) === withoutLost(before) || /true/i.test(JSON.stringify([before, after]));
      expect(
        changes.flatMap(({ key, fields }) => fields.filter((field) => !isKnown(field)).map((f) => [key, f])),
      ).toEqual([]);
      expect(run.refused).toBeGreaterThan(5);
    },
    300_000,
  );

  test.each(supplierFiles)(
    "$name",
    async ({ country, as }) => {
      await expectSupplier(await saved(supplierFile, country, as), as);
    },
    300_000,
  );
});
