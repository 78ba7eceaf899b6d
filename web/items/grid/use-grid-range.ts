import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Item } from "../../../contract/items.ts";
import type { Rights } from "../../access/rights.ts";
import type { ColumnId } from "../../catalog/column-ids.ts";
import type { ItemList } from "../../catalog/item-list.ts";
import { useStore } from "../../platform/store.ts";
import type { RowDrag } from "../dragged-items.ts";
import { clearMarks, markCells, offerCell, unmarkCells, wantedCell } from "./cell-marks.ts";
import { type CellRange, cellsIn, rangeBetween, rangeInRow } from "./cell-range.ts";
import type { Column } from "./columns.ts";
import { cellAt } from "./grid-row.tsx";
import { loadSheet, sheetStore, withSheet } from "./load-sheet.ts";
import type { SheetView } from "./sheet-view.ts";
import { type Pasted, pastedFrom, useClipboard } from "./use-clipboard.ts";
import type { GridCursor } from "./use-grid-cursor.ts";

type Options = {
  scroller: RefObject<HTMLDivElement | null>;
  head: number;
  list: ItemList;
  rows: number;
  columns: readonly Column[];
  cursor: GridCursor;
  rights: Rights;
  mayEdit(item: Item): boolean;
  /** Whether items can be added after the last row. */
  mayAdd: boolean;
  itemAt(row: number): Item | undefined;
  indexOf(id: string): number | undefined;
  order: RowDrag;
};

/** The selected cells: how they are selected and drawn, and what can be done with them. */
export function useGridRange(options: Options) {
  const { scroller, head, list, rows, columns, cursor, rights, mayEdit, mayAdd } = options;
  const { range, editing, active, select, extendTo } = cursor;
  const isRange = cellsIn(range) > 1;
  const sheet = useStore(sheetStore);
  const [filling, preview] = useState<CellRange>();
  const [said, say] = useState("");
  const isDragged = useRef(false);
  const pointer = useRef("mouse");
  const view: SheetView = {
    list,
    total: rows,
    columns,
    range,
    edits: rights.edits,
    mayEdit,
    mayAdd,
    select: cursor.selectRange,
  };
  const columnAt = (id: string) => columns.findIndex((column) => column.id === id);

  useClipboard((event) => {
    if (!scroller.current || document.activeElement !== scroller.current) return false;
    const pasted = pastedFrom(event);
    withSheet(({ onClipboard }, live) => onClipboard(view, { event, live, pasted, say }));
    return true;
  });
  const wanted = useStore(wantedCell);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is asked for moves the cursor
  useEffect(() => {
    if (!wanted) return;
    wantedCell.set(undefined);
    const row = options.indexOf(wanted.id) ?? wanted.row;
    if (row === undefined) return;
    cursor.moveTo(row, Math.max(0, columnAt(wanted.column)));
    scroller.current?.focus({ preventScroll: true });
  }, [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a cell that is edited is no longer what was refused
  useEffect(() => {
    const id = editing && options.itemAt(active.row)?.id;
    if (id && columns[active.column]) unmarkCells(id, [(columns[active.column] as Column).id]);
  }, [editing]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another list nothing is marked
  useEffect(() => {
    clearMarks();
  }, [list.within, list.leaf, JSON.stringify(list.filters)]);

  const last = options.itemAt(range.bottom);
  const isFillable = last !== undefined && mayEdit(last);
  const come = () => void loadSheet().catch(() => undefined);
  return {
    clear: () => withSheet(({ clearCells }) => clearCells(view)),
    /** One cell, wherever the cursor is by then. */
    clearAt: (row: number, column: number) =>
      withSheet(({ clearCells }) => {
        const cell = { row, column };
        return clearCells({ ...view, range: rangeBetween(cell, cell), select: () => {} });
      }),
    /** Leaves a mark at a cell, and a way back to it. */
    refuse(id: string, column: ColumnId, why: string) {
      markCells([{ id, column, mark: { text: "", why } }]);
      offerCell(why, { id, row: undefined, column });
    },
    paste: (pasted: Pasted) => withSheet(({ pasteCells }) => pasteCells(view, pasted)),
    fillDown: () => withSheet(({ fillDown }) => fillDown(view)),
    handlers: {
      onFocus: come,
      onPointerEnter: come,
      onPointerDown({ nativeEvent }: PointerEvent) {
        pointer.current = nativeEvent.pointerType;
        if (!scroller.current) return;
        sheet?.pressCells(nativeEvent, {
          scroller: scroller.current,
          head,
          cellAt(element) {
            const cell = cellAt(element, columnAt);
            // The row for a new item, after the others, is in no range.
            return cell && { ...cell, row: Math.min(cell.row, rows - 1) };
          },
          active,
          range,
          select,
          extendTo,
          dragged(is) {
            isDragged.current = is;
          },
          preview,
          order: options.order,
          fill: (source, target) => withSheet(({ fillCells }) => fillCells(view, source, target)),
        });
      },
      onClickCapture(event: { stopPropagation(): void }) {
        if (isDragged.current) event.stopPropagation();
        isDragged.current = false;
      },
    },
    /** Whether it was not the mouse that pressed the list last. */
    byFinger: () => pointer.current !== "mouse",
    /** For those who hear the page. */
    words: (isRange && sheet?.rangeWords(range)) || said,
    /** What a row draws of it. One cell is only the active one. */
    inRow: (row: number) => ({
      range: isRange ? rangeInRow(range, row) : undefined,
      filling: filling && rangeInRow(filling, row),
      handle: row === range.bottom && isFillable && !editing ? range.right : undefined,
    }),
  };
}
