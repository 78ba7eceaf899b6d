import type { Encoding } from "../../contract/constants.ts";
import { CsvParser } from "../formats/csv-parser.ts";
import { firstRows } from "../formats/first-rows.ts";
import type { Row } from "../formats/sheet.ts";
import { SheetFault } from "../formats/sheet-fault.ts";
import type { SheetFile } from "../formats/sheet-file.ts";
import { csvRows, jsonRows } from "../formats/text-reader.ts";
import { headerAmong, rowAt } from "./header-finder.ts";
import { namesOf, type OpenSheet, type SheetHints } from "./opened.ts";
import { separatorOf } from "./separator.ts";

/** `start` is the beginning of the text. */
export async function openCsv(
  file: SheetFile,
  encoding: Encoding,
  start: string,
  hints: SheetHints,
): Promise<OpenSheet> {
  if (hints.sheet !== undefined) throw noSheets();
  const known = new Set(hints.names);
  const recognised = separatorOf(start, known);
  const separator = hints.separator ?? recognised.separator;
  const rowsOf = (parser: CsvParser) => csvRows(file, encoding, parser, recognised.skip);
  const header = await headerOf(rowsOf(new CsvParser(separator)), known, hints.headerRow);
  const names = namesOf(header.cells);
  async function* rows(): AsyncGenerator<Row[]> {
    const parser = new CsvParser(separator);
    for await (const batch of rowsOf(parser)) {
      const below = batch.filter(({ number }) => number > header.number).map((row) => checked(row, names.length));
      const last = below.at(-1);
      if (parser.endedOpen && last !== undefined && last.cells.length < names.length)
        below[below.length - 1] = cutOff(last);
      if (below.length > 0) yield below;
    }
  }
  return { format: "csv", encoding, separator, sheets: [], headerRow: header.number, header: names, rows };
}

async function headerOf(rows: AsyncGenerator<Row[]>, names: ReadonlySet<string>, chosen?: number): Promise<Row> {
  if (chosen !== undefined) return rowAt(rows, chosen);
  const found = headerAmong(await firstRows(rows), names);
  if (found === undefined) throw noRows();
  return found.row;
}

/** A value beside the header means that a text with a separator in it was not quoted: all cells behind it are wrong. */
function checked(row: Row, columns: number): Row {
  if (row.cells.length <= columns || row.cells.slice(columns).every((cell) => cell === null)) return row;
  const message = `has ${row.cells.length} cells, and the header ${columns}: is a text with a separator not quoted?`;
  return { ...row, fault: { code: "too_many", message } };
}

const cutOff = (row: Row): Row => ({
  ...row,
  fault: { code: "cut_off", message: "is the last one, and has neither all cells nor a line end: the file is cut off" },
});

const noRows = () => new SheetFault("empty_file", "The file has no row with a value.");
const noSheets = () => new SheetFault("no_sheet", "The file is a text, which has no sheets.");

export async function openJsonl(file: SheetFile, encoding: Encoding, hints: SheetHints): Promise<OpenSheet> {
  if (hints.sheet !== undefined) throw noSheets();
  if (hints.headerRow !== undefined) {
    throw new SheetFault("no_header", "A JSONL file has no row of headers: each line names its values.");
  }
  const names: string[] = [];
  const first = await jsonRows(file, encoding, names).next();
  if (first.done) throw noRows();
  return {
    format: "jsonl",
    encoding,
    sheets: [],
    headerRow: 0,
    header: names,
    rows: () => jsonRows(file, encoding, names),
  };
}
