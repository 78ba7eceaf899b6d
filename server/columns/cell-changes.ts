import type { AttributeColumn } from "../../contract/column-headers.ts";
import { itemDefaults } from "../../contract/constants.ts";
import type { Item, ItemMergePatch } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import type { Value } from "../formats/sheet.ts";
import type { CellFault, CellValue } from "./read-cells.ts";
import { shownCell } from "./read-value.ts";
import { headerOf, type ItemColumn } from "./sheet-columns.ts";

/** The fields of an item that cells can change. */
export type ItemFields = Omit<Item, "id" | "subcategoryId" | "comments">;

export type CellChange = { readonly column: ItemColumn; readonly before: Value; readonly after: Value };

/** What the cells of a row change: a merge patch of what differs, and each change by itself. */
export type CellChanges = {
  readonly patch: ItemMergePatch;
  readonly changes: CellChange[];
  readonly faults: CellFault[];
};

type Attributes = Item["description"];

/** An item before its first values. */
export const emptyItem: ItemFields = { name: "", ...itemDefaults, imgs: [], tags: [], badges: [], description: [] };

/** What the cells of a row make of a new item, which is hidden if asked for and if no cell says otherwise. */
export function newItemOf(values: readonly CellValue[], hidden: boolean): CellChanges {
  if (!hidden) return changesOfCells(emptyItem, values);
  const made = changesOfCells({ ...emptyItem, visible: false }, values);
  return { ...made, patch: { visible: false, ...made.patch } };
}

/** Only what differs is in the patch, so that a row which changes nothing writes nothing. */
export function changesOfCells(item: ItemFields, values: readonly CellValue[]): CellChanges {
  const result: CellChanges = { patch: {}, changes: [], faults: [] };
  const lists = new Map<string, AttributeList>();
  const late: CellValue[] = [];
  for (const cell of values) {
    const { column } = cell;
    if (column.name === "attribute") {
      if (!setAttribute(item, lists, result, cell)) late.push(cell);
      continue;
    }
    const before = valueIn(item, column);
    const after = cell.value ?? clearedValue(column);
    if (isSame(before, after)) continue;
    result.changes.push({ column, before, after });
    if (column.language === undefined) Object.assign(result.patch, { [column.name]: after });
    else translate(result.patch, column.language, column.name, after);
  }
  // The second attribute of a key may stand in a column before the first.
  late.sort((a, b) => (a.column as AttributeColumn).nth - (b.column as AttributeColumn).nth);
  for (const cell of late) {
    if (setAttribute(item, lists, result, cell)) continue;
    const { key, nth, language } = cell.column as AttributeColumn;
    const first = headerOf({ name: "attribute", key, nth: nth - 1, language });
    addFault(result, cell, "out_of_range", `needs a value in ${first} first`);
  }
  for (const [language, list] of lists) if (list.changed) patchList(result.patch, language, list.entries);
  return result;
}

/** The value of an item in a column; null for none. */
export function valueIn(item: ItemFields, column: ItemColumn): Value {
  if (column.name === "attribute") {
    const list = attributesIn(item, column.language);
    return list[positionOf(list, column)]?.value ?? null;
  }
  if (column.language !== undefined) return item.translations[column.language]?.[column.name] ?? null;
  return item[column.name as "name"];
}

/** Null removes a translation; a field of the item itself gets its default. */
const clearedValue = (column: ItemColumn): Value =>
  column.language === undefined ? itemDefaults[column.name as keyof typeof itemDefaults & "tags"] : null;

function isSame(a: Value, b: Value): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}

/** The attributes of an item in one language. Removed ones keep their place until the end, so that numbers hold. */
type AttributeList = { entries: (Attributes[number] | undefined)[]; places: Attributes; changed: boolean };

const attributesIn = (item: ItemFields, language: string | undefined): Attributes =>
  (language === undefined ? item.description : item.translations[language]?.description) ?? [];

function positionOf(list: Attributes, { key, nth }: AttributeColumn): number {
  let seen = 0;
  return list.findIndex((attribute) => attribute.key === key && ++seen === nth);
}

/** False if the attribute before it, of the same key, is missing. */
function setAttribute(
  item: ItemFields,
  lists: Map<string, AttributeList>,
  result: CellChanges,
  cell: CellValue,
): boolean {
  const column = cell.column as AttributeColumn;
  const { key, nth, language = "" } = column;
  let list = lists.get(language);
  if (list === undefined) {
    const current = attributesIn(item, column.language);
    list = { entries: [...current], places: [...current], changed: false };
    lists.set(language, list);
  }
  const position = positionOf(list.places, column);
  const before = list.places[position]?.value ?? null;
  if (before === cell.value) return true;
  const attribute = cell.value === null ? undefined : { key, value: cell.value as string };
  if (position !== -1) list.entries[position] = attribute;
  else if (nth > 1 && positionOf(list.places, { ...column, nth: nth - 1 }) === -1) return false;
  else if (list.entries.length >= limits.attributes) {
    addFault(result, cell, "too_many", `would be more than ${limits.attributes} attributes`);
    return true;
  } else {
    list.entries.push(attribute);
    list.places.push(attribute as Attributes[number]);
  }
  list.changed = true;
  result.changes.push({ column, before, after: cell.value });
  return true;
}

function patchList(patch: ItemMergePatch, language: string, entries: AttributeList["entries"]): void {
  const left = entries.filter((attribute) => attribute !== undefined);
  if (language === "") patch.description = left;
  else translate(patch, language, "description", left.length === 0 ? null : left);
}

function translate(patch: ItemMergePatch, language: string, field: string, value: unknown): void {
  patch.translations ??= {};
  patch.translations[language] = { ...patch.translations[language], [field]: value };
}

function addFault(result: CellChanges, { column, value }: CellValue, code: CellFault["code"], message: string): void {
  result.faults.push({ column: headerOf(column), value: shownCell(value), code, message });
}
