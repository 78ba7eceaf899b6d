import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { sql } from "../../server/db/sql.ts";
import { rounds } from "../support/rounds.ts";
import { anySheetItem } from "../support/sheet-items.ts";
import { type SheetCatalog, startSheetCatalog } from "./sheet-catalog.ts";

let catalog: SheetCatalog;
beforeAll(async () => {
  catalog = await startSheetCatalog();
});
afterAll(() => catalog.app.stop());

const editable = [
  "name",
  "simpleDescription",
  "price",
  "discount",
  "quantity",
  "visible",
  "priority",
  "name@ru",
] as const;
type Editable = (typeof editable)[number];

/** A value of the column that differs from the one it has. */
function otherValue(column: Editable, now: unknown): unknown {
  if (column === "visible") return !now;
  if (column === "discount") return (Number(now) + 1) % 100;
  // Not one more: that is the same number for a large one.
  return typeof now === "number" ? (now === 1 ? 2 : 1) : `${column} edited`;
}

test("of an export in which k cells are edited, exactly k fields change", async () => {
  const anyEdits = fc.uniqueArray(fc.record({ row: fc.nat(3), column: fc.constantFrom(...editable) }), {
    selector: ({ row, column }) => `${row} ${column}`,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anySheetItem, { minLength: 4, maxLength: 4 }), anyEdits, async (items, edits) => {
      const { app, imports, lastChange, leafOf } = catalog;
      const within = await leafOf(items);
      const file = Buffer.from(await imports.exported({ format: "jsonl", within })).toString();
      const rows = file
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const before = await lastChange();
      for (const { row, column } of edits) {
        const cells = rows[row] as Record<string, unknown>;
        cells[column] = otherValue(column, cells[column]);
      }
      const run = await imports.run(rows.map((row) => JSON.stringify(row)).join("\n"), { again: "true" });
      expect([run.state, run.error, await imports.faults(run)]).toEqual(["done", null, []]);
      const written = await app.db.single.all<{ after: string }>(
        sql`select after from changes where seq > ${before ?? 0} and kind = 'item'`,
      );
      const fields = written.flatMap(({ after }) => Object.keys(JSON.parse(after)));
      // No fields of their own: the note of a translation whose original was changed, and that a language had no text.
      const isOwn = (field: string) => !/^translatedFrom\.|^translations\.\w+$/.test(field);
      expect(fields.filter(isOwn)).toHaveLength(edits.length);
      expect(run.changed).toBe(new Set(edits.map(({ row }) => row)).size);
    }),
    { numRuns: rounds(4, 12) },
  );
});
