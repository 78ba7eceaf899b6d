import type { BulkCopy, ItemCreate } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import { sentFields } from "../access/allow.ts";
import type { Tx } from "../db/db.ts";
import type { Author } from "../log/changes.sql.ts";
import { countItems } from "../tree/leaf-rule.sql.ts";
import { lockSubcategory } from "../tree/shape-lock.sql.ts";
import { readAll } from "./bulk.sql.ts";
import { itemFields } from "./items.rules.ts";
import { addToLeaf, allowInLeaf, leafById } from "./items.sql.ts";

/**
 * Copies items into a leaf, without their comments, which buyers wrote about the original. In that leaf the caller
 * needs a grant for every language of the copies.
 */
export async function bulkCopy(tx: Tx, copy: BulkCopy, author: Author): Promise<string[]> {
  const { itemIds, subcategoryId, nameSuffix = "" } = copy;
  await lockSubcategory(tx, subcategoryId);
  const leaf = await leafById(tx, subcategoryId, author);
  const rows = await readAll(tx, [...new Set(itemIds)], false, author);
  if (rows.length === 0) return [];
  await allowInLeaf(tx, leaf, author, () => rows.flatMap((row) => sentFields(itemFields(row))));
  await countItems(tx, leaf.key, leaf.id, rows.length);
  const copies: string[] = [];
  for (const row of rows) {
    const { id: _, subcategoryId: __, comments: ___, ...fields } = itemFields(row);
    const name = cut(row.name, limits.nameLength - nameSuffix.length) + nameSuffix;
    copies.push(
      (await addToLeaf(tx, leaf, { ...fields, name } as ItemCreate, author, { stale: row.stale, isCounted: true })).id,
    );
  }
  return copies;
}

/** Cuts `text` to `length`, without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  const start = text.slice(0, length);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
