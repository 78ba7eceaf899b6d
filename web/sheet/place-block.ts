import { type CellRange, columnsIn, rowsIn } from "../items/cell-range.ts";

/** Texts in rows. A row may be shorter than others: what is missing in it changes nothing. */
export type Block = readonly (readonly string[])[];

export type PlacedBlock = {
  /** The cells that it covers, as far as there are columns. */
  range: CellRange;
  /** Cells that are right of the last column. */
  cut: number;
  textAt(row: number, column: number): string | undefined;
};

/**
 * Lays a block of texts on a range, as a spreadsheet does: one text fills the whole range, a block is repeated where the
 * range is a multiple of it, and is otherwise laid once, from the first cell of the range.
 */
export function placeBlock(block: Block, range: CellRange, columns: number): PlacedBlock {
  const height = block.length;
  const width = Math.max(1, ...block.map((row) => row.length));
  const fits = rowsIn(range) % height === 0 && columnsIn(range) % width === 0;
  const right = fits ? range.right : range.left + width - 1;
  const placed = {
    ...range,
    bottom: fits ? range.bottom : range.top + height - 1,
    right: Math.min(right, columns - 1),
  };
  return {
    range: placed,
    cut: (right - placed.right) * rowsIn(placed),
    textAt: (row, column) => block[(row - range.top) % height]?.[(column - range.left) % width],
  };
}
