import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ImportOptions } from "../../contract/imports.ts";
import { corpusFile, corpusItems, fromElsewhere, savedFiles } from "../corpus/corpus.ts";
import { exportOf, linesOf } from "../corpus/corpus-catalog.ts";
import { libreOffice, saved } from "../support/libre-office.ts";
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
});
