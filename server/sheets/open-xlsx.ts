import { headerIn, namesOf, type OpenSheet, type SheetHints } from "./opened.ts";
import type { Row } from "./sheet.ts";
import { SheetFault } from "./sheet-fault.ts";
import type { SheetFile } from "./sheet-file.ts";
import { openWorkbook, type Workbook, type WorkbookSheet } from "./workbook.ts";
import { continuations, dataRows, sheetRows } from "./xlsx-reader.ts";

export async function openXlsx(file: SheetFile, hints: SheetHints): Promise<OpenSheet> {
  const workbook = await openWorkbook(file);
  const sheet = chosenSheet(workbook, hints.sheet);
  const header = await headerIn(sheetRows(workbook, sheet), hints.headerRow);
  const names = namesOf(header.cells);
  async function* rows(): AsyncGenerator<Row[]> {
    yield* dataRows(workbook, sheet, header.number, names.length);
    for (const next of continuations(workbook.sheets, sheet)) {
      const again = await headerIn(sheetRows(workbook, next), undefined);
      // A sheet with this name and other columns is another table.
      if (namesOf(again.cells).join("\n") !== names.join("\n")) return;
      for await (const batch of dataRows(workbook, next, again.number, names.length)) {
        yield batch.map((row) => ({ ...row, sheet: next.name }));
      }
    }
  }
  const sheets = workbook.sheets.filter(({ visible }) => visible).map(({ name }) => name);
  return { format: "xlsx", sheets, sheet: sheet.name, headerRow: header.number, header: names, rows };
}

function chosenSheet({ sheets }: Workbook, name: string | undefined): WorkbookSheet {
  const chosen =
    name === undefined ? sheets.find(({ visible }) => visible) : sheets.find((sheet) => sheet.name === name);
  if (chosen !== undefined) return chosen;
  const message = name === undefined ? "The workbook has no visible sheet." : `The workbook has no sheet "${name}".`;
  throw new SheetFault("empty_file", message);
}
