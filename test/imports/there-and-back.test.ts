import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { rounds } from "../support/rounds.ts";
import { anySheetItem } from "../support/sheet-items.ts";
import { type SheetCatalog, startSheetCatalog } from "./sheet-catalog.ts";

let catalog: SheetCatalog;
beforeAll(async () => {
  catalog = await startSheetCatalog();
});
afterAll(() => catalog.app.stop());

const anyItems = fc.array(anySheetItem, { minLength: 1, maxLength: 4 });

describe("an export that is imported again", () => {
  test.each(["csv", "xlsx", "jsonl"])("writes nothing, whatever the items hold: %s", async (format) => {
    await fc.assert(
      fc.asyncProperty(anyItems, async (items) => {
        const { imports, lastChange, leafOf } = catalog;
        const within = await leafOf(items);
        const file = await imports.exported({ format, within });
        const before = await lastChange();
        const run = await imports.run(file, { again: "true" });
        expect([await imports.faults(run), await imports.changes(run)]).toEqual([[], []]);
        expect(run).toMatchObject({ state: "done", unchanged: items.length, created: 0, changed: 0, refused: 0 });
        expect(await lastChange()).toBe(before);
      }),
      { numRuns: rounds(4, 12) },
    );
  });
});
