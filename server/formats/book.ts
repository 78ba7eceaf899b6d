import type { Row } from "./sheet.ts";

/** `part` is where in the file it is: two sheets of one part are the same. */
export type BookSheet = { readonly name: string; readonly visible: boolean; readonly part: unknown };

/** A file of several sheets, whatever its format is. */
export type Book = {
  readonly format: "xlsx" | "ods";
  readonly sheets: readonly BookSheet[];
  /** The first rows of these sheets, in their order. */
  starts(sheets: readonly BookSheet[]): AsyncGenerator<{ sheet: BookSheet; rows: Row[] }>;
  /** The rows of a sheet. A merged cell without a value of its own is empty. */
  rows(sheet: BookSheet): AsyncGenerator<Row[]>;
  /** The rows below the header, with a mark on merged cells. */
  rowsBelow(sheet: BookSheet, headerRow: number, columns: number): AsyncGenerator<Row[]>;
};
