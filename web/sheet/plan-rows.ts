import type { ItemRowChange } from "../../contract/item-rows.ts";
import type { Item } from "../../contract/items.ts";
import type { ColumnId } from "../catalog/column-ids.ts";
import { sameValue } from "../saving/edit.ts";
import type { Reading, SheetColumn, SheetField } from "./cell-values.ts";

/** A row of the list as it is shown, and whether the person may change it. */
export type SheetRow = { item: Item; ifMatch: string | undefined; editable: boolean };

/** A cell that was not written, and why. A cell of a new row has no item. */
export type CellFault = { row: number; column: ColumnId; item: Item | undefined; text: string; code: string };

type Options = {
  top: number;
  bottom: number;
  /** The columns that are written. */
  columns: readonly SheetColumn[];
  /** Undefined below the last row, and for one that could not be read. */
  rowAt(row: number): SheetRow | undefined;
  /** Names are shown in another language than the original, which is what a row writes. */
  translated: boolean;
  /** What a cell is to become; undefined leaves it alone. */
  read(row: number, at: number, field: SheetField): { reading: Reading; text: string } | undefined;
  /** The leaf that gets new items from the row `from` on; undefined where it cannot have any. */
  leaf: { id: string; from: number; priority: number } | undefined;
};

export type RowsPlan = {
  rows: ItemRowChange[];
  /** What the fields held that change, by the id of their item. */
  shown: Record<string, Record<string, unknown>>;
  /** Cells that have the value then, also those that had it before. */
  cells: number;
  created: number;
  faults: CellFault[];
  /** Cells of rows that cannot be changed, and names in another language. */
  readOnly: number;
  /** Cells of rows that do not exist and cannot be made. */
  outside: number;
};

/** What is to be sent so that the cells of a range become what they are to be. */
export function planRows(options: Options): RowsPlan {
  const plan: RowsPlan = { rows: [], shown: {}, cells: 0, created: 0, faults: [], readOnly: 0, outside: 0 };
  for (let row = options.top; row <= options.bottom; row++) planRow(plan, row, options);
  return plan;
}

function planRow(plan: RowsPlan, row: number, { columns, rowAt, read, leaf, translated }: Options): void {
  const known = rowAt(row);
  const data: Record<string, unknown> = {};
  const faults: CellFault[] = [];
  let [readOnly, given, taken] = [0, 0, 0];
  for (const [at, { id }] of columns.entries()) {
    const cell = read(row, at, id);
    if (!cell) continue;
    given++;
    if (known?.editable === false || (known && translated && id === "name")) readOnly++;
    else if (cell.reading.fault !== undefined)
      faults.push({ row, column: id, item: known?.item, text: cell.text, code: cell.reading.fault });
    else {
      taken++;
      if (!known || !sameValue(cell.reading.value, known.item[id])) data[id] = cell.reading.value;
    }
  }
  if (known) {
    plan.readOnly += readOnly;
    plan.faults.push(...faults);
    plan.cells += taken;
    const { item, ifMatch } = known;
    const fields = Object.keys(data) as SheetField[];
    if (fields.length > 0) {
      plan.rows.push({ id: item.id, data, ...(ifMatch && { ifMatch }) });
      if (ifMatch) plan.shown[item.id] = Object.fromEntries(fields.map((field) => [field, item[field]]));
    }
  } else if (!leaf || row < leaf.from) plan.outside += given;
  else planNewRow(plan, row, data, faults, leaf);
}

/** An item needs a name, and is hidden if its row does not say. A row that has nothing in it is no item. */
function planNewRow(
  plan: RowsPlan,
  row: number,
  data: Record<string, unknown>,
  faults: readonly CellFault[],
  leaf: NonNullable<Options["leaf"]>,
): void {
  const others = faults.filter(({ text }) => text.trim() !== "");
  const isEmpty =
    others.length === 0 && Object.values(data).every((value) => sameValue(value, 0) || sameValue(value, []));
  if (isEmpty) return;
  plan.faults.push(...others);
  if (data.name === undefined) {
    if (!others.some(({ column }) => column === "name"))
      plan.faults.push({ row, column: "name", item: undefined, text: "", code: "blank" });
    return;
  }
  const priority = leaf.priority + plan.created++;
  plan.cells += Object.keys(data).length;
  plan.rows.push({ subcategoryId: leaf.id, data: { priority, visible: false, ...data } });
}
