import { allow } from "../access/allow.ts";
import type { Tx } from "../db/db.ts";
import { notFound } from "../http/problem.ts";
import type { PlacedItemRow } from "../items/items.rules.ts";
import { appendDeletion, placeOfItem, touchMembership } from "../items/items.sql.ts";
import type { Author } from "../log/changes.sql.ts";
import { moveItemsToTrash } from "../log/trash.sql.ts";
import { uncountItems } from "../tree/leaf-rule.sql.ts";
import { BulkOutcome } from "./bulk-outcome.ts";

/** Deletes all items or none, as one set of changes: an undo restores all of them. */
export async function bulkDelete(tx: Tx, rows: readonly PlacedItemRow[], author: Author): Promise<BulkOutcome> {
  const outcome = new BulkOutcome();
  const leaves = new Map<number, { place: PlacedItemRow; count: number }>();
  let first: number | undefined;
  for (const row of rows) {
    await allow(tx, author.caller, "edit", placeOfItem(row), () => notFound("item", row.id));
    outcome.add(row, {}, {});
    const seq = await appendDeletion(tx, row, author);
    first ??= seq;
    const leaf = leaves.get(row.subcategory_key);
    if (leaf) leaf.count++;
    else leaves.set(row.subcategory_key, { place: row, count: 1 });
  }
  if (first === undefined) return outcome;
  await moveItemsToTrash(tx, author.set, first);
  for (const [key, { place, count }] of leaves) {
    await uncountItems(tx, key, count);
    touchMembership(tx, key, place);
  }
  return outcome;
}
