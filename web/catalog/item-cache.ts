import type { Query } from "@tanstack/react-query";
import type { Answer } from "../../contract/client.ts";
import type { FoundItemPage } from "../../contract/found-items.ts";
import type { Item, ItemPage } from "../../contract/items.ts";
import { keys, queryClient, type Versioned } from "../platform/api.ts";

/** An item with its key, which the service sends in a header. In lists it is unknown. */
export type KeyedItem = Item & { key?: string };

export const withKey = ({ data, headers }: Answer<Item>): KeyedItem => ({
  ...data,
  key: decodeURIComponent(headers.get("item-key") ?? ""),
});

/**
 * A page with the version of each item, so that an edit in the list does not have to read it first. Only a search says
 * what matches and where the items are.
 */
export type VersionedPage = Omit<ItemPage, "items"> & {
  items: KeyedItem[];
  etags: (string | undefined)[];
  /** When it was asked for. The query has the time of its last change, which may be a field that was saved here. */
  askedAt: number;
} & Partial<Pick<FoundItemPage, "matches" | "places" | "didYouMean">>;

/** Puts a fresh item wherever the interface shows it. */
export function showItem(item: Item, etag: string | undefined) {
  queryClient.setQueryData<Versioned<Item>>(keys.item(item.id), { data: item, etag });
  queryClient.setQueriesData<VersionedPage>({ queryKey: keys.pages }, (page) => {
    const at = page?.items.findIndex((one) => one.id === item.id) ?? -1;
    // Without a value a page stays as old as it is.
    return page && at >= 0
      ? { ...page, items: page.items.with(at, item), etags: page.etags.with(at, etag) }
      : undefined;
  });
}

/** An item that was not opened yet, from a list that shows it. */
export function listedItem({ queryKey: [kind, id] }: Query): { data: unknown; at: number } | undefined {
  if (kind !== keys.item("")[0]) return undefined;
  for (const { state } of queryClient.getQueryCache().findAll({ queryKey: keys.pages })) {
    const page = state.data as VersionedPage | undefined;
    const at = page?.items.findIndex((item) => item.id === id) ?? -1;
    if (page && at >= 0) return { data: { data: page.items[at], etag: page.etags[at] }, at: state.dataUpdatedAt };
  }
  return undefined;
}
