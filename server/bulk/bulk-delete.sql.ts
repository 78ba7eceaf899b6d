import type { Tx } from "../db/db.ts";
import type { PlacedItemRow } from "../items/items.rules.ts";
import { deleteItems } from "../items/items.sql.ts";
import type { Author } from "../log/changes.sql.ts";
import { BulkOutcome } from "./bulk-outcome.ts";

/** Deletes all items or none, as one set of changes: an undo restores all of them. */
export async function bulkDelete(tx: Tx, rows: readonly PlacedItemRow[], author: Author): Promise<BulkOutcome> {
  const outcome = new BulkOutcome();
  for (const row of rows) outcome.add(row, {}, {});
  await deleteItems(tx, rows, author);
  return outcome;
}
