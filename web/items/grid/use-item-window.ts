import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import type { Item } from "../../../contract/items.ts";
import { catalogLanguage } from "../../catalog/catalog-language.ts";
import type { VersionedPage } from "../../catalog/item-cache.ts";
import type { ItemList } from "../../catalog/item-list.ts";
import { useStore } from "../../platform/store.ts";
import { useActs } from "../../saving/use-field.ts";
import { isPreparing, pageQuery, pageSize } from "../item-pages.ts";
import { type ListedItems, listedFrom } from "../listed-items.ts";

export type ItemWindow = ListedItems & {
  failed: unknown;
  /** The service still prepares the search: the answer comes by itself. */
  preparing: unknown;
  refetch(): void;
  /** The search that was probably meant. */
  didYouMean: string | undefined;
  itemAt(index: number): Item | undefined;
};

/** The pages that the rows on screen need; the first one always, because it carries the total. */
export function useItemWindow(list: ItemList, from: number, to: number): ItemWindow {
  const acts = useActs();
  // A list that is sorted by name is another one in another language.
  useStore(catalogLanguage);
  const first = useQuery({ ...pageQuery(list, 1), placeholderData: keepPreviousData });
  const pages = first.isPlaceholderData ? [] : pagesFor(from, Math.min(to, (first.data?.total ?? 0) - 1));
  const others = useQueries({ queries: pages.map((page) => pageQuery(list, page)) });
  const loaded = new Map<number, VersionedPage>();
  if (first.data) loaded.set(1, first.data);
  for (const [at, { data }] of others.entries()) if (data) loaded.set(pages[at] as number, data);
  const listed = listedFrom(list, acts, loaded);
  const preparing =
    (!first.data || first.isPlaceholderData) && isPreparing(first.failureReason) ? first.failureReason : undefined;
  return {
    ...listed,
    // What is loaded stays on the screen when it cannot be loaded again.
    failed: first.data ? undefined : first.error,
    preparing,
    refetch: () => void first.refetch(),
    // Not that of the search before, whose rows are replaced.
    didYouMean: preparing ? undefined : (first.data?.didYouMean ?? undefined),
    itemAt: (index) => listed.listedAt(index)?.item,
  };
}

function pagesFor(from: number, to: number): number[] {
  const pages: number[] = [];
  for (let page = Math.floor(from / pageSize) + 1; page <= Math.floor(to / pageSize) + 1; page++)
    if (page > 1) pages.push(page);
  return pages;
}
