import type { Encoding } from "../../contract/constants.ts";
import { checkNames } from "../formats/name-limits.ts";
import type { Cell, Row, SheetFormat } from "../formats/sheet.ts";
import { shownCell } from "./read-value.ts";
import type { SeparatorSign } from "./separator.ts";

/** What the person says about the file, where it is not to be recognised. */
export type SheetHints = {
  readonly encoding?: Encoding | undefined;
  readonly separator?: SeparatorSign | undefined;
  /** The name of the sheet of a workbook. */
  readonly sheet?: string | undefined;
  /** The row of the header. */
  readonly headerRow?: number | undefined;
  /** The names of columns that the person has mapped: the row with one of them is the header. */
  readonly names?: readonly string[] | undefined;
};

/** A table that can be read, any number of times. */
export type OpenSheet = {
  readonly format: SheetFormat | "ods";
  readonly encoding?: Encoding;
  /** False if the letters of a text make no words in the encoding that was recognised. */
  readonly encodingCertain?: false;
  readonly separator?: SeparatorSign;
  /** The visible sheets of a workbook, and the one that is read. */
  readonly sheets: readonly string[];
  readonly sheet?: string;
  readonly headerRow: number;
  /** The names of the columns. Reading JSONL adds to them, as names may first occur in any line. */
  readonly header: readonly string[];
  /** The rows below the header, in batches of some hundreds. */
  rows(): AsyncGenerator<Row[]>;
};

/** Names as the person sees them. Those of a header without a name are empty. */
export function namesOf(cells: readonly Cell[]): string[] {
  const names = cells.map(shownHeader);
  checkNames(names);
  return names;
}

const shownHeader = (cell: Cell): string => (typeof cell === "string" ? cell : shownCell(cell));
