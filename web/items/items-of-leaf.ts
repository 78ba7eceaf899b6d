import type { Item } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import { api } from "../platform/api.ts";

/** The items of a subcategory in its own order, page by page along the cursor, until `isEnough`. */
export async function itemsOfLeaf(subcategoryId: string, isEnough = (_: Item[]) => false): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | undefined;
  do {
    const query = { lang: "en", limit: limits.maxLimit, ...(cursor ? { cursor } : {}) };
    const { data, headers } = await api.listItems({ params: { subcategoryId }, query });
    found.push(...data.items);
    const link = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(headers.get("link") ?? "")?.[1];
    cursor = link && (new URL(link, location.href).searchParams.get("cursor") ?? undefined);
  } while (cursor && !isEnough(found));
  return found;
}
