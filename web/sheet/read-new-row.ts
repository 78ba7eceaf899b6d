import type { ItemCreate } from "../../contract/items.ts";
import type { ColumnId } from "../catalog/column-ids.ts";
import type { NewRowTexts } from "../items/grid/adding.ts";
import { isSheetField, readCell } from "./cell-values.ts";

export type NewRowReading =
  | { fields: ItemCreate }
  /** The column that keeps it from being an item, and why. */
  | { column: ColumnId; text: string; fault: string };

/** What was typed into the row for a new item; undefined if nothing was. An item needs a name. */
export function readNewRow(texts: NewRowTexts): NewRowReading | undefined {
  const typed = Object.entries(texts).filter(([, text]) => text.trim() !== "") as [ColumnId, string][];
  if (typed.length === 0) return undefined;
  const fields: Record<string, unknown> = {};
  for (const [column, text] of typed) {
    if (!isSheetField(column)) continue;
    const reading = readCell(column, text);
    if (reading.fault !== undefined) return { column, text, fault: reading.fault };
    fields[column] = reading.value;
  }
  const { name, ...rest } = fields;
  if (typeof name !== "string") return { column: "name", text: "", fault: "blank" };
  return { fields: { name, ...rest } };
}
