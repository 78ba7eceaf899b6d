import { encodingOf } from "../formats/encoding.ts";
import { isOpenDocument, odsBook } from "../formats/ods-reader.ts";
import { SheetFault } from "../formats/sheet-fault.ts";
import type { SheetFile } from "../formats/sheet-file.ts";
import { startOf } from "../formats/text-reader.ts";
import { xlsxBook } from "../formats/xlsx-reader.ts";
import { zipEntries } from "../formats/zip-reader.ts";
import { openBook } from "./open-book.ts";
import { openCsv, openJsonl } from "./open-text.ts";
import type { OpenSheet, SheetHints } from "./opened.ts";

/** Recognises a file by its content, whatever its name says, and reads its header. */
export async function openSheet(file: SheetFile, hints: SheetHints = {}): Promise<OpenSheet> {
  if (file.size === 0) throw new SheetFault("empty_file", "The file is empty.");
  const magic = Buffer.from(await file.bytes(0, Math.min(file.size, 8))).toString("latin1");
  if (magic.startsWith("PK\u0003\u0004") || magic.startsWith("PK\u0005\u0006")) {
    const entries = await zipEntries(file);
    const book = (await isOpenDocument(file, entries)) ? odsBook : xlsxBook;
    return openBook(await book(file, entries), hints);
  }
  const known = otherFormats.find(([start]) => magic.startsWith(start));
  if (known !== undefined) throw new SheetFault("unknown_format", known[1]);
  const { encoding, isCertain } = hints.encoding
    ? { encoding: hints.encoding, isCertain: true }
    : await encodingOf(file);
  const text = await startOf(file, encoding);
  const start = text.trimStart();
  if (/^(?:<!doctype|<html|<table|<\?xml)/i.test(start)) {
    throw new SheetFault("unknown_format", `The file is HTML or XML. ${saveAs}`);
  }
  if (/^\[\s*[{\]]/.test(start)) {
    throw new SheetFault("unknown_format", "The file is a JSON array. Write one object in each line instead (JSONL).");
  }
  const isJsonl = /^\{\s*["}]/.test(start);
  const sheet = await (isJsonl ? openJsonl(file, encoding, hints) : openCsv(file, encoding, text, hints));
  return isCertain ? sheet : { ...sheet, encodingCertain: false };
}

const saveAs = "Open it in a spreadsheet program and save it as XLSX.";

/** Files that people send by mistake, by their first bytes. */
const otherFormats: readonly [start: string, message: string][] = [
  ["\u00d0\u00cf\u0011\u00e0", `The file is a workbook of Excel 97, or one with a password. ${saveAs}`],
  ["%PDF", "The file is a PDF. Ask for the table as a spreadsheet."],
  ["\u001f\u008b", "The file is compressed with gzip. Unpack it first."],
  ["{\\rtf", "The file is a text document, not a table."],
];
