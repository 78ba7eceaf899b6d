import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import type { ItemPlace, ItemRow } from "./items.rules.ts";
import { hasExternalKey } from "./items.sql.ts";

/** What tells items apart and fits into few bytes. */
export type NamedItemRow = ItemPlace &
  Pick<
    ItemRow,
    "key" | "id" | "subcategory_key" | "name" | "price" | "discount" | "quantity" | "priority" | "external_key"
  > & { size: number };

/** The bytes of what may be large. Both engines know them without reading it. */
const size = "octet_length(i.details) + octet_length(i.imgs) + octet_length(i.tags) + octet_length(i.stale)";

/** Items by their ids or external keys, or those with these names in some subcategories; empty for no values. */
export async function readNamedBy(
  reader: Reader,
  column: "id" | "external_key" | "subcategory_key",
  values: readonly (string | number)[],
  names?: readonly string[],
): Promise<NamedItemRow[]> {
  if (values.length === 0) return [];
  const also = names ? " and i.name in (?)" : column === "external_key" ? ` and i.${hasExternalKey}` : "";
  return reader.all(
    composed(
      `select i.key, i.id, i.subcategory_key, i.name, i.price, i.discount, i.quantity, i.priority, i.external_key,
          ${size} as size, s.category_key, c.project_key
        from items i join subcategories s on s.key = i.subcategory_key join categories c on c.key = s.category_key
        where i.${column} in (?)${also}`,
      names ? [values, names] : [values],
    ),
  );
}

/** The sizes of items, by their keys in the database. */
export async function sizesOfItems(reader: Reader, keys: readonly number[]): Promise<Map<number, number>> {
  if (keys.length === 0) return new Map();
  const found = await reader.all<{ key: number; size: number }>(
    composed(`select i.key, ${size} as size from items i where i.key in (?)`, [keys]),
  );
  return new Map(found.map((row) => [row.key, row.size]));
}

/** An item of a list, in the list's order, and its size. */
export type SizedItem = Pick<ItemRow, "key" | "priority"> & { size: number };

export const sizesOfLeaves = (reader: Reader, leafKeys: readonly number[]): Promise<SizedItem[]> =>
  reader.all(
    composed(`select i.key, i.priority, ${size} as size from items i where i.subcategory_key in (?)`, [leafKeys]),
  );

/** The next items of a large leaf. */
export function sizesOfLeaf(
  reader: Reader,
  leafKey: number,
  after: SizedItem | undefined,
  limit: number,
): Promise<SizedItem[]> {
  const next = after ? " and (i.priority, i.key) > (?, ?)" : "";
  const values = after ? [leafKey, after.priority, after.key] : [leafKey];
  return reader.all(
    composed(
      `select i.key, i.priority, ${size} as size from items i where i.subcategory_key = ?${next}
        order by i.priority, i.key limit ${limit}`,
      values,
    ),
  );
}
