import { shownCell } from "../columns/read-value.ts";
import type { Db } from "../db/db.ts";
import type { Cell, Sheet, SheetFormat, Value } from "../formats/sheet.ts";
import { sheetBytes } from "../formats/sheet-writer.ts";
import { refusedRows } from "./import-results.sql.ts";
import type { ImportRow } from "./imports.sql.ts";

/** The refused rows as they were sent, with a column that says why, so that they can be corrected and sent again. */
export function refusedFile(db: Db, row: ImportRow, format: SheetFormat): AsyncGenerator<Uint8Array> {
  const header = JSON.parse(row.header) as string[];
  async function* rows(): AsyncGenerator<Value[][]> {
    for await (const some of refusedRows((work) => db.read(work), row))
      yield some.map(({ row: { cells }, why }) => [why, ...header.map((_, at) => shownValue(cells[at] ?? null))]);
  }
  const sheet: Sheet = {
    name: "Refused",
    columns: [{ header: whyHeader, width: 60, text: true }, ...header.map((text) => ({ header: text, text: true }))],
    rows: rows(),
    raw: true,
  };
  return sheetBytes(format, [sheet]);
}

/** An import leaves a column of this name out. */
const whyHeader = "why refused";

const shownValue = (cell: Cell): Value => (typeof cell === "object" && cell !== null ? shownCell(cell) : cell);
