import { type RefObject, useRef } from "react";
import type { Item } from "../../../contract/items.ts";
import type { ColumnId } from "../../catalog/column-ids.ts";
import { useStableCommands } from "../../widgets/use-stable-commands.ts";
import type { RowDrag } from "../dragged-items.ts";
import { toggleVisible } from "../toggle-visible.ts";
import { type Column, isTypedInto } from "./columns.ts";
import type { GridCommands } from "./grid-row.tsx";
import type { GridCursor } from "./use-grid-cursor.ts";
import type { useGridRange } from "./use-grid-range.ts";

type Options = {
  scroller: RefObject<HTMLDivElement | null>;
  columns: readonly Column[];
  cursor: GridCursor;
  range: ReturnType<typeof useGridRange>;
  order: { drag: RowDrag };
  itemAt(row: number): Item | undefined;
  isEditable(item: Item): boolean;
  /** Whether the person may type into the cell of an item. */
  mayType(item: Item | undefined, column: Column | undefined): boolean;
  pickRow(row: number, range: boolean): void;
  open(id: string): void;
};

/** What the rows ask of the grid. A click selects; a finger, which has no keys to go on with, opens or switches too. */
export function useGridCommands({ scroller, columns, cursor, range, order, itemAt, mayType, ...options }: Options) {
  const pressed = useRef<{ row: number; id: ColumnId | undefined }>(undefined);
  return useStableCommands<GridCommands>({
    ...order.drag,
    press(row, column, clicks) {
      const id = columns[column]?.id;
      // The first click may have opened the panel, and another cell is now where the second one falls.
      if (clicks > 1) return pressed.current?.row === row && pressed.current.id === id;
      pressed.current = { row, id };
      const opens = range.byFinger() && columns[column]?.kind === "number" && mayType(itemAt(row), columns[column]);
      cursor.activate(row, column, opens ? "whole" : undefined);
      return true;
    },
    edit() {
      const { row, id } = pressed.current ?? {};
      const column = columns.findIndex((one) => one.id === id);
      if (row === undefined || !isTypedInto(columns[column])) return;
      cursor.activate(row, column, mayType(itemAt(row), columns[column]) ? "inside" : undefined);
    },
    stopEditing: cursor.stopEditing,
    paste(pasted) {
      cursor.stopEditing({});
      range.paste(pasted);
    },
    clear: range.clearAt,
    refuse: range.refuse,
    pick(row, to) {
      options.pickRow(row, to);
      // The keys go on from here: in the box they would do nothing.
      cursor.activate(row, cursor.active.column);
      scroller.current?.focus({ preventScroll: true });
    },
    open: options.open,
    toggleVisible(item, etag, onSign) {
      if (options.isEditable(item) && (onSign || range.byFinger())) void toggleVisible(item, etag);
    },
  });
}
