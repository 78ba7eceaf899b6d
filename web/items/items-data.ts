import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import type { Item, ItemCreate, ItemPage } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import { api, type ItemFilters, keys, queryClient, type Versioned, type VersionedPage } from "../api.ts";
import { request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { isTemporary, temporaryId } from "../saving/temporary-ids.ts";
import { useActs } from "../saving/use-field.ts";
import { type BulkItem, bulkItem, collected } from "./collected.ts";
import { filterQuery, listQuery, pageSize } from "./list-query.ts";
import { isLeaving, itemAfter, pageAfter, pendingItems, unsentItem } from "./pending-items.ts";

export const pageQuery = (subcategoryId: string, filters: ItemFilters, page: number) => ({
  queryKey: keys.itemPage(subcategoryId, filters, page),
  enabled: !isTemporary(subcategoryId),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<VersionedPage> => {
    const { data, headers } = await api.listItems({
      params: { subcategoryId },
      query: listQuery(filters, page),
      signal,
    });
    return { ...data, etags: headers.get("item-etags")?.split(",") ?? [] };
  },
});

export type ListedItem = {
  item: Item;
  etag: string | undefined;
  /** It is being deleted or moved away, and the service has not answered yet. */
  leaving: boolean;
};

export type ItemWindow = {
  total: number | undefined;
  failed: unknown;
  refetch(): void;
  listedAt(index: number): ListedItem | undefined;
  itemAt(index: number): Item | undefined;
};

/**
 * The pages that the rows on screen need; the first one always, because it carries the total. What was added and not
 * sent yet comes at the end, but not in a filtered list: it is not known whether it matches.
 */
export function useItemWindow(subcategoryId: string, filters: ItemFilters, from: number, to: number): ItemWindow {
  const acts = useActs();
  const first = useQuery({ ...pageQuery(subcategoryId, filters, 1), placeholderData: keepPreviousData });
  const pages: number[] = [];
  for (let page = Math.floor(from / pageSize) + 1; page <= Math.floor(to / pageSize) + 1; page++)
    if (page > 1) pages.push(page);
  const others = useQueries({ queries: pages.map((page) => pageQuery(subcategoryId, filters, page)) });
  const filtered = filters.search !== "" || filters.visible !== undefined || filters.tags !== "";
  const unsent = isTemporary(subcategoryId);
  const stored = unsent ? 0 : first.data?.total;
  const isStored = (id: string) => [first, ...others].some(({ data }) => data?.items.some((item) => item.id === id));
  const added = filtered ? [] : (pendingItems(acts).added.get(subcategoryId) ?? []).filter(({ id }) => !isStored(id));
  const listedAt = (index: number): ListedItem | undefined => {
    if (stored === undefined || index < 0) return undefined;
    if (index >= stored) {
      const item = added[index - stored];
      return item && { item: itemAfter(item, acts), etag: undefined, leaving: false };
    }
    const page = Math.floor(index / pageSize) + 1;
    const data = page === 1 ? first.data : others[pages.indexOf(page)]?.data;
    if (!data) return undefined;
    const item = pageAfter(data.items, acts)[index % pageSize];
    if (!item) return undefined;
    const etag = data.etags[data.items.findIndex(({ id }) => id === item.id)];
    return { item, etag, leaving: isLeaving(item, acts) };
  };
  return {
    total: stored === undefined ? undefined : stored + added.length,
    // What is loaded stays on the screen when it cannot be loaded again.
    failed: first.data ? undefined : first.error,
    refetch: () => void first.refetch(),
    listedAt,
    itemAt: (index) => listedAt(index)?.item,
  };
}

/** How many items the list has, if that is known before it is drawn. */
export const knownTotal = (subcategoryId: string, filters: ItemFilters): number =>
  queryClient.getQueryData<VersionedPage>(keys.itemPage(subcategoryId, filters, 1))?.total ?? 0;

export const itemQuery = (id: string) => ({
  queryKey: keys.item(id),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Versioned<Item>> => {
    const { data, etag } = await api.getItem({ params: { itemId: id }, query: { lang: "en" }, signal });
    return { data, etag };
  },
});

export function useItem(id: string, enabled = true) {
  const acts = useActs();
  const unsent = unsentItem(id, acts);
  // An item is read again when it is opened, unless the router has just read it.
  const query = useQuery({ ...itemQuery(id), enabled: enabled && !isTemporary(id), staleTime: 2_000 });
  const stored = query.data ?? (unsent && { data: unsent, etag: undefined });
  return { ...query, data: stored && { ...stored, data: itemAfter(stored.data, acts) } };
}

/** Adds an item and returns its id, a temporary one while the network is gone. */
export async function addItem(projectId: string, subcategoryId: string, body: ItemCreate): Promise<string> {
  const makes = temporaryId();
  const requests = [request("createItem", { params: { subcategoryId }, body })];
  const outcome = await saving.act({ projectId, title: { what: "addItem", name: body.name }, requests, makes });
  fresh = outcome.act.made ?? makes;
  return fresh;
}

const unfiltered: ItemFilters = { search: "", visible: undefined, tags: "" };
const lastWithinMs = 2_000;

/** A priority after the last of `count` items; where that item cannot be read, one guessed from `count`. */
export async function priorityAtEnd(subcategoryId: string, count: number): Promise<number> {
  const first = queryClient.getQueryData<VersionedPage>(keys.itemPage(subcategoryId, unfiltered, 1));
  let last = first?.items.at(-1);
  if (count > 0 && !isTemporary(subcategoryId) && (!first || first.hasMore)) {
    const query = { limit: 1, page: count };
    const signal = AbortSignal.timeout(lastWithinMs);
    const answer = await api.listItems({ params: { subcategoryId }, query, signal }).catch(() => undefined);
    last = answer?.data.items[0] ?? last;
  }
  return Math.max(count, Math.floor(last?.priority ?? 0) + 1);
}

let fresh: string | undefined;

/** Whether the item was just added; true only the first time. Its name is then what is typed next. */
export function takeFresh(id: string): boolean {
  const is = id === fresh;
  fresh = undefined;
  return is;
}

export type Progress = (done: number, of: number) => void;

/** Every item that matches, page by page along the cursor. */
export async function collectItems(
  subcategoryId: string,
  filters: ItemFilters,
  progress: Progress,
  signal?: AbortSignal,
): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | undefined;
  do {
    const call = { ...filterQuery(filters), limit: limits.maxLimit, ...(cursor ? { cursor } : {}) };
    const given = { params: { subcategoryId }, query: call, ...(signal && { signal }) };
    const { data, headers } = await api.listItems(given);
    found.push(...data.items);
    progress(found.length, data.total);
    const next = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get("link") ?? "")?.[1];
    cursor = next ? (new URL(next, location.href).searchParams.get("cursor") ?? undefined) : undefined;
  } while (cursor);
  return found;
}

/** The items with these ids: from the cache, and read where they are not in it. */
export async function knownItems(ids: string[], progress: Progress): Promise<BulkItem[]> {
  const seen = new Map<string, Item>();
  for (const [, page] of queryClient.getQueriesData<ItemPage>({ queryKey: ["items"] }))
    for (const item of page?.items ?? []) seen.set(item.id, item);
  const found: BulkItem[] = [];
  for (const id of ids) {
    const unsent = unsentItem(id, saving.acts());
    const item = seen.get(id) ?? collected(id) ?? unsent ?? (await api.getItem({ params: { itemId: id } })).data;
    found.push(bulkItem({ ...item, ...pendingItems(saving.acts()).changes.get(id) }));
    if (found.length % 50 === 0) progress(found.length, ids.length);
  }
  return found;
}
