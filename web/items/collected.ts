import type { Item } from "../../contract/items.ts";
import { selectionStore } from "./selection.ts";

/** The fields that many items can be given at once. */
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
/** What a bulk edit has to know of an item. */
export type BulkItem = Pick<Item, "id" | "name" | BulkField>;

/** Characters of all that is kept; a leaf of 50,000 ordinary items fits. */
const mostCharacters = 16_000_000;

const kept = new Map<string, BulkItem>();
let characters = 0;

export function bulkItem(item: BulkItem): BulkItem {
  const { id, name } = item;
  return { id, name, ...Object.fromEntries(bulkFields.map((field) => [field, item[field]])) } as BulkItem;
}

/** Keeps what "select all" has read, so that the preview of a bulk edit need not read it again. What does not fit is read then. */
export function keepCollected(items: readonly Item[]): void {
  forget();
  for (const item of items) {
    const small = bulkItem(item);
    characters += JSON.stringify(small).length;
    if (characters > mostCharacters) return;
    kept.set(item.id, small);
  }
}

export const collected = (id: string): BulkItem | undefined => kept.get(id);

function forget() {
  kept.clear();
  characters = 0;
}

// Nothing is picked any more: nobody is going to look at it.
selectionStore.subscribe(() => {
  if (selectionStore.get().size === 0) forget();
});
