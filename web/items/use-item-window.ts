import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import type { FoundItemPage, ItemMatches } from "../../contract/found-items.ts";
import type { Item } from "../../contract/items.ts";
import type { VersionedPage } from "../api.ts";
import { isTemporary } from "../saving/temporary-ids.ts";
import { useActs } from "../saving/use-field.ts";
import { type ItemList, isInOwnOrder } from "./item-list.ts";
import { isPreparing, pageQuery, pageSize } from "./item-pages.ts";
import { isLeaving, itemAfter, pageAfter, pendingItems } from "./pending-items.ts";

/** Of a list of one leaf it is not known. */
export type Path = FoundItemPage["places"][string];

export type ListedItem = {
  item: Item;
  etag: string | undefined;
  /** It is being deleted or moved away, and the service has not answered yet. */
  leaving: boolean;
  /** Where the words of the search are in it. */
  match: ItemMatches | undefined;
  /** The way from the category down to it. */
  path: Path | undefined;
};

export type ItemWindow = {
  total: number | undefined;
  failed: unknown;
  /** The service still prepares the search: the answer comes by itself. */
  preparing: unknown;
  refetch(): void;
  /** The search that was probably meant. */
  didYouMean: string | undefined;
  listedAt(index: number): ListedItem | undefined;
  itemAt(index: number): Item | undefined;
  /** Where an item is, if it is loaded. */
  indexOf(id: string): number | undefined;
};

/**
 * The pages that the rows on screen need; the first one always, because it carries the total. What was added and not
 * sent yet comes at the end of a subcategory, but not of a search: it is not known whether it matches.
 */
export function useItemWindow(list: ItemList, from: number, to: number): ItemWindow {
  const acts = useActs();
  const ownOrder = isInOwnOrder(list);
  const first = useQuery({ ...pageQuery(list, 1), placeholderData: keepPreviousData });
  const pages = first.isPlaceholderData ? [] : pagesFor(from, Math.min(to, (first.data?.total ?? 0) - 1));
  const others = useQueries({ queries: pages.map((page) => pageQuery(list, page)) });
  const unsent = isTemporary(list.within ?? "");
  const stored = unsent ? 0 : first.data?.total;
  const loaded = new Map<number, VersionedPage>();
  if (first.data) loaded.set(1, first.data);
  for (const [at, { data }] of others.entries()) if (data) loaded.set(pages[at] as number, data);
  const isStored = (id: string) => loaded.values().some(({ items }) => items.some((item) => item.id === id));
  const added = ownOrder
    ? (pendingItems(acts).added.get(list.within ?? "") ?? []).filter(({ id }) => !isStored(id))
    : [];
  const listedAt = (index: number): ListedItem | undefined => {
    if (stored === undefined || index < 0) return undefined;
    if (index >= stored) {
      const item = added[index - stored];
      return (
        item && { item: itemAfter(item, acts), etag: undefined, leaving: false, match: undefined, path: undefined }
      );
    }
    const data = loaded.get(Math.floor(index / pageSize) + 1);
    const item = data && pageAfter(data.items, acts, ownOrder)[index % pageSize];
    if (!item) return undefined;
    return {
      item,
      etag: data.etags[data.items.findIndex(({ id }) => id === item.id)],
      leaving: isLeaving(item, acts, list.leaf),
      match: data.matches?.[item.id],
      path: data.places?.[item.subcategoryId],
    };
  };
  return {
    total: stored === undefined ? undefined : stored + added.length,
    // What is loaded stays on the screen when it cannot be loaded again.
    failed: first.data ? undefined : first.error,
    preparing: !first.data && isPreparing(first.failureReason) ? first.failureReason : undefined,
    refetch: () => void first.refetch(),
    didYouMean: first.data?.didYouMean ?? undefined,
    listedAt,
    itemAt: (index) => listedAt(index)?.item,
    indexOf(id) {
      for (const [page, { items }] of loaded) {
        const at = pageAfter(items, acts, ownOrder).findIndex((item) => item.id === id);
        if (at >= 0) return (page - 1) * pageSize + at;
      }
      const at = added.findIndex((item) => item.id === id);
      return at < 0 || stored === undefined ? undefined : stored + at;
    },
  };
}

function pagesFor(from: number, to: number): number[] {
  const pages: number[] = [];
  for (let page = Math.floor(from / pageSize) + 1; page <= Math.floor(to / pageSize) + 1; page++)
    if (page > 1) pages.push(page);
  return pages;
}
