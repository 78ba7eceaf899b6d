import type { ItemCreate } from "../../contract/items.ts";
import { sql } from "../../server/db/sql.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { Imports } from "./import-run.ts";

export type SheetCatalog = Awaited<ReturnType<typeof startSheetCatalog>>;

/** An app for exports that are imported again, with a category whose name looks like a path. */
export async function startSheetCatalog() {
  const app: TestApp = await startApp();
  const { id: categoryId } = (await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "A/B  " } }))
    .data;
  return {
    app,
    imports: new Imports(app.url),
    lastChange: async () =>
      (await app.db.single.get<{ seq: number }>(sql`select max(seq) as seq from changes where kind <> 'import'`))?.seq,
    /** A new leaf with these items. */
    async leafOf(items: readonly unknown[]): Promise<string> {
      const leaf = (await app.api.createSubcategory({ params: { categoryId }, body: { name: "x / y" } })).data.id;
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
