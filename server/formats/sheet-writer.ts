import { byteOrderMark, csvLine, csvText } from "./csv-writer.ts";
import { jsonLine } from "./jsonl-writer.ts";
import type { Separator, Sheet, SheetFormat, Value } from "./sheet.ts";
import { xlsxBytes } from "./xlsx-writer.ts";

/**
 * The bytes of a file, made as they are asked for. Only a workbook has several sheets; the other formats have the first
 * one.
 */
export function sheetBytes(
  format: SheetFormat,
  sheets: readonly [Sheet, ...Sheet[]],
  separator: Separator = ",",
): AsyncGenerator<Uint8Array> {
  if (format === "xlsx") return xlsxBytes(sheets);
  const [sheet] = sheets;
  if (format === "csv") {
    const header = sheet.columns.map((column) => csvText(column.header)).join(separator);
    return lines(`${byteOrderMark}${header}\r\n`, sheet, (cells) => csvLine(cells, separator, sheet.raw));
  }
  const names = sheet.columns.map((column) => JSON.stringify(column.header));
  return lines("", sheet, (cells) => jsonLine(cells, names, sheet.raw));
}

async function* lines(
  start: string,
  { rows }: Sheet,
  lineOf: (cells: readonly Value[]) => string,
): AsyncGenerator<Uint8Array> {
  if (start !== "") yield Buffer.from(start);
  for await (const batch of rows) {
    let text = "";
    for (const cells of batch) text += lineOf(cells);
    yield Buffer.from(text);
  }
}
