import type { FoundItemPage, ItemMatches } from "../../contract/found-items.ts";
import type { Item } from "../../contract/items.ts";
import type { VersionedPage } from "../catalog/item-cache.ts";
import { type ItemList, isInOwnOrder } from "../catalog/item-list.ts";
import type { Act } from "../saving/act.ts";
import { isTemporary } from "../saving/temporary-ids.ts";
import { pageSize } from "./item-pages.ts";
import { isLeaving, itemAfter, pageAfter, pendingItems } from "./pending-items.ts";

/** Of a list of one leaf it is not known. */
export type Path = FoundItemPage["places"][string];

export type ListedItem = {
  item: Item;
  etag: string | undefined;
  /** It is being deleted or moved away, and the service has not answered yet. */
  leaving: boolean;
  /** Fields that were changed and that the service has not confirmed yet. */
  pending: Partial<Item> | undefined;
  /** Where the words of the search are in it. */
  match: ItemMatches | undefined;
  /** The way from the category down to it. */
  path: Path | undefined;
};

/** Pages by their number. */
export type LoadedPages = ReadonlyMap<number, VersionedPage>;

export type ListedItems = {
  total: number | undefined;
  /** Undefined for a row that is not loaded, or does not exist. */
  listedAt(index: number): ListedItem | undefined;
  /** Where an item is, if it is loaded. */
  indexOf(id: string): number | undefined;
};

/**
 * A list as it will be when the acts are done. What was added and not sent yet comes at the end of a subcategory, but not
 * of a search: it is not known whether it matches.
 */
export function listedFrom(list: ItemList, acts: readonly Act[], pages: LoadedPages): ListedItems {
  const ownOrder = isInOwnOrder(list);
  const stored = isTemporary(list.within ?? "") ? 0 : pages.get(1)?.total;
  const added = ownOrder ? addedTo(list.within ?? "", acts, pages) : [];
  const { changes } = pendingItems(acts);
  return {
    total: stored === undefined ? undefined : stored + added.length,
    listedAt(index) {
      if (stored === undefined || index < 0) return undefined;
      if (index >= stored) {
        const item = added[index - stored];
        return item && { ...alone, item: itemAfter(item, acts), pending: item };
      }
      const data = pages.get(Math.floor(index / pageSize) + 1);
      const item = data && pageAfter(data.items, acts, ownOrder)[index % pageSize];
      if (!item) return undefined;
      return {
        item,
        etag: data.etags[data.items.findIndex(({ id }) => id === item.id)],
        leaving: isLeaving(item, acts, list.leaf),
        pending: changes.get(item.id),
        match: data.matches?.[item.id],
        path: data.places?.[item.subcategoryId],
      };
    },
    indexOf(id) {
      for (const [page, { items }] of pages) {
        const at = pageAfter(items, acts, ownOrder).findIndex((item) => item.id === id);
        if (at >= 0) return (page - 1) * pageSize + at;
      }
      const at = added.findIndex((item) => item.id === id);
      return at < 0 || stored === undefined ? undefined : stored + at;
    },
  };
}

const alone = { etag: undefined, leaving: false, match: undefined, path: undefined };

/** What was added to a leaf and is not in its pages. A page that was asked for after it had landed would have it. */
function addedTo(leaf: string, acts: readonly Act[], pages: LoadedPages) {
  const added = pendingItems(acts).added.get(leaf);
  if (!added) return [];
  const askedAt = pages.get(1)?.askedAt ?? 0;
  const stored = new Set(pages.values().flatMap(({ items }) => items.map(({ id }) => id)));
  return added.filter(({ id, landedAt }) => !stored.has(id) && (landedAt === undefined || landedAt > askedAt));
}
