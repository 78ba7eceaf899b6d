import type { ImportOptions } from "../../contract/imports.ts";
import { patchOfCells, type RowPatch } from "../columns/read-cells.ts";
import type { ItemColumn } from "../columns/sheet-columns.ts";
import type { Row } from "../formats/sheet.ts";

/** What is wrong with a row. `column` is as an export names it, null if it is the whole row. */
export type RowFault = {
  column: string | null;
  value: string;
  code: string;
  message: string;
};

/** A row of a file, read. */
export type ReadRow = {
  number: number;
  patch: RowPatch;
  fault: Omit<RowFault, "column" | "value"> | undefined;
};

/**
 * What a row was matched to, with regard to the whole file: an item, by its key in the database; null for a new item; or
 * why it is refused.
 */
export type Match = number | null | RowFault[];

export type MatchedRow = ReadRow & { match: Match };

export function readRow(
  { number, cells, fault }: Row,
  columns: readonly (ItemColumn | undefined)[],
  { clearMark, decimal }: ImportOptions,
): ReadRow {
  const patch = patchOfCells(cells, columns, { decimal, ...(clearMark !== undefined && { clearMark }) });
  return { number, patch, fault };
}

/** A row that was refused before is not read again. */
export const matchedRow = (
  row: Row,
  match: Match,
  columns: readonly (ItemColumn | undefined)[],
  options: ImportOptions,
): MatchedRow =>
  typeof match === "object" && match !== null
    ? { number: row.number, patch: { values: [], faults: [] }, fault: row.fault, match }
    : { ...readRow(row, columns, options), match };

/** The name that a row gives to its item. */
export const nameOf = ({ values }: Pick<RowPatch, "values">): string | undefined =>
  values.find(({ column }) => column.name === "name" && column.language === undefined)?.value as string | undefined;

/** Whether a row finds its item by its name. */
export const isByName = ({ id, key }: RowPatch, { match }: ImportOptions): boolean =>
  match === "name" && id === undefined && key == null;
