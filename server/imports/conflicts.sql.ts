import type { Item } from "../../contract/items.ts";
import type { ItemColumn } from "../columns/sheet-columns.ts";
import type { Reader } from "../db/db.ts";
import type { Value } from "../formats/sheet.ts";
import type { PlacedItemRow } from "../items/items.rules.ts";
import { changesSinceMoment } from "../log/changes.sql.ts";

/** The field of the log that a column belongs to. */
function fieldOf(column: ItemColumn): string {
  const field = column.name === "attribute" ? "description" : column.name;
  return column.language === undefined ? field : `translations.${column.language}.${field}`;
}

/**
 * Tells whether somebody changed the value of a column since a version of the item. If the log does not reach back that
 * far, anything may have been changed.
 */
export async function conflictingFields(
  reader: Reader,
  item: PlacedItemRow,
  since: number,
): Promise<(column: ItemColumn, current: Value) => boolean> {
  const changed = await changesSinceMoment(reader, item.version, since);
  if (!changed) return () => true;
  return (column, current) => {
    const change = changed.get(fieldOf(column));
    if (!change || column.name !== "attribute") return change !== undefined;
    // The log has all attributes as one field; only this one counts.
    const before = (change.before ?? []) as Item["description"];
    let seen = 0;
    const then = before.find(({ key }) => key === column.key && ++seen === column.nth);
    return (then?.value ?? null) !== current;
  };
}
