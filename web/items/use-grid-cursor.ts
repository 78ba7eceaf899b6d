import { type RefObject, useState } from "react";

export type Step = { row?: number; column?: number };

export type GridCursor = ReturnType<typeof useGridCursor>;

type Options = {
  rows: number;
  columns: number;
  scroller: RefObject<HTMLDivElement | null>;
  /** Scrolls to a row. */
  reveal(row: number): void;
};

/** The active cell, and whether it is being edited. */
export function useGridCursor({ rows, columns, scroller, reveal }: Options) {
  const [active, setActive] = useState({ row: 0, column: 0 });
  const [editing, setEditing] = useState<{ typed?: string }>();
  const moveTo = (row: number, column: number) => {
    const next = { row: Math.max(0, Math.min(rows - 1, row)), column: Math.max(0, Math.min(columns - 1, column)) };
    setActive(next);
    reveal(next.row);
  };
  return {
    active,
    editing,
    moveTo,
    followTo: (row: number) => setActive((cell) => ({ ...cell, row })),
    activate(row: number, column: number, edit: boolean) {
      setActive({ row, column });
      setEditing(edit ? {} : undefined);
    },
    /** `typed`: the key that opened the cell, which replaces the value as in a spreadsheet. */
    edit: (typed?: string) => setEditing(typed === undefined ? {} : { typed }),
    /** With a step the keyboard goes back to the grid, and on to that cell. */
    stopEditing(step?: Step) {
      setEditing(undefined);
      if (!step) return;
      scroller.current?.focus({ preventScroll: true });
      moveTo(active.row + (step.row ?? 0), active.column + (step.column ?? 0));
    },
  };
}
