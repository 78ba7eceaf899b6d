import type { VersionedPage } from "../catalog/item-cache.ts";
import type { ItemList } from "../catalog/item-list.ts";
import { knownPage, pageQuery, pageSize } from "../items/item-pages.ts";
import { type ListedItems, listedFrom } from "../items/listed-items.ts";
import { queryClient } from "../platform/api.ts";
import { saving } from "../saving/saving.ts";
import { isTemporary } from "../saving/temporary-ids.ts";

/** Requests for pages at the same time. */
const atOnce = 6;

/** The pages that hold these rows of a list of `total`; the first one always, because it carries the total. */
function pagesOf(list: ItemList, from: number, to: number, total: number): number[] {
  if (isTemporary(list.within ?? "")) return [];
  const pages = new Set([1]);
  const last = Math.floor(Math.min(to, total - 1) / pageSize) + 1;
  for (let page = Math.floor(from / pageSize) + 1; page <= last; page++) pages.add(page);
  return [...pages];
}

/** The rows from one to another, if all of them have been read. */
export function knownRows(list: ItemList, from: number, to: number, total: number): ListedItems | undefined {
  const pages = new Map<number, VersionedPage>();
  for (const page of pagesOf(list, from, to, total)) {
    const known = knownPage(list, page);
    if (!known) return undefined;
    pages.set(page, known);
  }
  return listedFrom(list, saving.acts(), pages);
}

/** Reads those that are not known yet. */
export async function readRows(list: ItemList, from: number, to: number, total: number): Promise<ListedItems> {
  const wanted = pagesOf(list, from, to, total);
  const pages = new Map<number, VersionedPage>();
  const next = wanted.values();
  const read = async () => {
    // What is on the screen is what people mean, even if it is a little old: the service checks the versions.
    for (const page of next)
      pages.set(page, knownPage(list, page) ?? (await queryClient.fetchQuery(pageQuery(list, page))));
  };
  await Promise.all(Array.from({ length: atOnce }, read));
  return listedFrom(list, saving.acts(), pages);
}
