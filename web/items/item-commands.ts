import type { Item } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import { api } from "../api.ts";
import { type Act, type ActOutcome, type ActRequest, type ActTitle, request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { prioritiesAt } from "../tree/priorities.ts";
import type { BulkChange } from "./bulk-change.ts";
import { listedItems } from "./item-pages.ts";
import { countOf, itemsPerRequest, type Picked } from "./picked.ts";

function inParts(ids: readonly string[], part: (itemIds: string[]) => ActRequest): ActRequest[] {
  const requests: ActRequest[] = [];
  for (let start = 0; start < ids.length; start += itemsPerRequest)
    requests.push(part(ids.slice(start, start + itemsPerRequest)));
  return requests;
}

type BulkCall = "bulkUpdateItems" | "bulkDeleteItems" | "bulkCopyItems";

/**
 * All requests of an act are one change set, and are undone together. Everything that matches is one request, which goes
 * on with the cursor of each answer.
 */
const requestsFor = (call: BulkCall, picked: Picked, rest: Record<string, unknown>): ActRequest[] =>
  "ids" in picked
    ? inParts(picked.ids, (itemIds) => ({ call, body: { itemIds, ...rest } }))
    : [{ call, body: { where: picked.where, expect: picked.count, limit: itemsPerRequest, ...rest } }];

/** `started` gets the act immediately, so that its progress can be shown and it can be stopped. */
type Started = (act: Act) => void;

function start(projectId: string, title: ActTitle, requests: ActRequest[], started: Started): Promise<ActOutcome> {
  const outcome = saving.act({ projectId, title, requests });
  const act = saving.acts().at(-1);
  if (act) started(act);
  return outcome;
}

/** How many they are; of a single one that is listed, its name. */
function namesIn(picked: Picked): Pick<ActTitle, "count" | "name"> {
  const single = "ids" in picked && picked.ids.length === 1 ? listedItems().get(picked.ids[0] as string) : undefined;
  return { count: countOf(picked), ...(single && { name: single.name }) };
}

/** `count`: how many of them change. */
export const editItems = (projectId: string, picked: Picked, change: BulkChange, count: number, started: Started) =>
  start(
    projectId,
    { what: "editItems", ...namesIn(picked), count },
    requestsFor("bulkUpdateItems", picked, change),
    started,
  );

type Target = { id: string; name: string };

export const moveItems = (projectId: string, picked: Picked, target: Target, started: Started) =>
  start(
    projectId,
    { what: "moveItems", ...namesIn(picked), where: target.name },
    requestsFor("bulkUpdateItems", picked, { data: { subcategoryId: target.id } }),
    started,
  );

/** Copies are hidden, as all new items are. `nameSuffix` distinguishes one from its original beside it. */
export const copyItems = (projectId: string, picked: Picked, target: Target, nameSuffix: string, started: Started) =>
  start(
    projectId,
    { what: "copyItems", ...namesIn(picked), where: target.name },
    requestsFor("bulkCopyItems", picked, {
      subcategoryId: target.id,
      visible: false,
      ...(nameSuffix && { nameSuffix }),
    }),
    started,
  );

export const deleteItems = (projectId: string, picked: Picked, started: Started) =>
  start(projectId, { what: "deleteItems", ...namesIn(picked) }, requestsFor("bulkDeleteItems", picked, {}), started);

/** Every item of a subcategory in its own order, page by page along the cursor. */
async function itemsOfLeaf(subcategoryId: string): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | undefined;
  do {
    const query = { lang: "en", limit: limits.maxLimit, ...(cursor ? { cursor } : {}) };
    const { data, headers } = await api.listItems({ params: { subcategoryId }, query });
    found.push(...data.items);
    const link = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get("link") ?? "")?.[1];
    cursor = link && (new URL(link, location.href).searchParams.get("cursor") ?? undefined);
  } while (cursor);
  return found;
}

const priorityOf = (itemId: string, priority: number) =>
  request("updateItem", { params: { itemId }, body: { priority } });

/**
 * Moves `moved` between its new neighbours. If these have the same priority, all items from there on with that priority get
 * a higher one in a single bulk call: among themselves they keep the order in which they were created.
 */
export async function reorderItem(
  projectId: string,
  moved: Item,
  before: Item | undefined,
  after: Item | undefined,
  where: string,
): Promise<ActOutcome> {
  const title: ActTitle = { what: "reorderItem", name: moved.name, where };
  if (before && after && before.priority === after.priority) {
    const all = await itemsOfLeaf(moved.subcategoryId);
    const from = all.findIndex((item) => item.id === after.id);
    const equals = all.slice(from).filter((item) => item.priority === after.priority && item.id !== moved.id);
    const next = all.find((item) => item.priority > after.priority)?.priority ?? after.priority + 2;
    const step = (next - after.priority) / 3;
    const itemIds = equals.map((item) => item.id);
    const pushed = inParts(itemIds, (some) =>
      request("bulkUpdateItems", { body: { itemIds: some, data: { priority: after.priority + 2 * step } } }),
    );
    return saving.act({ projectId, title, requests: [...pushed, priorityOf(moved.id, after.priority + step)] });
  }
  const others = [before, after].flatMap((item) => (item ? [{ key: item.id, priority: item.priority }] : []));
  const [write] = prioritiesAt(others, moved.id, before ? 1 : 0);
  return saving.act({ projectId, title, requests: [priorityOf(moved.id, write?.priority ?? 0)] });
}
