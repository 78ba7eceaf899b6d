import type { BulkMergePatch, BulkPatch } from "../../contract/bulk.ts";
import { allow } from "../access/allow.ts";
import type { Tx } from "../db/db.ts";
import { notFound } from "../http/problem.ts";
import { itemChanges, type PlacedItemRow } from "../items/items.rules.ts";
import { addMove, moveTarget, placeOfItem, writeItem } from "../items/items.sql.ts";
import type { Author } from "../log/changes.sql.ts";
import { isEmpty } from "../log/field-changes.ts";
import { lowerItemCount, raiseItemCount } from "../tree/leaf-rule.sql.ts";
import { BulkOutcome } from "./bulk-outcome.ts";
import { Refusals } from "./operations.ts";

/** Updates all items or none. */
export async function bulkUpdate(
  tx: Tx,
  rows: readonly PlacedItemRow[],
  { fields: { data = {}, operations }, merge }: { fields: BulkPatch | BulkMergePatch; merge: boolean },
  author: Author,
): Promise<BulkOutcome> {
  const outcome = new BulkOutcome();
  const refusals = new Refusals();
  // Operations write single texts of a translation. If `data` replaces all translations, they write none.
  const merges = merge || data.translations === undefined;
  for (const row of rows) {
    await allow(tx, author.caller, "translate", placeOfItem(row), () => notFound("item", row.id));
    const worked = operations && refusals.patchOf(row, operations);
    if (operations && !worked) continue;
    const changes = itemChanges(row, { ...data, ...worked }, merges);
    const from = row.subcategory_key;
    const target = await moveTarget(tx, row, data.subcategoryId, author);
    if (target) {
      addMove(changes, row, target);
      await raiseItemCount(tx, target.key, target.id, 1);
      await lowerItemCount(tx, from, 1);
      for (const key of [from, target.key]) {
        tx.touch(`items:${key}`);
        tx.touch(`names:${key}`);
      }
      for (const key of [row.category_key, target.category_key]) tx.touch(`tree:${key}`);
      tx.touch(`project:${row.project_key}`);
    }
    if (isEmpty(changes)) continue;
    outcome.add(row, changes.before, changes.after);
    await writeItem(tx, row, changes, author);
  }
  refusals.throwIfAny();
  return outcome;
}
