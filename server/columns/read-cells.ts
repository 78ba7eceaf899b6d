import type { CellFaultCode } from "../../contract/errors.ts";
import { defaultClearMark, textOfCell } from "../formats/cell-text.ts";
import { type Cell, isOdd, type ReadFault, type Value } from "../formats/sheet.ts";
import { eitherNumber } from "./number-text.ts";
import { faultOf, isFault, type Read, type ReadOptions, readValue, shownCell } from "./read-value.ts";
import { columnOfHeader, headerOf, type ItemColumn } from "./sheet-columns.ts";

/** `column` is the header of the column, and `value` what stands in the cell. */
export type CellFault = {
  readonly column: string;
  readonly value: string;
  readonly code: CellFaultCode;
  readonly message: string;
  /** The two numbers that the cell may mean. */
  readonly either?: readonly [number, number];
};

/** A value for a field of an item, null to clear it. */
export type CellValue = {
  readonly column: ItemColumn;
  readonly value: Value;
  /** What stands in the cell, if it may mean another number too. */
  readonly text?: string;
  /** Whether the cell is no text in the file, but a number, a date or such, which a program may have made of a text. */
  readonly isMade?: boolean;
};

/** What a row says. A member that is missing is not said; `key` is null where the item loses its key. */
export type RowPatch = {
  id?: string;
  key?: string | null;
  /** Whether the key is a number and no text in the file, so that it can have no zeros at its start. */
  isKeyNumber?: boolean;
  version?: number;
  path?: readonly string[];
  subcategoryId?: string;
  /** The fields, in the order of the columns. */
  readonly values: CellValue[];
  readonly faults: CellFault[];
};

/** Reads the cells of a row. A column that nobody has mapped is undefined. */
export function patchOfCells(
  cells: readonly Cell[],
  columns: readonly (ItemColumn | undefined)[],
  options: ReadOptions = {},
): RowPatch {
  const patch: RowPatch = { values: [], faults: [] };
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i];
    const cell = cells[i] ?? null;
    if (column === undefined || cell === null) continue;
    if (column.name === "attributes") addRest(patch, cell, options);
    else add(patch, column, cell, readValue(cell, column, options));
  }
  return patch;
}

function add(patch: RowPatch, column: ItemColumn, cell: Cell, read: Read): void {
  if (read === "keep") return;
  if (isFault(read)) {
    patch.faults.push({ column: headerOf(column), value: shownCell(cell), ...read });
    return;
  }
  const { value } = read;
  switch (column.name) {
    case "id":
    case "subcategoryId":
      patch[column.name] = value as string;
      break;
    case "key":
      patch.key = value as string | null;
      if (typeof cell === "number") patch.isKeyNumber = true;
      break;
    case "version":
      patch.version = value as number;
      break;
    case "subcategory":
      patch.path = value as readonly string[];
      break;
    default: {
      if (typeof cell !== "string" && !Array.isArray(cell)) patch.values.push({ column, value, isMade: true });
      else if (typeof value === "number" && typeof cell === "string" && eitherNumber(cell))
        patch.values.push({ column, value, text: cell });
      else patch.values.push({ column, value });
    }
  }
}

const notAttributes: ReadFault = {
  code: "wrong_type",
  message: 'must be a JSON object of attributes, such as {"attribute.Weight": "180 g"}',
};

/** The column `attributes`: a JSON object with a header and a text for each attribute that has no column. */
function addRest(patch: RowPatch, cell: Cell, options: ReadOptions): void {
  const json = isOdd(cell) && cell.odd === "object" ? cell.text : cell;
  if (typeof json === "string" && textOfCell(json, options.clearMark ?? defaultClearMark) === "keep") return;
  const attributes = typeof json === "string" ? attributesOf(json) : undefined;
  if (attributes === undefined) add(patch, { name: "attributes" }, cell, notAttributes);
  for (const { column, value } of attributes ?? []) add(patch, column, value, faultOf(value, column) ?? { value });
}

function attributesOf(json: string): CellValue[] | undefined {
  let object: unknown;
  try {
    object = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof object !== "object" || object === null || Array.isArray(object)) return undefined;
  const values = Object.entries(object).map(([header, value]) => ({ column: columnOfHeader(header), value }));
  return values.every(isAttribute) ? values : undefined;
}

const isAttribute = (entry: { column: ItemColumn | undefined; value: unknown }): entry is CellValue =>
  entry.column?.name === "attribute" && typeof entry.value === "string";
