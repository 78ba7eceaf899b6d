import type { Rights } from "../access/rights.ts";
import { saving } from "../saving/saving.ts";
import { nodeKey } from "../tree/tree.ts";
import { collected } from "./collected.ts";
import { listedItems } from "./item-pages.ts";
import { unsentItem } from "./pending-items.ts";

/** Whether the person may change all of these items; of those that are no longer in the cache they may not. */
export function mayEditItems(rights: Rights, ids: readonly string[]): boolean {
  if (!rights.edits) return false;
  if (rights.edit(undefined)) return true;
  const seen = listedItems();
  return ids.every((id) => {
    const item = seen.get(id) ?? collected(id) ?? unsentItem(id, saving.acts());
    return item !== undefined && rights.edit(nodeKey("subcategory", item.subcategoryId));
  });
}
