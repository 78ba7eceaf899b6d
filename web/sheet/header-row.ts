import { foldedHeader, plainColumnNamed } from "../../contract/column-names.ts";
import type { CellRange } from "../items/grid/cell-range.ts";
import type { Column } from "../items/grid/columns.ts";
import { isSheetColumn } from "./cell-values.ts";
import { type Block, type PlacedBlock, widthOf } from "./place-block.ts";

type Options = {
  block: Block;
  range: CellRange;
  /** The columns that the list can show, and the one that is pasted into. */
  columns: readonly Column[];
  into: Column | undefined;
  labelOf(column: Column): string;
};

/**
 * A block whose first row names its columns: each goes into the column that it names. Undefined if that row is one of
 * texts, as far as anyone can tell: a single column has to be the one that is pasted into.
 */
export function placeByHeader({ block, range, columns, into, labelOf }: Options): PlacedBlock | undefined {
  const [first = [], ...rows] = block;
  const width = widthOf(block);
  const named = Array.from({ length: width }, (_, at) => namedBy(first[at] ?? "", columns, labelOf));
  const names = new Set(named.flatMap((one) => one?.name ?? []));
  const written = named.flatMap((one, at) =>
    one?.column && isSheetColumn(one.column) ? [{ column: one.column, at }] : [],
  );
  // Two texts for one cell. What is left out may be there twice: suppliers have a category and a subcategory.
  if (rows.length === 0 || new Set(written.map(({ column }) => column)).size < written.length) return undefined;
  if (width === 1 ? named[0]?.column === undefined || named[0].column !== into : names.size < 2) return undefined;
  const isGiven = (at: number) => rows.some((texts) => (texts[at] ?? "").trim() !== "");
  const left = named.flatMap((_, at) =>
    written.some((one) => one.at === at) || !isGiven(at) ? [] : (first[at] ?? ""),
  );
  return {
    top: range.top,
    bottom: range.top + rows.length - 1,
    columns: written.map(({ column }) => column),
    textAt(row, at) {
      const source = written[at]?.at;
      return source === undefined ? undefined : rows[row - range.top]?.[source];
    },
    cut: 0,
    leftOut: left.map((text) => text.trim() || "?"),
  };
}

/** The column that a header names, as the list calls it or a supplier; without one, a name that lists have no column for. */
function namedBy(header: string, columns: readonly Column[], labelOf: Options["labelOf"]) {
  const text = foldedHeader(header);
  if (text === "") return undefined;
  const plain = plainColumnNamed(header);
  const column = columns.find((one) => foldedHeader(labelOf(one)) === text || one.id === plain);
  const name = column?.id ?? plain;
  return name && { name, column };
}
