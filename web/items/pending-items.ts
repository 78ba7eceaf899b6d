import { itemDefaults } from "../../contract/constants.ts";
import type { ItemRowChange } from "../../contract/item-rows.ts";
import type { Item } from "../../contract/items.ts";
import { type Act, type ActRequest, makesOf } from "../saving/act.ts";

/** `landedAt`: when the service had answered; a list that was read later has the item. */
type AddedItem = Item & { landedAt: number | undefined };

/** What acts that the service has not answered yet do to items. */
export type PendingItems = {
  added: ReadonlyMap<string, AddedItem[]>;
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
  const added = new Map<string, AddedItem[]>();
  const gone = new Set<string>();
  const changes = new Map<string, Partial<Item>>();
  const change = (id: string, fields: Partial<Item>) => changes.set(id, { ...changes.get(id), ...fields });
  const add = (act: Act, id: string, leaf: string, body: Record<string, unknown>) => {
    const item = { ...newItem(id, leaf, body), ...act.saved?.[id], landedAt: act.settledAt };
    const others = added.get(leaf);
    if (others) others.push(item);
    else added.set(leaf, [item]);
  };
  const applyRequest = (act: Act, { call, params = {}, body = {} }: ActRequest) => {
    const { itemIds = [], data = {} } = body as { itemIds?: string[]; data?: Partial<Item> };
    if (call === "bulkDeleteItems") for (const id of itemIds) gone.add(id);
    else if (call === "bulkUpdateItems") for (const id of itemIds) change(id, data);
    else if (call === "updateItem") change(params.itemId ?? "", body as Partial<Item>);
    else if (call === "createItem") add(act, act.made ?? act.makes ?? "", params.subcategoryId ?? "", body);
  };
  const applyRow = (act: Act, { id, leaf, data }: ActRow) => {
    if (leaf !== undefined) add(act, id, leaf, data);
    // A refused act is not shown as done, except what it adds: someone may have worked on that.
    else if (!act.hold) change(id, data as Partial<Item>);
  };
  for (const act of acts) {
    if (act.hold && makesOf(act).length === 0) continue;
    for (const request of act.requests) applyRequest(act, request);
    for (const row of rowsOf(act)) applyRow(act, row);
  }
  return { added, gone, changes };
}

type ActRow = { id: string; leaf?: string; data: Record<string, unknown> };

/** The rows of an act with the ids of their items; of a new item also its leaf. */
function rowsOf({ requests, makesRows = [], madeRows = [] }: Act): ActRow[] {
  const rows: ActRow[] = [];
  let made = 0;
  for (const { call, body } of requests) {
    if (call !== "saveItemRows") continue;
    for (const { id, subcategoryId, data } of (body?.rows ?? []) as ItemRowChange[]) {
      if (id !== undefined) rows.push({ id, data });
      else {
        // Null for one that the service refused.
        const own = madeRows[made] === undefined ? makesRows[made] : madeRows[made];
        made++;
        if (own) rows.push({ id: own, leaf: subcategoryId ?? "", data });
      }
    }
  }
  return rows;
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

/** The last result of each item: the same answer lets what shows it stay as it is drawn. */
const itemsAfter = new WeakMap<Item, { acts: readonly Act[]; result: Item }>();

export function itemAfter(item: Item, acts: readonly Act[]): Item {
  if (acts.length === 0) return item;
  const known = itemsAfter.get(item);
  if (known?.acts === acts) return known.result;
  const change = pendingItems(acts).changes.get(item.id);
  const result = withComments(change ? { ...item, ...change } : item, acts);
  itemsAfter.set(item, { acts, result });
  return result;
}

/** An item that the service does not have yet. */
export function unsentItem(id: string, acts: readonly Act[]): Item | undefined {
  for (const items of pendingItems(acts).added.values()) {
    const found = items.find((item) => item.id === id);
    if (found) return itemAfter(found, acts);
  }
  return undefined;
}

/** Every row asks for its page. The same answer lets rows that did not change stay as they are drawn. */
const pages = new WeakMap<readonly Item[], { pending: PendingItems; ownOrder: boolean; next: readonly Item[] }>();

/** A page as it will be when the acts are done; where the list is in its own order, in the new one. */
export function pageAfter(items: readonly Item[], acts: readonly Act[], ownOrder: boolean): readonly Item[] {
  const pending = pendingItems(acts);
  const { changes } = pending;
  if (changes.size === 0) return items;
  const known = pages.get(items);
  if (known?.pending === pending && known.ownOrder === ownOrder) return known.next;
  const next = items.map((item) => {
    const { subcategoryId: _, ...change } = changes.get(item.id) ?? {};
    return changes.has(item.id) ? { ...item, ...change } : item;
  });
  if (ownOrder) next.sort((a, b) => a.priority - b.priority);
  pages.set(items, { pending, ownOrder, next });
  return next;
}

/** It is being deleted or, in the list of one leaf, moved to another. */
export function isLeaving(item: Item, acts: readonly Act[], ofLeaf: boolean): boolean {
  const { gone, changes } = pendingItems(acts);
  const target = changes.get(item.id)?.subcategoryId;
  return gone.has(item.id) || (ofLeaf && target !== undefined && target !== item.subcategoryId);
}
