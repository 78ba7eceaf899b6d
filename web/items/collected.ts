import type { Item } from "../../contract/items.ts";
import { selectionStore } from "./selection.ts";

/** The fields that a bulk edit can change. */
export const bulkFields = [
  "discount",
  "price",
  "quantity",
  "visible",
  "currency",
  "priority",
  "tags",
  "badges",
  "simpleDescription",
] as const;
export type BulkField = (typeof bulkFields)[number];
/** What a bulk edit needs of an item. */
export type BulkItem = Pick<Item, "id" | "name" | "subcategoryId" | BulkField>;

/** A subcategory of 50,000 ordinary items fits. */
const mostCharacters = 16_000_000;

const itemsById = new Map<string, BulkItem>();
let characters = 0;

export function bulkItem(item: BulkItem): BulkItem {
  const { id, name, subcategoryId } = item;
  return {
    id,
    name,
    subcategoryId,
    ...Object.fromEntries(bulkFields.map((field) => [field, item[field]])),
  } as BulkItem;
}

/** Remembers what "select all" has read, for the preview of a bulk edit. What does not fit is read again then. */
export function rememberCollected(items: readonly Item[]): void {
  forget();
  for (const item of items) {
    const small = bulkItem(item);
    characters += JSON.stringify(small).length;
    if (characters > mostCharacters) return;
    itemsById.set(item.id, small);
  }
}

export const collected = (id: string): BulkItem | undefined => itemsById.get(id);

function forget() {
  itemsById.clear();
  characters = 0;
}

// Nothing is picked any more, so nothing needs it.
selectionStore.subscribe(() => {
  if (selectionStore.get().size === 0) forget();
});
