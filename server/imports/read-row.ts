import type { ImportOptions } from "../../contract/imports.ts";
import { textOfPath } from "../sheets/path-text.ts";
import { patchOfCells, type RowPatch } from "../sheets/read-cells.ts";
import type { Row } from "../sheets/sheet.ts";
import type { ItemColumn } from "../sheets/sheet-columns.ts";
import type { RepeatedRows } from "./repeated-rows.ts";

/** What is wrong with a row. `column` is as an export names it, null if it is the whole row. */
export type RowFault = {
  column: string | null;
  value: string;
  code: string;
  message: string;
};

/** A row of a file, read. `repeats` is an earlier row that names the same item. */
export type ReadRow = {
  number: number;
  patch: RowPatch;
  fault: Omit<RowFault, "column" | "value"> | undefined;
  repeats: number | undefined;
};

export function readRow(
  { number, cells, fault }: Row,
  columns: readonly (ItemColumn | undefined)[],
  options: ImportOptions,
  repeated: RepeatedRows,
): ReadRow {
  const { clearMark, decimal } = options;
  const patch = patchOfCells(cells, columns, { decimal, ...(clearMark !== undefined && { clearMark }) });
  const name = fault ? undefined : rowName(patch, options);
  const repeats = name === undefined ? undefined : repeated.earlier(name, number);
  return { number, patch, fault, repeats };
}

/** What a row names its item by, so that a second row for the same item is found; undefined if it names none. */
function rowName(patch: RowPatch, { match, subcategoryId }: ImportOptions): string | undefined {
  if (patch.id !== undefined) return `id ${patch.id}`;
  if (patch.key != null) return `key ${patch.key}`;
  if (match !== "name") return undefined;
  const name = nameOf(patch);
  const place = patch.subcategoryId ?? (patch.path ? `/${textOfPath(patch.path)}` : subcategoryId);
  return name === undefined || place === undefined ? undefined : `name ${JSON.stringify([place, name])}`;
}

/** The name that a row gives to its item. */
export const nameOf = ({ values }: Pick<RowPatch, "values">): string | undefined =>
  values.find(({ column }) => column.name === "name" && column.language === undefined)?.value as string | undefined;
