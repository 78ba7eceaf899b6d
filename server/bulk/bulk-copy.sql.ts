import type { BulkCopy } from "../../contract/bulk.ts";
import type { ItemCreate } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import { sentFields } from "../access/allow.ts";
import type { Tx } from "../db/db.ts";
import { itemFields, type PlacedItemRow } from "../items/items.rules.ts";
import { addToLeaf, allowInLeaf, leafById } from "../items/items.sql.ts";
import type { Author } from "../log/changes.sql.ts";
import { raiseItemCount } from "../tree/leaf-rule.sql.ts";
import { BulkOutcome } from "./bulk-outcome.ts";

class CopyOutcome extends BulkOutcome {
  /** The ids of the copies. */
  readonly copies: string[] = [];
}

/**
 * Copies items into a leaf that is locked, without their comments, which buyers wrote about the original. In that leaf
 * the caller needs a grant for every language of the copies.
 */
export async function bulkCopy(
  tx: Tx,
  rows: readonly PlacedItemRow[],
  { subcategoryId, nameSuffix = "", visible }: BulkCopy,
  author: Author,
): Promise<CopyOutcome> {
  const outcome = new CopyOutcome();
  const leaf = await leafById(tx, subcategoryId, author);
  if (rows.length === 0) return outcome;
  await allowInLeaf(tx, leaf, author, () => rows.flatMap((row) => sentFields(itemFields(row))));
  await raiseItemCount(tx, leaf.key, leaf.id, rows.length);
  for (const row of rows) {
    const { id: _, subcategoryId: __, comments: ___, ...fields } = itemFields(row);
    const name = cut(row.name, limits.nameLength - nameSuffix.length) + nameSuffix;
    const copy = { ...fields, name, ...(visible !== undefined && { visible }) } as ItemCreate;
    const stored = { stale: row.stale, isCounted: true };
    outcome.add(row, {}, { name, subcategoryId });
    outcome.copies.push((await addToLeaf(tx, leaf, copy, author, stored)).id);
  }
  return outcome;
}

/** Cuts `text` to `length`, without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  const start = text.slice(0, length);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
