export type Cell = { row: number; column: number };

/** A rectangle of cells; all four sides belong to it. */
export type CellRange = { top: number; bottom: number; left: number; right: number };

export const rangeBetween = (one: Cell, other: Cell): CellRange => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
});

export const rowsIn = ({ top, bottom }: CellRange) => bottom - top + 1;
export const columnsIn = ({ left, right }: CellRange) => right - left + 1;
export const cellsIn = (range: CellRange) => rowsIn(range) * columnsIn(range);

/** The part of a range in one row, as a text: rows are drawn again only when it is another one. */
export type RangeInRow = `${number} ${number} ${"top" | ""} ${"bottom" | ""}`;

export function rangeInRow({ top, bottom, left, right }: CellRange, row: number): RangeInRow | undefined {
  if (row < top || row > bottom) return undefined;
  return `${left} ${right} ${row === top ? "top" : ""} ${row === bottom ? "bottom" : ""}`;
}

/** The sides on which the frame of the range runs along this cell; undefined outside of the range. */
export function sidesOf(range: RangeInRow | undefined, column: number): string | undefined {
  if (range === undefined) return undefined;
  const [left, right, top, bottom] = range.split(" ");
  if (column < Number(left) || column > Number(right)) return undefined;
  const sides = [top, bottom, column === Number(left) && "left", column === Number(right) && "right"];
  return sides.filter(Boolean).join(" ");
}

/** The rows that dragging the fill handle to `row` adds: below the range, or above it. */
export function filledTo(range: CellRange, row: number): CellRange | undefined {
  if (row > range.bottom) return { ...range, top: range.bottom + 1, bottom: row };
  if (row < range.top) return { ...range, top: row, bottom: range.top - 1 };
  return undefined;
}
