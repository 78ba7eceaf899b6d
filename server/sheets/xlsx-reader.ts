import { MergedCells, mergedRanges } from "./merged-ranges.ts";
import { readLimits } from "./read-limits.ts";
import type { Row } from "./sheet.ts";
import { SheetRows } from "./sheet-rows.ts";
import { scanned, type Workbook, type WorkbookSheet } from "./workbook.ts";

/** The rows of a sheet. */
export async function* sheetRows(workbook: Workbook, sheet: WorkbookSheet): AsyncGenerator<Row[]> {
  const collected = new SheetRows(workbook);
  for await (const _ of scanned(workbook.file, sheet.entry, collected)) {
    if (collected.rows.length < readLimits.batch) continue;
    yield collected.rows;
    collected.rows = [];
  }
  if (collected.rows.length > 0) yield collected.rows;
}

/** The rows of a sheet below its header, with a mark on merged cells. Cells beside the header are notes. */
export async function* dataRows(
  workbook: Workbook,
  sheet: WorkbookSheet,
  headerRow: number,
  columns: number,
): AsyncGenerator<Row[]> {
  const merged = new MergedCells(await mergedRanges(workbook.file, sheet.entry));
  for await (const batch of sheetRows(workbook, sheet)) {
    const rows = batch
      .filter(({ number, cells }) => number > headerRow && cells.some((cell, i) => i < columns && cell !== null))
      .map((row) => merged.mark({ ...row, cells: row.cells.slice(0, columns) }, columns));
    if (rows.length > 0) yield rows;
  }
}

/** The sheets on which an export goes on when one is full: "Items 2", "Items 3". */
export function continuations(sheets: readonly WorkbookSheet[], first: WorkbookSheet): WorkbookSheet[] {
  const found: WorkbookSheet[] = [];
  for (;;) {
    const next = sheets.find(({ name }) => name === `${first.name} ${found.length + 2}`);
    if (next === undefined) return found;
    found.push(next);
  }
}
