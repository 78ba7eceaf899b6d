import type { Book, BookSheet } from "./book.ts";
import { FirstRows } from "./first-rows.ts";
import { OdsTables, type TableBatch } from "./ods-tables.ts";
import { readLimits } from "./read-limits.ts";
import { readPart, scanned } from "./scanned-part.ts";
import { isOdd, type Row } from "./sheet.ts";
import { SheetFault } from "./sheet-fault.ts";
import type { SheetFile } from "./sheet-file.ts";
import { entryBytes, type ZipEntry } from "./zip-reader.ts";

const family = "application/vnd.oasis.opendocument.";

/** Whether an archive is a document of OpenDocument. One that is no spreadsheet, or has a password, is refused. */
export async function isOpenDocument(file: SheetFile, entries: ReadonlyMap<string, ZipEntry>): Promise<boolean> {
  const type = await typeOf(file, entries.get("mimetype"));
  if (!type.startsWith(family)) return false;
  if (!type.slice(family.length).startsWith("spreadsheet")) {
    throw new SheetFault("unknown_format", "The file is a document of another kind, not a spreadsheet.");
  }
  return true;
}

/** A longer text is no type. */
const longestType = 200;

async function typeOf(file: SheetFile, entry: ZipEntry | undefined): Promise<string> {
  if (entry === undefined || entry.size > longestType) return "";
  let type = "";
  for await (const bytes of entryBytes(file, entry)) type += Buffer.from(bytes).toString("latin1");
  return type;
}

/** A spreadsheet of OpenDocument: all sheets are tables of one part. */
export async function odsBook(file: SheetFile, entries: ReadonlyMap<string, ZipEntry>): Promise<Book> {
  await refuseEncrypted(file, entries.get("meta-inf/manifest.xml"));
  const content = entries.get("content.xml");
  if (content === undefined) throw new SheetFault("damaged", "The workbook is damaged: its content is missing.");
  const all = new OdsTables(() => false);
  for await (const _ of tableRows(file, content, all));
  const sheets = all.tables.map((table, part): BookSheet => ({ ...table, part }));
  const repeats = { left: readLimits.repeatedRows as number };
  async function* marked(sheet: BookSheet, left?: typeof repeats): AsyncGenerator<Row[]> {
    for await (const { rows, isLast } of tableRows(
      file,
      content as ZipEntry,
      new OdsTables((at) => at === sheet.part, left),
    )) {
      yield rows;
      if (isLast) return;
    }
  }
  async function* rows(sheet: BookSheet): AsyncGenerator<Row[]> {
    for await (const batch of marked(sheet)) yield batch.map(withoutMarks);
  }
  return {
    format: "ods",
    sheets,
    async *starts(wanted) {
      const places = new Set(wanted.map(({ part }) => part));
      const tables = new OdsTables((at) => places.has(at));
      let first = new FirstRows();
      for await (const { table, rows, isLast } of tableRows(file, content, tables)) {
        first.add(rows.map(withoutMarks));
        if (first.isEnough) tables.passOver();
        if (!isLast) continue;
        yield { sheet: sheets[table] as BookSheet, rows: first.rows };
        first = new FirstRows();
      }
    },
    rows,
    async *rowsBelow(sheet, headerRow) {
      for await (const batch of marked(sheet, repeats)) {
        const below = batch.filter(({ number }) => number > headerRow);
        if (below.length > 0) yield below;
      }
    },
  };
}

async function* tableRows(file: SheetFile, content: ZipEntry, tables: OdsTables): AsyncGenerator<TableBatch> {
  for await (const _ of scanned(file, content, tables)) {
    for (let batch = tables.take(); batch !== undefined; batch = tables.take()) yield batch;
  }
  tables.end();
}

async function refuseEncrypted(file: SheetFile, manifest: ZipEntry | undefined): Promise<void> {
  if (manifest === undefined) return;
  await readPart(file, manifest, {
    open(name) {
      if (name === "encryption-data") {
        throw new SheetFault("unknown_format", "The workbook is protected by a password.");
      }
    },
  });
}

function withoutMarks(row: Row): Row {
  const cells = row.cells.map((cell) => (isOdd(cell) && cell.odd === "merged" ? null : cell));
  const last = cells.findLastIndex((cell) => cell !== null);
  return { ...row, cells: cells.slice(0, last + 1) };
}
