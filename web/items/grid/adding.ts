import type { ColumnId } from "../../catalog/column-ids.ts";
import type { ItemList } from "../../catalog/item-list.ts";
import { isSameNode } from "../../catalog/tree-data.ts";
import { createStore } from "../../platform/store.ts";

/** The subcategory that someone adds items to: the row for a new one is open, also where there are no others. */
export const addingTo = createStore<string | undefined>(undefined);

/** The item that was just copied: the panel opens with its name selected, to be typed over. */
export const renamedItem = createStore<string | undefined>(undefined);

export type NewRowTexts = Partial<Record<ColumnId, string>>;

type Typed = { leaf: string; texts: NewRowTexts };

/** What was typed into the rows for new items, by subcategory. Nothing is made of it before it is complete. */
export const newRowTexts = createStore<readonly Typed[]>([]);

const ask = (event: Event) => event.preventDefault();

/** Nothing of it is stored: the browser asks before the page goes with it. */
newRowTexts.subscribe(() => {
  if (newRowTexts.get().length > 0) addEventListener("beforeunload", ask);
  else removeEventListener("beforeunload", ask);
});

const isOf = ({ projectId, within }: ItemList, { leaf }: Typed) => isSameNode(projectId, leaf, within);

export const textsTyped = (list: ItemList): NewRowTexts =>
  newRowTexts.get().find((typed) => isOf(list, typed))?.texts ?? {};

export function keepTyped(list: ItemList, texts: NewRowTexts) {
  const others = newRowTexts.get().filter((typed) => !isOf(list, typed));
  const isEmpty = Object.values(texts).every((text) => text === "");
  newRowTexts.set(isEmpty ? others : [...others, { leaf: list.within ?? "", texts }]);
}

export function leaveNewRow(list: ItemList) {
  keepTyped(list, {});
  addingTo.set(undefined);
}
