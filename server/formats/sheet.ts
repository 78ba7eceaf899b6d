import type { CellFaultCode, FileFaultCode } from "../../contract/errors.ts";

/** What a cell holds, in every format; null for an empty cell. */
export type Value = string | number | boolean | readonly string[] | null;

/**
 * Most columns of a sheet that is read or written. The attributes that have no column are together in the column
 * `attributes`, so a wide catalog is exported in full.
 */
export const mostColumns = 1_000;

export type Separator = "," | ";" | "\t";

export type SheetFormat = "csv" | "xlsx" | "jsonl";

/** `width` in characters. Digits that someone types into a column with `text` stay as typed. */
export type SheetColumn = {
  readonly header: string;
  readonly width?: number;
  readonly hidden?: boolean;
  readonly text?: boolean;
};

/** A sheet to write. Rows come in batches: a step for each row would take longer than the row. */
export type Sheet = {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly (readonly Value[])[]> | Iterable<readonly (readonly Value[])[]>;
  /** The texts are cells that were read, with their marks, and not values. */
  readonly raw?: boolean;
};

/** A cell that has no value to use: `text` is what the person sees there. A date is one for a text only. */
export type OddCell = {
  readonly odd: "date" | "error" | "no_result" | "merged" | "object";
  readonly text: string;
};

/** A cell as it was read. JSON can hold all of it. */
export type Cell = string | number | boolean | readonly unknown[] | OddCell | null;

export const isOdd = (cell: Cell): cell is OddCell => typeof cell === "object" && cell !== null && "odd" in cell;

/** `either` has the two numbers that a text may mean. */
export type ReadFault = {
  readonly code: CellFaultCode;
  readonly message: string;
  readonly either?: readonly [number, number];
};

/**
 * A row as it was read. `number` is the one that a spreadsheet shows, and `sheet` is set on the further sheets of a
 * workbook. The cells of a row with a fault are not to be used.
 */
export type Row = {
  readonly number: number;
  readonly cells: readonly Cell[];
  readonly sheet?: string;
  readonly fault?: { readonly code: CellFaultCode | FileFaultCode; readonly message: string };
};
