import type { Item } from "../../contract/items.ts";
import { shownName } from "../catalog/catalog-language.ts";
import type { RowsOrder } from "../items/grid/sheet-commands.ts";
import { inParts } from "../items/item-commands.ts";
import { itemsOfLeaf } from "../items/items-of-leaf.ts";
import { textNow } from "../platform/i18n/i18n.ts";
import { type ActRequest, type ActTitle, request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { placeRows, prioritiesBetween, type RowsPlace } from "./place-rows.ts";

/** Moves rows to another position, all of them in one change. */
export async function orderRows(order: RowsOrder): Promise<void> {
  const known = placeRows(order.ids, order.to, order);
  const place = known === "unknown" ? await placeInWhole(order) : known;
  if (!place || place.moved.length === 0) return;
  const { moved, at } = place;
  const requests = await requestsFor(order.leaf, place);
  order.follow(
    at +
      Math.max(
        0,
        moved.findIndex(({ id }) => id === order.active),
      ),
  );
  const [only] = moved;
  const title: ActTitle = {
    what: "reorderItem",
    ...(moved.length === 1 && only && { name: shownName(only) }),
    count: moved.length,
    where: textNow().tree.position(at + 1, order.rows),
  };
  void saving.act({ projectId: order.projectId, title, requests });
}

/** The same where rows that matter are not loaded. */
async function placeInWhole({ leaf, ids, to }: RowsOrder): Promise<RowsPlace<Item> | undefined> {
  const all = await itemsOfLeaf(leaf);
  const indexes = new Map(all.map(({ id }, index) => [id, index]));
  // Some may have been deleted meanwhile.
  const there = ids.filter((id) => indexes.has(id));
  const itemAt = (index: number) => all[index];
  const place = placeRows(there, to, { rows: all.length, itemAt, indexOf: (id) => indexes.get(id) });
  return place === "unknown" ? undefined : place;
}

/**
 * If no numbers are left between the neighbours, all items from there on with the priority of the next one get a higher
 * one in a single bulk call: among themselves they keep the order in which they were created.
 */
async function requestsFor(leaf: string, { moved, before, after }: RowsPlace<Item>): Promise<ActRequest[]> {
  const free = prioritiesBetween(before?.priority, after?.priority, moved.length);
  if (free || !before || !after) return prioritiesOf(moved, free ?? []);
  const ids = new Set(moved.map(({ id }) => id));
  const others = (await itemsOfLeaf(leaf)).filter(({ id }) => !ids.has(id));
  const from = others.findIndex(({ id }) => id === after.id);
  const equal = others.slice(from).filter(({ priority }) => priority === after.priority);
  const next = others.find(({ priority }) => priority > after.priority)?.priority ?? after.priority + 2;
  const step = (next - before.priority) / (moved.length + 2);
  const priorities = moved.map((_, at) => before.priority + step * (at + 1));
  const pushed = inParts(
    equal.map(({ id }) => id),
    (itemIds) =>
      request("bulkUpdateItems", {
        body: { itemIds, data: { priority: before.priority + step * (moved.length + 1) } },
      }),
  );
  return [...pushed, ...prioritiesOf(moved, priorities)];
}

function prioritiesOf(moved: readonly Item[], priorities: readonly number[]): ActRequest[] {
  const [only] = moved;
  if (moved.length === 1 && only)
    return [request("updateItem", { params: { itemId: only.id }, body: { priority: priorities[0] ?? 0 } })];
  const dataOf = new Map(moved.map(({ id }, at) => [id, { priority: priorities[at] ?? 0 }]));
  return inParts([...dataOf.keys()], (ids) =>
    request("saveItemRows", { body: { rows: ids.map((id) => ({ id, data: dataOf.get(id) ?? {} })) } }),
  );
}
