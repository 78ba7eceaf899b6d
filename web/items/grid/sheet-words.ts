import type { ColumnId } from "../../catalog/column-ids.ts";
import { type ItemList, isInOwnOrder } from "../../catalog/item-list.ts";
import { explainReason } from "../../platform/explain.ts";
import { textNow } from "../../platform/i18n/i18n.ts";
import { laterNow } from "../../platform/i18n/later-words.ts";
import type { Reason } from "../../platform/reason.ts";
import { toast } from "../../platform/toasts.ts";
import { type CellRange, cellsIn, columnsIn, rowsIn } from "./cell-range.ts";
import { columns as itemColumns } from "./columns.ts";

/** How much is selected. */
export const rangeWords = (range: CellRange) =>
  laterNow().sheet.selected({ rows: rowsIn(range), columns: columnsIn(range), cells: cellsIn(range) });

/** Why the rows of a list cannot be ordered by hand; undefined where they can. */
export function whyNoOrder(list: ItemList): string | undefined {
  const { order } = laterNow().sheet;
  if (isInOwnOrder(list)) return undefined;
  return list.leaf ? order.filtered : order.branch;
}

/** What the grip of a row is for. */
export function gripWords(list: ItemList): string {
  const { order } = laterNow().sheet;
  const why = whyNoOrder(list);
  return why ? `${why} ${order.dragOut}` : order.drag;
}

export async function explainOrder(list: ItemList): Promise<void> {
  const why = whyNoOrder(list);
  if (why) toast(why, { about: "order" });
}

export const columnLabel = (id: ColumnId) => itemColumns.find((column) => column.id === id)?.label(textNow()) ?? id;

export const explainCell = (reason: Reason): string => laterNow().sheet.faults[reason.code] ?? explainReason(reason);
