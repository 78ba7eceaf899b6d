import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from "react";
import type { Item } from "../../../contract/items.ts";
import type { ItemList } from "../../catalog/item-list.ts";
import { saving } from "../../saving/saving.ts";
import type { Rows } from "../../widgets/use-rows.ts";
import { type Cell, type CellRange, rangeBetween } from "./cell-range.ts";
import type { Column } from "./columns.ts";
import { type Editing, newRow, type Opening, opening } from "./editing.ts";

export type Step = { row?: number; column?: number };

export type GridCursor = ReturnType<typeof useGridCursor>;

type Options = {
  list: ItemList;
  /** Another number for another node. */
  listedNode: number;
  /** With the one for a new item. */
  rows: number;
  hasNewRow: boolean;
  columns: readonly Column[];
  scroller: RefObject<HTMLDivElement | null>;
  view: Rows;
  itemAt(row: number): Item | undefined;
  indexOf(id: string): number | undefined;
};

/** The active cell, whether it is being edited, and the range from it to the cell in the opposite corner. */
export function useGridCursor(options: Options) {
  const { rows, hasNewRow, columns, scroller, view } = options;
  const heldCell = useState<Cell>({ row: 0, column: 0 });
  const openCell = useState<Editing>();
  const [held, setHeld] = heldCell;
  const [editing, setEditing] = openCell;
  const [opposite, setOpposite] = useState<Cell>();
  const within = ({ row, column }: Cell): Cell => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns.length - 1, column)),
  });
  const active = within(held);
  const shift = useSameItem(options, active, heldCell, openCell, () => setOpposite(undefined));
  /** Who is in the row for a new item stays there when rows come and go before it. */
  const setActive = ({ row, column }: Cell) =>
    setHeld({ row: hasNewRow && row >= rows - 1 ? Number.POSITIVE_INFINITY : row, column });
  const moveTo = (row: number, column: number) => {
    const next = within({ row, column });
    setActive(next);
    setOpposite(undefined);
    setEditing(undefined);
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
    /** How far the rows have moved with open cells: each keeps its element, and with it the caret. */
    shift,
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
    /** With `by` the cell is opened. */
    activate(row: number, column: number, by?: Opening) {
      setActive({ row, column });
      setOpposite(undefined);
      setEditing(by && opening(by));
    },
    edit(by: Opening) {
      setOpposite(undefined);
      setEditing(opening(by));
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

type State<T> = readonly [T, Dispatch<SetStateAction<T>>];

/** Keeps an open cell with its item, and closes it when that is no longer listed. Returns how far it has moved so far. */
function useSameItem(
  options: Options,
  active: Cell,
  [held, setHeld]: State<Cell>,
  [editing, setEditing]: State<Editing | undefined>,
  collapse: () => void,
): number {
  const { list, listedNode, rows, hasNewRow, scroller, view } = options;
  const rowId = (row: number) => {
    if (hasNewRow && row === rows - 1) return newRow;
    const id = options.itemAt(row)?.id;
    return id && saving.firstId(id);
  };
  const [shift, setShift] = useState(0);
  const [lost, setLost] = useState(0);
  const shown = JSON.stringify([listedNode, list.leaf, list.filters]);
  const [listed, setListed] = useState(shown);
  const here = editing && rowId(active.row);
  /** The list has become shorter than the row where the cell was. In the row for a new item there is no such row. */
  const isCutOff = held.row > active.row && held.row !== Number.POSITIVE_INFINITY;
  if (listed !== shown) {
    setListed(shown);
    // Another list has other items in these rows, and what is being typed is not for them.
    setEditing(undefined);
    if (editing) setLost(lost + 1);
    collapse();
    if (held.row === Number.POSITIVE_INFINITY) setHeld({ row: 0, column: 0 });
  } else if (editing && here !== undefined && editing.of === undefined) setEditing({ ...editing, of: here });
  else if (editing?.of !== undefined && here !== undefined && (here !== editing.of || isCutOff)) {
    // Rows come and go while someone types. The cell stays with its item, and closes when that is no longer listed; what
    // is still typed then must not open the cell of another one, so the focus stays away from the grid.
    const row = here === editing.of ? active.row : options.indexOf(saving.realId(editing.of));
    if (row !== undefined && rowId(row) === editing.of) {
      setHeld({ row, column: held.column });
      setShift(shift + held.row - row);
    } else setEditing(undefined);
  }
  // A field that goes away with its list loses the focus to nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only then
  useEffect(() => {
    if (lost > 0 && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, [lost]);
  const shiftBefore = useRef(shift);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the cell has moved with its item
  useEffect(() => {
    const rowBefore = active.row + shift - shiftBefore.current;
    shiftBefore.current = shift;
    if (editing && rowBefore >= view.from && rowBefore <= view.to) view.reveal(active.row);
  }, [shift]);
  return shift;
}
