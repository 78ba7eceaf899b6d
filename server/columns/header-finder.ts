import { lookedRows } from "../formats/first-rows.ts";
import { readLimits } from "../formats/read-limits.ts";
import type { Row } from "../formats/sheet.ts";
import { SheetFault } from "../formats/sheet-fault.ts";
import { columnOfHeader, headerOf } from "./sheet-columns.ts";

/**
 * `isKnown` says whether its names are those of columns, and not only the best that there is; `isMapped` whether a person
 * has mapped one of them.
 */
export type FoundHeader = {
  readonly row: Row;
  readonly columns: number;
  readonly isKnown: boolean;
  readonly isMapped: boolean;
};

/**
 * The header among the first rows of a table. It is the row that names the most columns: of those with one of `names`,
 * which a person has mapped, else of those that name two. One that has rows below it stays, so that these are read.
 * Otherwise it is the first row, but for titles: rows with a single value that is no column, above one with more.
 */
export function headerAmong(rows: readonly Row[], names: ReadonlySet<string> = new Set()): FoundHeader | undefined {
  let best: FoundHeader | undefined;
  let hasRows = false;
  for (const row of rows.slice(0, lookedRows)) {
    const found = lookedAt(row, names);
    const mayReplace = best === undefined || !hasRows || (found.isMapped && !best.isMapped);
    if (found.isKnown && mayReplace && (best === undefined || goesBefore(found, best))) {
      best = found;
      hasRows = false;
    } else if (valuesIn(row) > 1) hasRows = true;
  }
  if (best !== undefined) return best;
  const [first] = rows;
  if (first === undefined) return undefined;
  const start = lookedAt(first, names);
  // An export of one column has a header of one name.
  if (start.columns > 0 && start.columns === valuesIn(first)) return { ...start, isKnown: true };
  if (start.columns > 0 || valuesIn(first) > 1) return start;
  const table = rows.slice(0, lookedRows).find((row) => valuesIn(row) > 1);
  return table === undefined ? start : lookedAt(table, names);
}

/** What a person has said counts for more than names that may be there by accident. */
export const goesBefore = (one: FoundHeader, other: FoundHeader): boolean =>
  one.isMapped === other.isMapped ? one.columns > other.columns : one.isMapped;

const valuesIn = ({ cells }: Row): number => cells.filter((cell) => cell !== null).length;

function lookedAt(row: Row, names: ReadonlySet<string>): FoundHeader {
  const columns = new Set<string>();
  let isMapped = false;
  for (const cell of row.cells) {
    if (typeof cell !== "string" || cell.length > readLimits.columnName) continue;
    if (names.has(cell)) {
      isMapped = true;
      columns.add(`mapped ${cell}`);
      continue;
    }
    const column = columnOfHeader(cell);
    if (column !== undefined) columns.add(headerOf(column));
  }
  return { row, columns: columns.size, isKnown: isMapped || columns.size > 1, isMapped };
}

/** The row that a person named as the header. */
export async function rowAt(batches: AsyncIterable<Row[]>, number: number): Promise<Row> {
  for await (const rows of batches) {
    const found = rows.find((row) => row.number >= number);
    if (found?.number === number) return found;
    if (found !== undefined) break;
  }
  throw new SheetFault("no_header", "The row that was chosen as the header has no value.", { row: number });
}
