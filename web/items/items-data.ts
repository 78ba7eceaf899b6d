import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import type { Item, ItemCreate, ItemPage } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import { api, type ItemFilters, keys, queryClient, type Versioned } from "../api.ts";
import { countItems } from "../tree/tree-data.ts";

const pageSize = 100;

const query = (filters: ItemFilters) => ({
  lang: "en",
  ...(filters.search ? { search: filters.search } : {}),
  ...(filters.visible === undefined ? {} : { visible: filters.visible }),
  ...(filters.tags ? { tags: filters.tags, tagsMode: "all" } : {}),
});

export const pageQuery = (subcategoryId: string, filters: ItemFilters, page: number) => ({
  queryKey: keys.itemPage(subcategoryId, filters, page),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ItemPage> => {
    const call = { params: { subcategoryId }, query: { ...query(filters), page, limit: pageSize }, signal };
    return (await api.listItems(call)).data;
  },
});

export type ItemWindow = {
  total: number | undefined;
  failed: boolean;
  refetch(): void;
  itemAt(index: number): Item | undefined;
};

/** The pages that the rows on screen need; the first one always, because it carries the total. */
export function useItemWindow(subcategoryId: string, filters: ItemFilters, from: number, to: number): ItemWindow {
  const first = useQuery({ ...pageQuery(subcategoryId, filters, 1), placeholderData: keepPreviousData });
  const pages: number[] = [];
  for (let page = Math.floor(from / pageSize) + 1; page <= Math.floor(to / pageSize) + 1; page++)
    if (page > 1) pages.push(page);
  const others = useQueries({ queries: pages.map((page) => pageQuery(subcategoryId, filters, page)) });
  return {
    total: first.data?.total,
    failed: first.isError,
    refetch: () => void first.refetch(),
    itemAt(index) {
      const page = Math.floor(index / pageSize) + 1;
      const data = page === 1 ? first.data : others[pages.indexOf(page)]?.data;
      return data?.items[index % pageSize];
    },
  };
}

export const useItem = (id: string, enabled = true) =>
  useQuery({
    queryKey: keys.item(id),
    queryFn: async ({ signal }): Promise<Versioned<Item>> => {
      const { data, etag } = await api.getItem({ params: { itemId: id }, query: { lang: "en" }, signal });
      return { data, etag };
    },
    enabled,
    staleTime: 0,
  });

export const refreshItems = (subcategoryId: string) =>
  queryClient.invalidateQueries({ queryKey: keys.items(subcategoryId) });

export async function addItem(projectId: string, subcategoryId: string, body: ItemCreate): Promise<Item> {
  const { data, etag } = await api.createItem({ params: { subcategoryId }, body });
  queryClient.setQueryData<Versioned<Item>>(keys.item(data.id), { data, etag });
  countItems(projectId, subcategoryId, 1);
  void refreshItems(subcategoryId);
  return data;
}

export type Progress = (done: number, of: number) => void;

/** Every item that matches, page by page along the cursor. */
export async function collectItems(subcategoryId: string, filters: ItemFilters, progress: Progress): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | undefined;
  do {
    const call = { ...query(filters), limit: limits.maxLimit, ...(cursor ? { cursor } : {}) };
    const { data, headers } = await api.listItems({ params: { subcategoryId }, query: call });
    found.push(...data.items);
    progress(found.length, data.total);
    const next = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get("link") ?? "")?.[1];
    cursor = next ? (new URL(next, location.href).searchParams.get("cursor") ?? undefined) : undefined;
  } while (cursor);
  return found;
}

/** The items as the interface knows them; those it has not seen yet are asked for. */
export async function knownItems(ids: string[], progress: Progress): Promise<Item[]> {
  const seen = new Map<string, Item>();
  for (const [, page] of queryClient.getQueriesData<ItemPage>({ queryKey: ["items"] }))
    for (const item of page?.items ?? []) seen.set(item.id, item);
  const found: Item[] = [];
  for (const id of ids) {
    const item = seen.get(id) ?? collected.get(id) ?? (await api.getItem({ params: { itemId: id } })).data;
    found.push(item);
    if (found.length % 50 === 0) progress(found.length, ids.length);
  }
  return found;
}

/** What "select all" has read, so that the preview of a bulk edit need not read it again. */
export const collected = new Map<string, Item>();
