import type { ColumnId } from "../../catalog/column-ids.ts";
import { createStore } from "../../platform/store.ts";
import { toast } from "../../platform/toasts.ts";

/** A cell that did not take a value: the text that was given, and why it was not taken. */
export type CellMark = { text: string; why: string };

type MarkedCell = { id: string; column: ColumnId; mark: CellMark };

export type RowMarks = ReadonlyMap<ColumnId, CellMark>;

/** Marks by the id of the item. They stay until the cell is changed, or another list is shown. */
export const cellMarks = createStore<ReadonlyMap<string, RowMarks>>(new Map());

export const clearMarks = () => cellMarks.set((now) => (now.size > 0 ? new Map() : now));

export function markCells(marked: readonly MarkedCell[]) {
  if (marked.length === 0) return;
  cellMarks.set((now) => {
    const next = new Map(now);
    for (const { id, column, mark } of marked) next.set(id, new Map(next.get(id)).set(column, mark));
    return next;
  });
}

/** The cells of this item were changed. */
export function unmarkCells(id: string, columns: readonly ColumnId[]) {
  cellMarks.set((now) => {
    const before = now.get(id);
    if (!before || !columns.some((column) => before.has(column))) return now;
    const left = new Map([...before].filter(([column]) => !columns.includes(column)));
    const next = new Map(now);
    if (left.size > 0) next.set(id, left);
    else next.delete(id);
    return next;
  });
}

/** A message with a button that shows a cell. */
export const offerCell = (text: string, cell: WantedCell | undefined) =>
  toast(text, {
    tone: "bad",
    ...(cell && { button: { label: (t) => t.saving.goTo, press: () => wantedCell.set(cell) } }),
  });

/** A cell by its item; `row` is where it was, if that is known. */
export type WantedCell = { id: string; row: number | undefined; column: ColumnId };

/** The cell that someone asked to see, until the grid has shown it. */
export const wantedCell = createStore<WantedCell | undefined>(undefined);
