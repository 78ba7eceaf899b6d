import type { AttributeColumn } from "../../contract/column-headers.ts";
import { plainKey } from "../items/item-key.ts";
import { itemFields, type PlacedItemRow } from "../items/items.rules.ts";
import { emptyItem, type ItemFields, valueIn } from "../sheets/cell-changes.ts";
import { lettersGoneFrom, lettersLost, mayBeRemains, mayHaveLostLetters, remainsOf } from "../sheets/lost-text.ts";
import { misread } from "../sheets/made-text.ts";
import type { CellValue, RowPatch } from "../sheets/read-cells.ts";
import { shownCell } from "../sheets/read-value.ts";
import { headerOf } from "../sheets/sheet-columns.ts";
import type { RowFault } from "./read-row.ts";

/**
 * The cells that are what a program has left of the values of the item; in steps, since a row may have hundreds of texts.
 * In CSV, nothing says which cells are texts.
 */
export function* damagedCells(
  { values, key, isKeyNumber = false }: RowPatch,
  item: PlacedItemRow | undefined,
  format: string,
): Generator<void, RowFault[]> {
  const isCsv = format === "csv";
  const suspects = values.filter((cell) => mayBeRemains(cell.value, cell.isMade ?? isCsv) || hasOddKey(cell));
  const fields = item && suspects.length > 0 ? (itemFields(item) as unknown as ItemFields) : emptyItem;
  const faults = item ? misreadCells(values, item, format) : [];
  const isLost = lostHeaders(fields);
  for (const { column, value, isMade = isCsv } of suspects) {
    const before = valueIn(fields, column);
    const isNew = column.name === "attribute" && before === null && value !== null;
    const fault = remainsOf(before, value, isMade) ?? (isNew && isLost(column) ? lettersLost : undefined);
    if (fault) faults.push({ column: headerOf(column), value: shownCell(value), ...fault });
    yield;
  }
  const mayBeNumber = isCsv || isKeyNumber;
  if (key == null || !mayBeRemains(key, mayBeNumber)) return faults;
  const lost = remainsOf(item ? plainKey(item.external_key) : null, key, mayBeNumber);
  return lost ? [{ column: "key", value: key, ...lost }, ...faults] : faults;
}

function misreadCells(values: readonly CellValue[], item: PlacedItemRow, format: string): RowFault[] {
  return values.flatMap((cell) => {
    if (typeof cell.value !== "number") return [];
    const { column, value, text, isMade = format === "csv" } = cell;
    // Who writes JSON writes its numbers.
    const fault = misread(item[column.name as "price"], cell, isMade && format !== "jsonl");
    return fault ? [{ column: headerOf(column), value: shownCell(text ?? value), ...fault }] : [];
  });
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
