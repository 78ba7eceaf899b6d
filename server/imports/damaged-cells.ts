import type { AttributeColumn } from "../../contract/column-headers.ts";
import { emptyItem, type ItemFields, valueIn } from "../columns/cell-changes.ts";
import { lettersGoneFrom, lettersLost, mayBeRemains, mayHaveLostLetters, remainsOf } from "../columns/lost-text.ts";
import { misread } from "../columns/made-text.ts";
import type { CellValue, RowPatch } from "../columns/read-cells.ts";
import { shownCell } from "../columns/read-value.ts";
import { headerOf } from "../columns/sheet-columns.ts";
import { plainKey } from "../items/item-key.ts";
import { itemFields, type PlacedItemRow } from "../items/items.rules.ts";
import type { RowFault } from "./read-row.ts";

/** The columns of numbers. */
export type NumberColumn = "price" | "discount" | "quantity" | "priority";

/** Whether a program may have made the value of a cell: nothing in CSV says which cells are texts. */
const mayBeMade = ({ isMade }: CellValue, format: string): boolean => isMade ?? format === "csv";

/** Whether only the texts of the item tell that a program has left a cell as it is. */
export const mayBeDamaged = (cell: CellValue, format: string): boolean =>
  mayBeRemains(cell.value, mayBeMade(cell, format)) || hasOddKey(cell);

/** The cells that are what a program has left of the texts of the item; in steps, since a row may have hundreds. */
export function* damagedTexts(
  { values }: RowPatch,
  item: PlacedItemRow | undefined,
  format: string,
): Generator<void, RowFault[]> {
  const suspects = values.filter((cell) => mayBeDamaged(cell, format));
  const fields = item && suspects.length > 0 ? (itemFields(item) as unknown as ItemFields) : emptyItem;
  const isLost = lostHeaders(fields);
  const faults: RowFault[] = [];
  for (const cell of suspects) {
    const { column, value } = cell;
    const before = valueIn(fields, column);
    const isNew = column.name === "attribute" && before === null && value !== null;
    const fault =
      remainsOf(before, value, mayBeMade(cell, format)) ?? (isNew && isLost(column) ? lettersLost : undefined);
    if (fault) faults.push({ column: headerOf(column), value: shownCell(value), ...fault });
    yield;
  }
  return faults;
}

/** The cells that are what a program has made of the key and the numbers of the item. */
export function damagedNumbers(
  { values, key, isKeyNumber = false }: RowPatch,
  item: Pick<PlacedItemRow, NumberColumn | "external_key"> | undefined,
  format: string,
): RowFault[] {
  const faults = values.flatMap((cell) => {
    if (!item || typeof cell.value !== "number") return [];
    const { column, value, text } = cell;
    // Who writes JSON writes its numbers.
    const fault = misread(item[column.name as NumberColumn], cell, mayBeMade(cell, format) && format !== "jsonl");
    return fault ? [{ column: headerOf(column), value: shownCell(text ?? value), ...fault }] : [];
  });
  const mayBeNumber = format === "csv" || isKeyNumber;
  if (key == null || !mayBeRemains(key, mayBeNumber)) return faults;
  const lost = remainsOf(item ? plainKey(item.external_key) : null, key, mayBeNumber);
  return lost ? [{ column: "key", value: key, ...lost }, ...faults] : faults;
}

const hasOddKey = ({ column }: CellValue): boolean => column.name === "attribute" && mayHaveLostLetters(column.key);

/** Tells whether the header of a new attribute has lost its letters. The keys of an item are looked at once for all. */
function lostHeaders({ description, translations }: ItemFields): (column: AttributeColumn) => boolean {
  const known = new Map<string | undefined, (key: string) => boolean>();
  return ({ key, language }) => {
    if (!mayHaveLostLetters(key)) return false;
    const list = language === undefined ? description : (translations[language]?.description ?? []);
    const isRest = known.get(language) ?? lettersGoneFrom(list.map((attribute) => attribute.key));
    known.set(language, isRest);
    return remainsOf(null, key, false) !== undefined || isRest(key);
  };
}
