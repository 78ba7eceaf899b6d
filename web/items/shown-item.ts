import type { Item } from "../../contract/items.ts";
import { saving } from "../saving/saving.ts";

/** The item as it is shown: with what was typed into it and is not saved yet. */
export function shownItem(item: Item, fields: readonly (keyof Item)[]): { item: Item; typed: boolean } {
  const drafts = fields.flatMap((field) => {
    const { draft } = saving.view({ kind: "item", id: item.id }, field);
    return draft ? [[field, draft.value] as const] : [];
  });
  return { item: { ...item, ...Object.fromEntries(drafts) }, typed: drafts.length > 0 };
}
