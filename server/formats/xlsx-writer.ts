import { guardedForWorkbook, textToCell, tooLongMark, workbookCellLength } from "./cell-text.ts";
import { columnLetters } from "./column-letters.ts";
import { textOfList } from "./list-text.ts";
import type { Sheet, SheetColumn, Value } from "./sheet.ts";
import { mainNamespace, styles, workbookParts } from "./xlsx-parts.ts";
import { escapedXml } from "./xml-text.ts";
import { ZipWriter } from "./zip-writer.ts";

/** Rows of a sheet, the header included. */
const rowsOfSheet = 1_048_576;
/** A sheet of more bytes would need an archive with records for large files, which some programs do not read. */
const mostSheetBytes = 3 * 1024 ** 3;
const pieceLength = 256 * 1024;

/** Excel showed longer texts of a cell with the format "text" as #### for years. */
const longestPlainText = 255;

/**
 * A workbook, as it is made. Texts stand in their cells and not in a table of shared ones, which would be held until
 * the end. What does not fit on a sheet goes to further ones: "Items 2".
 */
export async function* xlsxBytes(sheets: Iterable<Sheet>, mostRows = rowsOfSheet): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter();
  const names: string[] = [];
  for (const sheet of sheets) yield* sheetParts(zip, sheet, names, mostRows);
  for (const [name, xml] of workbookParts(names)) {
    yield zip.open(name);
    yield await zip.piece(Buffer.from(xml));
    yield zip.close();
  }
  yield zip.finish();
}

async function* sheetParts(
  zip: ZipWriter,
  sheet: Sheet,
  names: string[],
  mostRows: number,
): AsyncGenerator<Uint8Array> {
  const letters = sheet.columns.map((_, index) => columnLetters(index));
  const started = (part: number) => {
    names.push(part === 1 ? sheet.name : `${sheet.name} ${part}`);
    return zip.open(`xl/worksheets/sheet${names.length}.xml`);
  };
  const open = sheetOpening(sheet.columns, letters);
  let [part, row, bytes, xml] = [1, 1, 0, open];
  yield started(part);
  for await (const batch of sheet.rows) {
    for (const cells of batch) {
      if (row === mostRows || bytes > mostSheetBytes) {
        yield await zip.piece(Buffer.from(xml + sheetClosing));
        yield zip.close();
        part++;
        [row, bytes, xml] = [1, 0, open];
        yield started(part);
      }
      row++;
      xml += rowXml(cells, letters, row, sheet.raw);
      if (xml.length < pieceLength) continue;
      const piece = Buffer.from(xml);
      bytes += piece.length;
      xml = "";
      yield await zip.piece(piece);
    }
  }
  yield await zip.piece(Buffer.from(xml + sheetClosing));
  yield zip.close();
}

/** Barcodes are texts of digits on purpose; Excel would mark each of them as an error. */
const digitsAreTexts = '<ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors>';
const sheetClosing = `</sheetData>${digitsAreTexts}</worksheet>`;

function sheetOpening(columns: readonly SheetColumn[], letters: readonly string[]): string {
  const cols = columns.map(({ width = 14, hidden, text }, index) => {
    const style = text ? ` style="${styles.text}"` : "";
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${style}${hidden ? ' hidden="1"' : ""}/>`;
  });
  const header = columns.map((column, index) => textCell(column.header, `${letters[index]}1`, styles.header));
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${cols.join("")}</cols><sheetData><row r="1">${header.join("")}</row>`;
}

function rowXml(cells: readonly Value[], letters: readonly string[], row: number, raw = false): string {
  let xml = `<row r="${row}">`;
  for (let i = 0; i < cells.length; i++) {
    const value = cells[i] as Value;
    if (value === null) continue;
    const place = `${letters[i]}${row}`;
    if (typeof value === "number") xml += `<c r="${place}"><v>${value}</v></c>`;
    else if (typeof value === "boolean") xml += `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
    else {
      const text = typeof value === "string" ? value : textOfList(value);
      xml += valueCell(raw ? text : textToCell(text), place);
    }
  }
  return `${xml}</row>`;
}

function valueCell(text: string, place: string): string {
  const guarded = guardedForWorkbook(text);
  if (guarded.length > workbookCellLength) return textCell(tooLongMark, place, styles.plain);
  return textCell(guarded, place, guarded.length > longestPlainText ? styles.plain : styles.text);
}

/** Blanks at the ends, tabs and line breaks stay only where the cell says so. */
const blanks = /^\s|\s$|[\t\n]/;

function textCell(text: string, place: string, style: number): string {
  const space = blanks.test(text) ? ' xml:space="preserve"' : "";
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t${space}>${escapedXml(text)}</t></is></c>`;
}
