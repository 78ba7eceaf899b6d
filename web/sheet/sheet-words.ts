import { explainReason } from "../explain.ts";
import { textNow } from "../i18n/i18n.ts";
import { laterNow } from "../i18n/later-words.ts";
import { type CellRange, cellsIn, columnsIn, rowsIn } from "../items/cell-range.ts";
import { type ColumnId, columns as itemColumns } from "../items/columns.ts";
import type { Reason } from "../saving/reason.ts";

/** How much is selected. */
export const rangeWords = (range: CellRange) =>
  laterNow().sheet.selected({ rows: rowsIn(range), columns: columnsIn(range), cells: cellsIn(range) });

export const columnLabel = (id: ColumnId) => itemColumns.find((column) => column.id === id)?.label(textNow()) ?? id;

export const explainCell = (reason: Reason): string => laterNow().sheet.faults[reason.code] ?? explainReason(reason);
