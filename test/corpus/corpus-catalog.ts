import { sql } from "../../server/db/sql.ts";
import type { ImportCatalog } from "../imports/import-catalog.ts";
import type { ItemRow } from "../support/hard-items.ts";

export const linesOf = (items: readonly ItemRow[]): string => items.map((item) => `${JSON.stringify(item)}\n`).join("");

/** An export of the whole catalog as a workbook; or of a leaf, with few columns in letters of its country. */
export async function exportOf({ app, imports }: ImportCatalog, leaf: string | undefined): Promise<Uint8Array> {
  if (leaf === undefined) return imports.exported({ format: "xlsx" });
  const found = await app.db.single.get<{ id: string }>(sql`select id from subcategories where name = ${leaf}`);
  const columns = "key,name,price,quantity,tags,simpleDescription,attribute.Size";
  return imports.exported({ format: "xlsx", within: found?.id ?? "", columns });
}
