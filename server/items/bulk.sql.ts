import type { BulkMergePatch, BulkPatch } from "../../contract/items.ts";
import { allow, sees } from "../access/allow.ts";
import type { Tx } from "../db/db.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { Author } from "../log/changes.sql.ts";
import { isEmpty } from "../log/field-changes.ts";
import { countItems, uncountItems } from "../tree/leaf-rule.sql.ts";
import type { PlacedItemRow } from "./items.rules.ts";
import { itemChanges } from "./items.rules.ts";
import { addMove, type Leaving, moveTarget, placeOfItem, readPlacedItems, writeItem } from "./items.sql.ts";

/** Both engines limit the number of values in a statement. */
const idsPerStatement = 500;

/** Updates all items or none: every unknown id is reported before anything is written. */
export async function bulkUpdate(
  tx: Tx,
  { itemIds, data }: BulkPatch | BulkMergePatch,
  merge: boolean,
  author: Author,
): Promise<void> {
  const ids = [...new Set(itemIds)];
  const rows = await readAll(tx, ids, data.subcategoryId !== undefined && { target: data.subcategoryId }, author);
  for (const row of rows) {
    await allow(tx, author.caller, "translate", placeOfItem(row), () => notFound("item", row.id));
    const changes = itemChanges(row, data, merge);
    const from = row.subcategory_key;
    const target = await moveTarget(tx, row, data.subcategoryId, author);
    if (target) {
      addMove(changes, row, target);
      await countItems(tx, target.key, target.id, 1);
      await uncountItems(tx, from, 1);
      for (const key of [from, target.key]) {
        tx.touch(`items:${key}`);
        tx.touch(`names:${key}`);
      }
      for (const key of [row.category_key, target.category_key]) tx.touch(`tree:${key}`);
      tx.touch(`project:${row.project_key}`);
    }
    if (!isEmpty(changes)) await writeItem(tx, row, changes, author);
  }
}

/** Reads the items in the order of `ids`. An item that the caller may not see counts as unknown. */
export async function readAll(
  tx: Tx,
  ids: readonly string[],
  leaving: Leaving,
  { caller }: Author,
): Promise<PlacedItemRow[]> {
  const rows: PlacedItemRow[] = [];
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    const some = ids.slice(start, start + idsPerStatement);
    for (const row of await readPlacedItems(tx, some, leaving)) {
      if (caller === undefined || caller.unlimited || (await sees(tx, caller, placeOfItem(row)))) rows.push(row);
    }
  }
  if (rows.length === ids.length) return inOrderOf(ids, rows);
  const found = new Set(rows.map(({ id }) => id));
  const unknown = ids.filter((id) => !found.has(id));
  const some = unknown
    .slice(0, 5)
    .map((id) => `"${id}"`)
    .join(", ");
  throw new Problem(
    "not_found",
    `${unknown.length} of the items do not exist, so nothing was changed: ${some}${unknown.length > 5 ? ", …" : ""}`,
    { unknownIds: unknown },
  );
}

/** On every engine the history shows a bulk edit in the order of the request. */
function inOrderOf(ids: readonly string[], rows: PlacedItemRow[]): PlacedItemRow[] {
  const positions = new Map(ids.map((id, position) => [id, position]));
  return rows.sort((one, other) => (positions.get(one.id) ?? 0) - (positions.get(other.id) ?? 0));
}
