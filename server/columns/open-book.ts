import type { Book, BookSheet } from "../formats/book.ts";
import { firstRows } from "../formats/first-rows.ts";
import { isOdd, type Row } from "../formats/sheet.ts";
import { SheetFault } from "../formats/sheet-fault.ts";
import { type FoundHeader, goesBefore, headerAmong, rowAt } from "./header-finder.ts";
import { namesOf, type OpenSheet, type SheetHints } from "./opened.ts";

export async function openBook(book: Book, hints: SheetHints): Promise<OpenSheet> {
  const { sheet, header } = await headerOf(book, hints);
  const names = namesOf(header.cells);
  async function* rows(): AsyncGenerator<Row[]> {
    yield* tableRows(book, sheet, header.number, names.length);
    for (const next of continuations(book.sheets, sheet)) {
      const again = await sameHeader(book, next, names);
      // A sheet with this name and other columns is another table.
      if (again === undefined) return;
      for await (const batch of tableRows(book, next, again.number, names.length)) {
        yield batch.map((row) => ({ ...row, sheet: next.name }));
      }
    }
  }
  const sheets = book.sheets.filter(({ visible }) => visible).map(({ name }) => name);
  return { format: book.format, sheets, sheet: sheet.name, headerRow: header.number, header: names, rows };
}

/**
 * The sheet with most of the columns that the person has mapped, else the first one with known columns, else the first
 * one with a value; or that which the person named.
 */
async function headerOf(book: Book, hints: SheetHints): Promise<{ sheet: BookSheet; header: Row }> {
  const known = new Set(hints.names);
  let chosen: { sheet: BookSheet; found: FoundHeader } | undefined;
  for await (const { sheet, rows } of book.starts(candidates(book, hints.sheet))) {
    const found = headerAmong(rows, known);
    if (found === undefined) continue;
    if (chosen === undefined || isBetter(found, chosen.found)) chosen = { sheet, found };
    if (found.isKnown && known.size === 0) break;
  }
  if (chosen === undefined) throw new SheetFault("empty_file", "The sheet has no row with a value.");
  const { sheet, found } = chosen;
  const header = hints.headerRow === undefined ? found.row : await rowAt(book.rows(sheet), hints.headerRow);
  return { sheet, header };
}

const isBetter = (one: FoundHeader, other: FoundHeader): boolean =>
  one.isMapped || other.isMapped ? goesBefore(one, other) : one.isKnown && !other.isKnown;

function candidates({ sheets }: Book, name: string | undefined): BookSheet[] {
  if (name !== undefined) {
    const named = sheets.find((sheet) => sheet.name === name);
    if (named === undefined) throw new SheetFault("no_sheet", `The workbook has no sheet "${name}".`);
    return [named];
  }
  const parts = new Set<unknown>();
  const visible = sheets.filter(({ visible, part }) => visible && !parts.has(part) && parts.add(part));
  if (visible.length === 0) throw new SheetFault("empty_file", "The workbook has no visible sheet.");
  return visible;
}

/** The row of a sheet that has exactly these names. */
async function sameHeader(book: Book, sheet: BookSheet, names: readonly string[]): Promise<Row | undefined> {
  const text = names.join("\n");
  const rows = await firstRows(book.rows(sheet));
  return rows.find(({ cells }) => cells.length === names.length && namesOf(cells).join("\n") === text);
}

/** The sheets on which an export goes on when one is full: "Items 2", "Items 3". No part is read twice. */
function continuations(sheets: readonly BookSheet[], first: BookSheet): BookSheet[] {
  const byName = new Map(sheets.map((sheet) => [sheet.name, sheet]));
  const parts = new Set([first.part]);
  const found: BookSheet[] = [];
  for (;;) {
    const next = byName.get(`${first.name} ${found.length + 2}`);
    if (next === undefined || parts.has(next.part)) return found;
    parts.add(next.part);
    found.push(next);
  }
}

async function* tableRows(book: Book, sheet: BookSheet, headerRow: number, columns: number): AsyncGenerator<Row[]> {
  for await (const batch of book.rowsBelow(sheet, headerRow, columns)) yield batch.map((row) => within(row, columns));
}

/** Cells beside the header are notes. A row that has nothing else is no item, and is not passed over without a word. */
function within(row: Row, columns: number): Row {
  const cells = row.cells.slice(0, columns);
  if (cells.some((cell) => cell !== null && !(isOdd(cell) && cell.odd === "merged"))) return { ...row, cells };
  return { ...row, cells, fault: { code: "too_many", message: "has values only beside the columns of the header" } };
}
