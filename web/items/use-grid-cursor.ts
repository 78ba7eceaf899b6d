import { type RefObject, useEffect, useRef, useState } from "react";
import type { Rows } from "../components/use-rows.ts";
import { type Cell, type CellRange, rangeBetween } from "./cell-range.ts";
import type { ItemList } from "./item-list.ts";

export type Step = { row?: number; column?: number };

export type GridCursor = ReturnType<typeof useGridCursor>;

type Options = {
  list: ItemList;
  /** Another number for another node. */
  listedNode: number;
  /** With the one for a new item. */
  rows: number;
  hasNewRow: boolean;
  columns: number;
  scroller: RefObject<HTMLDivElement | null>;
  view: Rows;
};

/** The active cell, whether it is being edited, and the range from it to the cell in the opposite corner. */
export function useGridCursor({ list, listedNode, rows, hasNewRow, columns, scroller, view }: Options) {
  const [held, setHeld] = useState<Cell>({ row: 0, column: 0 });
  const [opposite, setOpposite] = useState<Cell>();
  const [editing, setEditing] = useState<{ typed?: string }>();
  const shown = JSON.stringify([listedNode, list.leaf, list.filters]);
  const [listed, setListed] = useState(shown);
  if (listed !== shown) {
    setListed(shown);
    // Another list has other items in these rows, and what is being typed is not for them.
    setEditing(undefined);
    setOpposite(undefined);
    if (held.row === Number.POSITIVE_INFINITY) setHeld({ row: 0, column: 0 });
  }
  const within = ({ row, column }: Cell): Cell => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  });
  const wasEditing = useRef(false);
  // A field that goes away with its list loses the focus to nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another list
  useEffect(() => {
    if (wasEditing.current && document.activeElement === document.body)
      scroller.current?.focus({ preventScroll: true });
  }, [shown]);
  useEffect(() => {
    wasEditing.current = editing !== undefined;
  }, [editing]);
  const active = within(held);
  /** Who is in the row for a new item stays there when rows come and go before it. */
  const setActive = ({ row, column }: Cell) =>
    setHeld({ row: hasNewRow && row >= rows - 1 ? Number.POSITIVE_INFINITY : row, column });
  const moveTo = (row: number, column: number) => {
    const next = within({ row, column });
    setActive(next);
    setOpposite(undefined);
    view.reveal(next.row);
  };
  const select = (one: Cell, other: Cell) => {
    setActive(within(one));
    setOpposite(within(other));
    setEditing(undefined);
  };
  const corner = opposite ? within(opposite) : active;
  return {
    active,
    editing,
    /** The corner of the range that moves. */
    corner,
    range: rangeBetween(active, corner),
    moveTo,
    select,
    selectRange: ({ top, left, bottom, right }: CellRange) =>
      select({ row: top, column: left }, { row: bottom, column: right }),
    /** The range goes to this cell. */
    extendTo(row: number, column: number) {
      const next = within({ row, column });
      setOpposite(next);
      setEditing(undefined);
      view.reveal(next.row);
    },
    /** Only the active cell is left of the range. */
    collapse: () => setOpposite(undefined),
    followTo(row: number) {
      setActive({ ...active, row });
      setOpposite(undefined);
    },
    activate(row: number, column: number, edit: boolean) {
      setActive({ row, column });
      setOpposite(undefined);
      setEditing(edit ? {} : undefined);
    },
    /** `typed`: the key that opened the cell, which replaces the value as in a spreadsheet. */
    edit(typed?: string) {
      setOpposite(undefined);
      setEditing(typed === undefined ? {} : { typed });
    },
    /** With a step the keyboard goes back to the grid, and on to that cell. */
    stopEditing(step?: Step) {
      setEditing(undefined);
      if (!step) return;
      scroller.current?.focus({ preventScroll: true });
      moveTo(active.row + (step.row ?? 0), active.column + (step.column ?? 0));
    },
  };
}
