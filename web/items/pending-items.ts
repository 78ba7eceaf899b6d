import { itemDefaults } from "../../contract/constants.ts";
import type { Item } from "../../contract/items.ts";
import type { Act } from "../saving/act.ts";

/** What acts that the service has not answered yet do to items. */
export type PendingItems = {
  added: ReadonlyMap<string, Item[]>;
  gone: ReadonlySet<string>;
  changes: ReadonlyMap<string, Partial<Item>>;
};

/** The same acts are asked about by every row. */
let last: { acts: readonly Act[]; pending: PendingItems } | undefined;

export function pendingItems(acts: readonly Act[]): PendingItems {
  if (last?.acts !== acts) last = { acts, pending: gathered(acts) };
  return last.pending;
}

function gathered(acts: readonly Act[]): PendingItems {
  const added = new Map<string, Item[]>();
  const gone = new Set<string>();
  const changes = new Map<string, Partial<Item>>();
  const change = (id: string, fields: Partial<Item>) => changes.set(id, { ...changes.get(id), ...fields });
  for (const { requests, hold, makes, made } of acts) {
    if (hold && !makes) continue;
    for (const { call, params = {}, body = {} } of requests) {
      const { itemIds = [], data = {} } = body as { itemIds?: string[]; data?: Partial<Item> };
      if (call === "bulkDeleteItems") for (const id of itemIds) gone.add(id);
      else if (call === "bulkUpdateItems") for (const id of itemIds) change(id, data);
      else if (call === "updateItem") change(params.itemId ?? "", body as Partial<Item>);
      else if (call === "createItem") {
        const leaf = params.subcategoryId ?? "";
        added.set(leaf, [...(added.get(leaf) ?? []), newItem(made ?? makes ?? "", leaf, body)]);
      }
    }
  }
  return { added, gone, changes };
}

const newItem = (id: string, subcategoryId: string, body: Record<string, unknown>): Item =>
  ({ ...structuredClone(itemDefaults), name: "", comments: [], ...body, id, subcategoryId }) as unknown as Item;

/** Comments that were written or deleted and not sent yet. */
function withComments(item: Item, acts: readonly Act[]): Item {
  let { comments } = item;
  for (const { requests, makes, made, hold } of acts) {
    for (const { call, params = {}, body = {} } of requests) {
      if (params.itemId !== item.id) continue;
      if (call === "deleteComment" && !hold) comments = comments.filter((one) => one.id !== params.commentId);
      const id = made ?? makes;
      if (call === "createComment" && id && !comments.some((one) => one.id === id))
        comments = [...comments, { ...(body as { text: string }), id, createdAt: new Date().toISOString() }];
    }
  }
  return comments === item.comments ? item : { ...item, comments };
}

export function itemAfter(item: Item, acts: readonly Act[]): Item {
  if (acts.length === 0) return item;
  const change = pendingItems(acts).changes.get(item.id);
  return withComments(change ? { ...item, ...change } : item, acts);
}

/** An item that the service does not have yet. */
export function unsentItem(id: string, acts: readonly Act[]): Item | undefined {
  for (const items of pendingItems(acts).added.values()) {
    const found = items.find((item) => item.id === id);
    if (found) return itemAfter(found, acts);
  }
  return undefined;
}

/** A page as it will be when the acts are done; where the list is in its own order, in the new one. */
export function pageAfter(items: readonly Item[], acts: readonly Act[], ownOrder: boolean): readonly Item[] {
  const { changes } = pendingItems(acts);
  if (changes.size === 0 || !items.some((item) => changes.has(item.id))) return items;
  const next = items.map((item) => {
    const { subcategoryId: _, ...change } = changes.get(item.id) ?? {};
    return { ...item, ...change };
  });
  return ownOrder ? next.sort((a, b) => a.priority - b.priority) : next;
}

/** It is being deleted or, in the list of one leaf, moved to another. */
export function isLeaving(item: Item, acts: readonly Act[], ofLeaf: boolean): boolean {
  const { gone, changes } = pendingItems(acts);
  const target = changes.get(item.id)?.subcategoryId;
  return gone.has(item.id) || (ofLeaf && target !== undefined && target !== item.subcategoryId);
}
