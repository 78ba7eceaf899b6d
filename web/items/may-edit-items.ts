import type { Rights } from "../access/rights.ts";
import { saving } from "../saving/saving.ts";
import { nodeKey } from "../tree/tree.ts";
import { listedItems } from "./item-pages.ts";
import { unsentItem } from "./pending-items.ts";
import type { Picked } from "./picked.ts";

/** Whether the person may change all of these items; of those that are no longer in the cache they may not. */
export function mayEditItems(rights: Rights, picked: Picked): boolean {
  if (!rights.edits) return false;
  if (rights.edit(undefined)) return true;
  if ("where" in picked) return mayEditWithin(rights, picked.where.within);
  const seen = listedItems();
  return picked.ids.every((id) => {
    const item = seen.get(id) ?? unsentItem(id, saving.acts());
    return item !== undefined && rights.edit(nodeKey("subcategory", item.subcategoryId));
  });
}

/** A branch is named by the id of a category or a subcategory. */
const mayEditWithin = (rights: Rights, within: string | undefined) =>
  within !== undefined && (rights.edit(nodeKey("category", within)) || rights.edit(nodeKey("subcategory", within)));
