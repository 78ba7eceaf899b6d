import type { ColumnId } from "../catalog/column-ids.ts";
import { type CellRange, rowsIn } from "../items/grid/cell-range.ts";
import type { Column } from "../items/grid/columns.ts";
import { isSheetColumn, isSheetField, type SheetColumn } from "./cell-values.ts";

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

/** Which column of the grid a column of the block goes into, from the left; undefined right of the last one. */
export type Laid = readonly { column: Column | undefined; at: number }[];

/** `dropped`: the columns of the block that go nowhere. */
type Once = { width: number; left: number; dropped: readonly number[] };

type Options = {
  block: Block;
  range: CellRange;
  columns: readonly Column[];
  /** Those that the list can show. */
  offered: readonly Column[];
  /** The columns that the block was copied from, where the list itself has copied it. */
  copied?: readonly string[] | undefined;
  labelOf(column: Pick<Column, "id">): string;
  /** Whether a column of the block is what a column of the grid shows that cannot be written. */
  shows(at: number, column: number, laid: Laid): boolean;
};

export const widthOf = (block: Block) => block.reduce((most, row) => Math.max(most, row.length), 1);

/**
 * Lays a block of texts on a range, as a spreadsheet does: one text fills the whole range, a block is repeated where the
 * range is a multiple of it, and is otherwise laid once, from the first cell of the range. Laid once, it goes over the
 * columns that only show something, unless it has a column for them. What the list itself has copied goes into its own
 * columns if it is pasted into the first of them, whatever is between them here.
 */
export function placeBlock({ block, range, columns, offered, copied, labelOf, shows }: Options): PlacedBlock {
  const height = block.length;
  const width = widthOf(block);
  const from = copied?.length === width ? copied : undefined;
  const dropped = from ? unwritable(from) : [];
  const within = columns.slice(range.left, range.right + 1);
  const mayRepeat = width === 1 || (dropped.length === 0 && !within.some(isPassed));
  const isRepeated = mayRepeat && within.length % width === 0;
  const own = within.length === 1 && from ? layOnOwn(from, within[0], offered) : undefined;
  const laid: Laid =
    own ??
    (isRepeated
      ? within.map((column, at) => ({ column, at: at % width }))
      : layOnce({ width, left: range.left, columns, dropped, shows: from ? () => false : shows }));
  const written = laid.filter(isWritten);
  const beyond = laid.filter(({ column }) => !column);
  // Laid once, the block is as wide as a range in which it ends with the last cell that can be written.
  const isAsWide = beyond.length === 0 && written.at(-1)?.column === within.findLast(isSheetColumn);
  const fits = (isRepeated || isAsWide || own) && rowsIn(range) % height === 0;
  const isGiven = (at: number) => block.some((texts) => (texts[at] ?? "").trim() !== "");
  const unwritten = [
    ...dropped.map((at) => ({ at, id: from?.[at] as ColumnId })),
    ...laid.flatMap(({ column, at }) => (column && isPassed(column) ? { at, id: column.id } : [])),
  ];
  // Who fills a range with one value means the cells of it that can be changed.
  const isFilling = width === 1 && written.length > 0;
  return {
    top: range.top,
    bottom: fits ? range.bottom : range.top + height - 1,
    columns: written.map(({ column }) => column),
    textAt(row, at) {
      const source = written[at]?.at;
      return source === undefined ? undefined : block[(row - range.top) % height]?.[source];
    },
    cut: block.reduce((sum, texts) => sum + beyond.filter(({ at }) => (texts[at] ?? "").trim() !== "").length, 0),
    leftOut: isFilling ? [] : unwritten.filter(({ at }) => isGiven(at)).map(labelOf),
  };
}

/** The columns of a block that were copied from columns that cannot be written; none if there is nothing else in it. */
function unwritable(copied: readonly string[]): number[] {
  const found = copied.flatMap((id, at) => (isSheetField(id as ColumnId) ? [] : at));
  return found.length < copied.length ? found : [];
}

/** Undefined if it is pasted elsewhere, or if one of its columns cannot be shown here. */
function layOnOwn(copied: readonly string[], into: Column | undefined, offered: readonly Column[]): Laid | undefined {
  const laid = copied.flatMap((id, at) =>
    isSheetField(id as ColumnId) ? { column: offered.find((column) => column.id === id), at } : [],
  );
  const isOwn = laid.length > 1 && laid[0]?.column?.id === into?.id;
  return isOwn && laid.every(({ column }) => column) ? laid : undefined;
}

function layOnce({ width, left, columns, dropped, shows }: Pick<Options, "columns" | "shows"> & Once): Laid {
  const laid: Laid[number][] = [];
  for (let at = 0, column = left; at < width; at++) {
    if (dropped.includes(at)) continue;
    while (at > 0 && isPassed(columns[column]) && !shows(at, column, laid)) column++;
    laid.push({ column: columns[column++], at });
  }
  return laid;
}

const isPassed = (column: Column | undefined) => column !== undefined && !isSheetColumn(column);

const isWritten = (one: Laid[number]): one is { column: SheetColumn; at: number } =>
  one.column !== undefined && isSheetColumn(one.column);
