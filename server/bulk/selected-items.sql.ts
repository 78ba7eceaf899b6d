import { allowAnywhere, isUnlimited, sees } from "../access/allow.ts";
import type { Tx } from "../db/db.ts";
import { inStatements } from "../db/sql.ts";
import { Problem } from "../http/problem.ts";
import type { PlacedItemRow } from "../items/items.rules.ts";
import { type Leaving, placeOfItem, readPlacedItems } from "../items/items.sql.ts";
import type { Author } from "../log/changes.sql.ts";

/** An item that matched was changed or deleted before it was locked, and may match no longer. */
export class ChangedMeanwhile extends Error {}

/** Reads the items in the order of `ids`. An item that the caller may not see counts as unknown. */
export async function readSelected(
  tx: Tx,
  ids: readonly string[],
  leaving: Leaving,
  author: Author,
): Promise<PlacedItemRow[]> {
  // No item is asked for, so nothing else says what the caller may do.
  if (ids.length === 0 && author.caller) {
    await isUnlimited(tx, author.caller);
    allowAnywhere(author.caller, "translate");
  }
  const rows = await visibleRows(tx, ids, leaving, author);
  if (rows.length === ids.length) return rows;
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

/** Reads items that matched with these versions. If they still have them, they still match; a dry run need not know. */
export async function readMatching(
  tx: Tx,
  { versions, dryRun }: { versions: ReadonlyMap<string, number>; dryRun: boolean | undefined },
  leaving: Leaving,
  author: Author,
): Promise<PlacedItemRow[]> {
  const rows = await visibleRows(tx, [...versions.keys()], leaving, author);
  if (dryRun) return rows;
  const isSame = rows.length === versions.size && rows.every(({ id, version }) => versions.get(id) === version);
  if (!isSame) throw new ChangedMeanwhile();
  return rows;
}

/** Locks and reads the items, in the order of `ids`, without those that the caller may not see. */
export async function visibleRows(
  tx: Tx,
  ids: readonly string[],
  leaving: Leaving,
  { caller }: Author,
): Promise<PlacedItemRow[]> {
  const rows: PlacedItemRow[] = [];
  for (const some of inStatements(ids)) {
    for (const row of await readPlacedItems(tx, some, leaving)) {
      if (caller === undefined || caller.unlimited || (await sees(tx, caller, placeOfItem(row)))) rows.push(row);
    }
  }
  return inOrderOf(ids, rows);
}

/** On every engine the history shows a bulk edit in the order of the request. */
function inOrderOf(ids: readonly string[], rows: PlacedItemRow[]): PlacedItemRow[] {
  const positions = new Map(ids.map((id, position) => [id, position]));
  return rows.sort((one, other) => (positions.get(one.id) ?? 0) - (positions.get(other.id) ?? 0));
}
