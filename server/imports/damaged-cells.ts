import type { AttributeColumn } from "../../contract/column-headers.ts";
import { plainKey } from "../items/item-key.ts";
import { itemFields, type PlacedItemRow } from "../items/items.rules.ts";
import { emptyItem, type ItemFields, valueIn } from "../sheets/cell-changes.ts";
import { lettersLost, mayBeRemains, mayHaveLostLetters, misread, remainsOf } from "../sheets/lost-text.ts";
import type { CellValue, RowPatch } from "../sheets/read-cells.ts";
import { shownCell } from "../sheets/read-value.ts";
import type { ReadFault } from "../sheets/sheet.ts";
import { headerOf } from "../sheets/sheet-columns.ts";
import type { RowFault } from "./read-row.ts";

/** The columns of numbers. */
export type NumberColumn = "price" | "discount" | "quantity" | "priority";

/** Whether only the texts of the item tell that a program has left a cell as it is. */
export const mayBeDamaged = (cell: CellValue, isCsv: boolean): boolean =>
  mayBeRemains(cell.value, isCsv) || hasOddKey(cell);

/** The cells that are what a program has left of the texts of the item. */
export function damagedTexts({ values }: RowPatch, item: PlacedItemRow | undefined, isCsv: boolean): RowFault[] {
  const suspects = values.filter((cell) => mayBeDamaged(cell, isCsv));
  const fields = item && suspects.length > 0 ? (itemFields(item) as unknown as ItemFields) : emptyItem;
  return suspects.flatMap(({ column, value }) => {
    const before = valueIn(fields, column);
    const isNew = column.name === "attribute" && before === null && value !== null;
    const fault = remainsOf(before, value, isCsv) ?? (isNew ? lostKey(fields, column) : undefined);
    return fault ? [{ column: headerOf(column), value: shownCell(value), ...fault }] : [];
  });
}

/** The cells that are what a program has made of the key and the numbers of the item. */
export function damagedNumbers(
  { values, key, isKeyNumber = false }: RowPatch,
  item: Pick<PlacedItemRow, NumberColumn | "external_key"> | undefined,
  isCsv: boolean,
): RowFault[] {
  const faults = values.flatMap((cell) => {
    if (!item || typeof cell.value !== "number") return [];
    const { column, value, text } = cell;
    const fault = misread(item[column.name as NumberColumn], cell, isCsv);
    return fault ? [{ column: headerOf(column), value: shownCell(text ?? value), ...fault }] : [];
  });
  const mayBeNumber = isCsv || isKeyNumber;
  if (key == null || !mayBeRemains(key, mayBeNumber)) return faults;
  const lost = remainsOf(item ? plainKey(item.external_key) : null, key, mayBeNumber);
  return lost ? [{ column: "key", value: key, ...lost }, ...faults] : faults;
}

const hasOddKey = ({ column }: CellValue): boolean => column.name === "attribute" && mayHaveLostLetters(column.key);

/** The header of an attribute that has lost its letters would be another attribute. */
function lostKey({ description, translations }: ItemFields, { key, language }: AttributeColumn): ReadFault | undefined {
  if (!mayHaveLostLetters(key)) return undefined;
  const list = language === undefined ? description : (translations[language]?.description ?? []);
  return [null, ...list.map((attribute) => attribute.key)]
    .map((present) => remainsOf(present, key, false))
    .find((fault) => fault !== undefined)
    ? lettersLost
    : undefined;
}
