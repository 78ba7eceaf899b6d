import type { ItemCreate } from "../../contract/items.ts";
import { sql } from "../../server/db/sql.ts";
import { startImportCatalog } from "./import-catalog.ts";

export type SheetCatalog = Awaited<ReturnType<typeof startSheetCatalog>>;

/** An app for exports that are imported again, with a category whose name looks like a path. */
export async function startSheetCatalog() {
  const { app, imports, newLeaf } = await startImportCatalog("A/B  ");
  return {
    app,
    imports,
    lastChange: async () =>
      (await app.db.single.get<{ seq: number }>(sql`select max(seq) as seq from changes where kind <> 'import'`))?.seq,
    /** A new leaf with these items. */
    async leafOf(items: readonly unknown[]): Promise<string> {
      const leaf = await newLeaf("x / y");
      for (const item of items) {
        const {
          id: _,
          key: __,
          version: ___,
          path: ____,
          subcategoryId: _____,
          ...body
        } = item as Record<string, unknown>;
        await app.api.createItem({ params: { subcategoryId: leaf }, body: body as ItemCreate });
      }
      return leaf;
    },
  };
}
