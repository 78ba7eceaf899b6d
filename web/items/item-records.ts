import type { Item } from "../../contract/items.ts";
import { showItem, withKey } from "../catalog/item-cache.ts";
import { api, keys, queryClient, type Versioned } from "../platform/api.ts";
import { refresh, refreshCounts, refreshLoading, refreshSearches } from "../platform/refresh.ts";
import type { ActCall } from "../saving/act.ts";
import { type ActEffect, patchBody, type RecordAccess } from "../saving/saving-features.ts";
import { showEmpty } from "./item-pages.ts";
import { renamePicked } from "./selection.ts";

/** The key of an item is no field of the contract: it travels in a header. */
const patchOf = (field: string, value: unknown) =>
  field === "key"
    ? { body: {}, merge: false, headers: { "Item-Key": encodeURIComponent(value as string) } }
    : patchBody(field, value);

export const itemRecords: RecordAccess = {
  async patch(id, { field, value, ifMatch, signal }) {
    const call = { ...patchOf(field, value), ...(ifMatch && { ifMatch }), signal, params: { itemId: id } };
    const answer = await api.updateItem(call as Parameters<typeof api.updateItem>[0]);
    return { data: withKey(answer), etag: answer.etag, changeSet: answer.headers.get("change-set") };
  },

  async read(id, signal) {
    const answer = await api.getItem({ params: { itemId: id }, signal });
    return { data: withKey(answer), etag: answer.etag };
  },

  show(id, { data, etag }) {
    const before = queryClient.getQueryData<{ data: Item }>(keys.item(id))?.data.priority;
    const item = data as Item;
    showItem(item, etag);
    refreshLoading(keys.item(id));
    refreshLoading(keys.ownPages);
    // A row that no longer matches stays where it is until the list is opened again: people go on typing in it.
    refreshCounts();
    if (before !== undefined && before !== item.priority)
      void refresh({ queryKey: keys.ownPagesOf(item.subcategoryId) });
  },
};

/** These change how many items a subcategory has. */
const ofCounts = new Set<ActCall>(["bulkUpdateItems", "bulkDeleteItems", "bulkCopyItems", "saveItemRows"]);
const ofItems = new Set<ActCall>(["createItem", "updateItem", ...ofCounts]);

export const itemEffect: ActEffect = {
  made(act, temporary, { data, etag }) {
    const id = String(data.id);
    // An item stays picked under its own id.
    renamePicked(temporary, id);
    const call = act.requests[0]?.call;
    if (call === "createItem") queryClient.setQueryData<Versioned<Item>>(keys.item(id), { data: data as Item, etag });
    if (call === "createSubcategory" || call === "createNestedSubcategory") showEmpty(act.projectId, temporary, id);
  },

  async settled({ requests, projectId }) {
    const calls = requests.map(({ call }) => call);
    if (calls.some((call) => ofCounts.has(call))) void refresh({ queryKey: keys.tree(projectId) });
    if (!calls.some((call) => ofItems.has(call))) return refreshSearches();
    void refresh({ queryKey: ["item"] });
    refreshCounts();
    await refresh({ queryKey: keys.pages });
  },
};
