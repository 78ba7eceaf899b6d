import { createStore } from "../store.ts";
import type { ColumnId } from "./columns.ts";

/** The subcategory that someone adds items to: the row for a new one is open, also where there are no others. */
export const addingTo = createStore<string | undefined>(undefined);

/** The item that was just copied: the panel opens with its name selected, to be typed over. */
export const renamedItem = createStore<string | undefined>(undefined);

export type NewRowTexts = Partial<Record<ColumnId, string>>;

/** What was typed into the row for a new item of a subcategory. Nothing is made of it before it is complete. */
export const newRowTexts = createStore<{ leaf: string; texts: NewRowTexts } | undefined>(undefined);

export function leaveNewRow() {
  newRowTexts.set(undefined);
  addingTo.set(undefined);
}
