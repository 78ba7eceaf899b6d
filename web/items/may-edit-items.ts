import { mayWriteIn, type Rights } from "../access/rights.ts";
import type { Picked } from "../catalog/picked.ts";
import { nodeKey } from "../catalog/tree.ts";
import { saving } from "../saving/saving.ts";
import { isTemporary } from "../saving/temporary-ids.ts";
import { listedItems, openedItem } from "./item-pages.ts";
import { unsentItem } from "./pending-items.ts";

/** Whether the person may change all of these items; of those that are no longer in the cache they may not. */
export function mayEditItems(rights: Rights, picked: Picked): boolean {
  if (!rights.edits) return false;
  if (rights.edit(undefined)) return true;
  if ("where" in picked) return mayEditWithin(rights, picked.where.within);
  const seen = listedItems();
  return picked.ids.every((id) => {
    const item = seen.get(id) ?? openedItem(id) ?? unsentItem(id, saving.acts());
    return item !== undefined && rights.edit(nodeKey("subcategory", item.subcategoryId));
  });
}

/** Whether the person may copy these items somewhere: a copy has all texts of the item, in every language. */
export function mayCopyItems(rights: Rights, picked: Picked): boolean {
  if (!rights.edits || rights.languages === "all") return rights.edits;
  if ("where" in picked) return false;
  const seen = listedItems();
  return picked.ids.every((id) => {
    const item = seen.get(id) ?? openedItem(id);
    return item !== undefined && Object.keys(item.translations).every((language) => mayWriteIn(rights, language));
  });
}

/** Whether the person may copy an item beside itself. */
export const mayDuplicate = (rights: Rights, id: string) =>
  !isTemporary(id) && mayEditItems(rights, { ids: [id] }) && mayCopyItems(rights, { ids: [id] });

/** A branch is named by the id of a category or a subcategory. */
const mayEditWithin = (rights: Rights, within: string | undefined) =>
  within !== undefined && (rights.edit(nodeKey("category", within)) || rights.edit(nodeKey("subcategory", within)));
