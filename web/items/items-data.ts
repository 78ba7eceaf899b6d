import { useQuery } from "@tanstack/react-query";
import type { Item, ItemCreate } from "../../contract/items.ts";
import { api, type KeyedItem, keys, type Versioned, withKey } from "../api.ts";
import { request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { isTemporary, temporaryId } from "../saving/temporary-ids.ts";
import { useActs } from "../saving/use-field.ts";
import { knownPage } from "./item-pages.ts";
import { itemAfter, unsentItem } from "./pending-items.ts";

export const itemQuery = (id: string) => ({
  queryKey: keys.item(id),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Versioned<KeyedItem>> => {
    const answer = await api.getItem({ params: { itemId: id }, query: { lang: "en" }, signal });
    return { data: withKey(answer), etag: answer.etag };
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

type Place = {
  projectId: string;
  subcategoryId: string /** How many items it has, and the last one, if it is loaded. */;
  count: number;
  last: Item | undefined;
};

/**
 * Adds an item after the others, hidden: the shop does not show what nobody has finished. Returns its id, a temporary one
 * while the network is gone.
 */
export async function addItem(place: Place, fields: ItemCreate): Promise<string> {
  const { projectId, subcategoryId, count, last } = place;
  const priority = last ? priorityAfter(last, count) : await priorityAtEnd(projectId, subcategoryId, count);
  const body = { visible: false, priority, ...fields };
  const makes = temporaryId();
  const requests = [request("createItem", { params: { subcategoryId }, body })];
  const outcome = await saving.act({ projectId, title: { what: "addItem", name: body.name }, requests, makes });
  return outcome.act.made ?? makes;
}

export const priorityAfter = (last: Item | undefined, count: number) =>
  Math.max(count, Math.floor(last?.priority ?? 0) + 1);

const lastWithinMs = 2_000;

/** A priority after the last of `count` items; where that item cannot be read, one guessed from `count`. */
export async function priorityAtEnd(projectId: string, subcategoryId: string, count: number): Promise<number> {
  const first = knownPage({ projectId, within: subcategoryId, leaf: true, filters: {} }, 1);
  let last = first?.items.at(-1);
  if (count > 0 && !isTemporary(subcategoryId) && (!first || first.hasMore)) {
    const query = { limit: 1, page: count };
    const signal = AbortSignal.timeout(lastWithinMs);
    const answer = await api.listItems({ params: { subcategoryId }, query, signal }).catch(() => undefined);
    last = answer?.data.items[0] ?? last;
  }
  return priorityAfter(last, count);
}
