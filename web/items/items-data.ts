import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { Item, ItemCreate } from "../../contract/items.ts";
import { type KeyedItem, withKey } from "../catalog/item-cache.ts";
import { api, keys, type Versioned } from "../platform/api.ts";
import { request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { isTemporary, temporaryId } from "../saving/temporary-ids.ts";
import { knownPage } from "./item-pages.ts";
import { itemAfter, unsentItem } from "./pending-items.ts";

export const itemQuery = (id: string) => ({
  queryKey: keys.item(id),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Versioned<KeyedItem>> => {
    const answer = await api.getItem({ params: { itemId: id }, query: { lang: "en" }, signal });
    return { data: withKey(answer), etag: answer.etag };
  },
});

/** An item of the service with what was done to it and not sent yet, or one that was not sent at all. */
export function useItem(id: string, enabled = true) {
  // An item is read again when it is opened, unless the router has just read it.
  const { data, error, refetch } = useQuery({
    ...itemQuery(id),
    enabled: enabled && !isTemporary(id),
    staleTime: 2_000,
  });
  const item = useSyncExternalStore(saving.onSummary, () => {
    const acts = saving.acts();
    return data ? itemAfter(data.data, acts) : unsentItem(id, acts);
  });
  const versioned = useMemo(() => item && { data: item, etag: data?.etag }, [item, data?.etag]);
  return { data: versioned, error, refetch };
}

/** A subcategory, how many items it has, and the last one, if it is loaded. */
type Place = { projectId: string; subcategoryId: string; count: number; last: Item | undefined };

/**
 * Adds an item after the others, hidden: the shop does not show what nobody has finished. Returns its id, a temporary one
 * while the network is gone.
 */
export async function addItem(place: Place, fields: ItemCreate): Promise<string> {
  const { projectId, subcategoryId } = place;
  const body = { visible: false, priority: await priorityAtEnd(place), ...fields };
  const makes = temporaryId();
  const requests = [request("createItem", { params: { subcategoryId }, body })];
  const outcome = await saving.act({ projectId, title: { what: "addItem", name: body.name }, requests, makes });
  return outcome.act.made ?? makes;
}

const lastWithinMs = 2_000;

/** A priority after the last item; where that cannot be read, one guessed from how many there are. */
export async function priorityAtEnd({ projectId, subcategoryId, count, last: known }: Place): Promise<number> {
  const first = known ? undefined : knownPage({ projectId, within: subcategoryId, leaf: true, filters: {} }, 1);
  let last = known ?? first?.items.at(-1);
  if (!known && count > 0 && !isTemporary(subcategoryId) && (!first || first.hasMore)) {
    const query = { limit: 1, page: count };
    const signal = AbortSignal.timeout(lastWithinMs);
    const answer = await api.listItems({ params: { subcategoryId }, query, signal }).catch(() => undefined);
    last = answer?.data.items[0] ?? last;
  }
  return Math.max(count, Math.floor(last?.priority ?? 0) + 1);
}
