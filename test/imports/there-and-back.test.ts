import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ItemCreate } from "../../contract/items.ts";
import { sql } from "../../server/db/sql.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { rounds } from "../support/rounds.ts";
import { anySheetItem } from "../support/sheet-items.ts";
import { Imports } from "./import-run.ts";

let app: TestApp;
let imports: Imports;
let category = "";
beforeAll(async () => {
  app = await startApp();
  imports = new Imports(app.url);
  category = (await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "A/B  " } })).data.id;
});
afterAll(() => app.stop());

const lastChange = async () =>
  (await app.db.single.get<{ seq: number }>(sql`select max(seq) as seq from changes where kind <> 'import'`))?.seq;

async function catalogOf(items: readonly unknown[]): Promise<string> {
  const leaf = (await app.api.createSubcategory({ params: { categoryId: category }, body: { name: "x / y" } })).data.id;
  for (const item of items) {
    const { id: _, key: __, version: ___, path: ____, subcategoryId: _____, ...body } = item as Record<string, unknown>;
    await app.api.createItem({ params: { subcategoryId: leaf }, body: body as ItemCreate });
  }
  return leaf;
}

const anyItems = fc.array(anySheetItem, { minLength: 1, maxLength: 4 });

describe("an export that is imported again", () => {
  test.each(["csv", "xlsx", "jsonl"])("writes nothing, whatever the items hold: %s", async (format) => {
    await fc.assert(
      fc.asyncProperty(anyItems, async (items) => {
        const within = await catalogOf(items);
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
      const within = await catalogOf(items);
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
