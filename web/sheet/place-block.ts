import { type CellRange, columnsIn, rowsIn } from "../items/cell-range.ts";
import type { Column } from "../items/columns.ts";
import { isSheetColumn, type SheetColumn } from "./cell-values.ts";

/** Texts in rows. A row may be shorter than others: what is missing in it changes nothing. */
export type Block = readonly (readonly string[])[];

export type PlacedBlock = {
  top: number;
  bottom: number;
  /** The columns that get texts. */
  columns: readonly SheetColumn[];
  /** The text for a row of the list, and one of these columns by its position among them. */
  textAt(row: number, at: number): string | undefined;
  /** How many texts are right of the last column. */
  cut: number;
  /** Columns whose texts have no place, as people call them. */
  leftOut: readonly string[];
};

/** Which column of the grid a column of the block has, from `left` on; undefined right of the last one. */
type Laid = readonly (Column | undefined)[];

type Options = {
  block: Block;
  range: CellRange;
  columns: readonly Column[];
  labelOf(column: Column): string;
  /** Whether a column of the block is what a column of the grid shows that cannot be written. */
  shows(at: number, column: number, laid: Laid): boolean;
};

export const widthOf = (block: Block) => block.reduce((most, row) => Math.max(most, row.length), 1);

/**
 * Lays a block of texts on a range, as a spreadsheet does: one text fills the whole range, a block is repeated where the
 * range is a multiple of it, and is otherwise laid once, from the first cell of the range. Laid once, it goes over the
 * columns that only show something, unless it has a column for them.
 */
export function placeBlock({ block, range, columns, labelOf, shows }: Options): PlacedBlock {
  const height = block.length;
  const width = widthOf(block);
  const fits = rowsIn(range) % height === 0 && columnsIn(range) % width === 0;
  const laid: (Column | undefined)[] = [];
  if (fits) laid.push(...columns.slice(range.left, range.right + 1));
  else
    for (let at = 0, column = range.left; at < width; at++, column++) {
      while (at > 0 && isPassed(columns[column]) && !shows(at, column, laid)) column++;
      laid.push(columns[column]);
    }
  const isGiven = (at: number) => block.some((texts) => (texts[at % width] ?? "").trim() !== "");
  const written = laid.flatMap((column, at) => (column && isSheetColumn(column) ? [{ column, at }] : []));
  const unwritten = laid.flatMap((column, at) => (column && isPassed(column) && isGiven(at) ? column : []));
  // Who fills a range with one value means the cells of it that can be changed.
  const isFilling = width === 1 && written.length > 0;
  return {
    top: range.top,
    bottom: fits ? range.bottom : range.top + height - 1,
    columns: written.map(({ column }) => column),
    textAt(row, at) {
      const source = written[at]?.at;
      return source === undefined ? undefined : block[(row - range.top) % height]?.[source % width];
    },
    cut: block.reduce((sum, texts) => sum + texts.filter((text, at) => !laid[at] && text.trim() !== "").length, 0),
    leftOut: isFilling ? [] : unwritten.map(labelOf),
  };
}

const isPassed = (column: Column | undefined) => column !== undefined && !isSheetColumn(column);
