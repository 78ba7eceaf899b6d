import type { Book, BookSheet } from "./book.ts";
import { firstRows } from "./first-rows.ts";
import { MergedCells, mergedRanges } from "./merged-ranges.ts";
import { scanned } from "./scanned-part.ts";
import type { Row } from "./sheet.ts";
import type { SheetFile } from "./sheet-file.ts";
import { SheetRows } from "./sheet-rows.ts";
import { openWorkbook } from "./workbook.ts";
import type { ZipEntry } from "./zip-reader.ts";

/** A workbook of Excel: each sheet is a part of its own. */
export async function xlsxBook(file: SheetFile, entries: Map<string, ZipEntry>): Promise<Book> {
  const workbook = await openWorkbook(file, entries);
  const entryOf = (sheet: BookSheet) => sheet.part as ZipEntry;
  async function* rows(sheet: BookSheet): AsyncGenerator<Row[]> {
    const collected = new SheetRows(workbook);
    for await (const _ of scanned(file, entryOf(sheet), collected)) if (collected.isFull()) yield collected.take();
    yield collected.take();
  }
  return {
    format: "xlsx",
    sheets: workbook.sheets,
    async *starts(sheets) {
      for (const sheet of sheets) yield { sheet, rows: await firstRows(rows(sheet)) };
    },
    rows,
    async *rowsBelow(sheet, headerRow, columns) {
      const merged = new MergedCells(await mergedRanges(file, entryOf(sheet), headerRow));
      for await (const batch of rows(sheet)) {
        const below = batch.filter(({ number }) => number > headerRow).map((row) => merged.mark(row, columns));
        if (below.length > 0) yield below;
      }
    },
  };
}
