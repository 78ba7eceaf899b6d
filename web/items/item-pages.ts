import { CatalogError } from "../../contract/client.ts";
import type { Item } from "../../contract/items.ts";
import { defaultLanguage } from "../../contract/languages.ts";
import { catalogLanguage } from "../catalog/catalog-language.ts";
import type { VersionedPage } from "../catalog/item-cache.ts";
import type { ItemFilters } from "../catalog/item-filters.ts";
import { type ItemList, isInOwnOrder } from "../catalog/item-list.ts";
import { momentOf } from "../catalog/since.ts";
import { api, keys, queryClient, type Versioned } from "../platform/api.ts";
import { isTemporary } from "../saving/temporary-ids.ts";

/** Rows per request. */
export const pageSize = 100;

/** The language whose names a list is sorted by, where it is another than that of the originals. */
function namesSorted(sort: string | undefined): string | undefined {
  const language = catalogLanguage.get();
  return sort?.endsWith("name") && language !== defaultLanguage ? language : undefined;
}

/** The filters as the API takes them. */
export function filterQuery({ changedSince, ...filters }: ItemFilters, within: string | undefined) {
  const since = changedSince && momentOf(changedSince);
  return { lang: defaultLanguage, ...filters, ...(since && { changedSince: since }), ...(within && { within }) };
}

/** The service still reads the project, and says when to ask again. */
export const isPreparing = (error: unknown) =>
  error instanceof CatalogError && error.status === 503 && error.retryAfterMs !== undefined;

/** Asks again for as long as it takes while the service prepares a search, when the service says. */
export const searchRetries = {
  retry: (count: number, error: unknown) =>
    isPreparing(error) || (count < 2 && !(error instanceof CatalogError && error.status < 500)),
  retryDelay: (count: number, error: unknown) =>
    (error instanceof CatalogError ? error.retryAfterMs : undefined) ?? 1_000 * 2 ** count,
};

/** The pages of one list. */
const pagesKey = (list: ItemList) =>
  isInOwnOrder(list)
    ? keys.ownPagesOf(list.within ?? "")
    : [...keys.searches, list.projectId, list.within ?? "", list.filters, namesSorted(list.filters.sort)];

const etagsOf = (headers: Headers) => headers.get("item-etags")?.split(",") ?? [];

export const pageQuery = (list: ItemList, page: number) => ({
  queryKey: [...pagesKey(list), page],
  enabled: !isTemporary(list.within ?? ""),
  ...(isInOwnOrder(list) ? {} : searchRetries),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<VersionedPage> => {
    const { projectId, within = "" } = list;
    const asked = { page, limit: pageSize, etags: true };
    const askedAt = Date.now();
    if (isInOwnOrder(list)) {
      const query = { lang: defaultLanguage, ...asked };
      const { data, headers } = await api.listItems({ params: { subcategoryId: within }, query, signal });
      return { ...data, etags: etagsOf(headers), askedAt };
    }
    const sortLanguage = namesSorted(list.filters.sort);
    const query = { ...filterQuery(list.filters, within), ...(sortLanguage && { sortLanguage }), ...asked };
    const { data, headers } = await api.searchItems({ params: { projectId }, query, signal });
    const items = data.items.map((item) => ({ ...item, key: data.keys[item.id] ?? "" }));
    return { ...data, items, etags: etagsOf(headers), askedAt };
  },
});

/** A page that was read before. */
export const knownPage = (list: ItemList, page: number) =>
  queryClient.getQueryData<VersionedPage>(pageQuery(list, page).queryKey);

/** Who looks at a subcategory while the service makes it goes on with a list that is empty there, and asks for it. */
export function showEmpty(projectId: string, temporary: string, id: string) {
  const keyOf = (within: string) => pageQuery({ projectId, within, leaf: true, filters: {} }, 1).queryKey;
  if (
    !queryClient
      .getQueryCache()
      .find({ queryKey: keyOf(temporary) })
      ?.getObserversCount()
  )
    return;
  const page: VersionedPage = { items: [], etags: [], page: 1, limit: pageSize, total: 0, hasMore: false, askedAt: 0 };
  // As old as it is worth, it would be the first to go when there are many answers.
  queryClient.setQueryData(keyOf(id), page);
  void queryClient.invalidateQueries({ queryKey: keyOf(id), refetchType: "none" });
}

/** An item that is open or was. */
export const openedItem = (id: string): Item | undefined =>
  queryClient.getQueryData<Versioned<Item>>(keys.item(id))?.data;

/** The items that some list shows or has shown, by id. */
export function listedItems(): Map<string, Item> {
  const seen = new Map<string, Item>();
  for (const [, page] of queryClient.getQueriesData<VersionedPage>({ queryKey: keys.pages }))
    for (const item of page?.items ?? []) seen.set(item.id, item);
  return seen;
}
