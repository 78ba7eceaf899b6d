import { MergedCells, mergedRanges } from "./merged-ranges.ts";
import type { Row } from "./sheet.ts";
import { SheetRows } from "./sheet-rows.ts";
import { scanned, type Workbook, type WorkbookSheet } from "./workbook.ts";

/** The rows of a sheet. */
export async function* sheetRows(workbook: Workbook, sheet: WorkbookSheet): AsyncGenerator<Row[]> {
  const collected = new SheetRows(workbook);
  for await (const _ of scanned(workbook.file, sheet.entry, collected)) if (collected.isFull()) yield collected.take();
  yield collected.take();
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

/** The sheets on which an export goes on when one is full: "Items 2", "Items 3". No part is read twice. */
export function continuations(sheets: readonly WorkbookSheet[], first: WorkbookSheet): WorkbookSheet[] {
  const byName = new Map(sheets.map((sheet) => [sheet.name, sheet]));
  const parts = new Set([first.entry]);
  const found: WorkbookSheet[] = [];
  for (;;) {
    const next = byName.get(`${first.name} ${found.length + 2}`);
    if (next === undefined || parts.has(next.entry)) return found;
    parts.add(next.entry);
    found.push(next);
  }
}
