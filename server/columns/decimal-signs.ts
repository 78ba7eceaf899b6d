import type { Cell } from "../formats/sheet.ts";
import { type DecimalSign, shownSigns, signsShown } from "./number-text.ts";
import { isNumeric } from "./read-value.ts";
import type { ItemColumn } from "./sheet-columns.ts";

/** Collects what the numbers of a file show about the sign before their decimals, for each column. */
export class DecimalSigns {
  readonly ofColumns: number[] = [];

  add(cells: readonly Cell[]): void {
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at];
      const shown = typeof cell === "string" ? signsShown(cell) : 0;
      if (shown === 0) continue;
      while (this.ofColumns.length <= at) this.ofColumns.push(0);
      this.ofColumns[at] = (this.ofColumns[at] as number) | shown;
    }
  }
}

/**
 * The sign before decimals in a whole file; null if its numbers do not decide it, undefined if none has such a sign. An
 * export writes a point, and no zero at the end: in a file that has the columns of one, numbers that could be either are
 * read like that, as long as all of them could be from an export.
 */
export function decimalOfFile(
  ofColumns: readonly number[],
  columns: readonly (ItemColumn | undefined)[],
  isExport: boolean,
): DecimalSign | null | undefined {
  let shown = 0;
  for (const [at, column] of columns.entries()) if (column && isNumeric(column)) shown |= ofColumns[at] ?? 0;
  if (shown === 0) return undefined;
  const { point, comma, comesFromNoExport } = shownSigns;
  if ((shown & (point | comma)) === point) return ".";
  if ((shown & (point | comma)) === comma) return ",";
  return isExport && (shown & (comma | comesFromNoExport)) === 0 ? "." : null;
}
