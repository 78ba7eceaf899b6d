import type { Item, ItemPatch } from "../../contract/items.ts";
import { type Act, type ActOutcome, type ActRequest, type ActTitle, request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { prioritiesAt } from "../tree/priorities.ts";
import { collectItems } from "./item-pages.ts";

/**
 * Less than the service takes in one request, so that the progress bar moves and a stop takes effect soon. All requests of
 * an act are one change set, and are undone together.
 */
const idsPerRequest = 1_000;

function inParts(ids: readonly string[], part: (itemIds: string[]) => ActRequest): ActRequest[] {
  const requests: ActRequest[] = [];
  for (let start = 0; start < ids.length; start += idsPerRequest)
    requests.push(part(ids.slice(start, start + idsPerRequest)));
  return requests;
}

/** `started` gets the act immediately, so that its progress can be shown and it can be stopped. */
type Started = (act: Act) => void;

function start(projectId: string, title: ActTitle, requests: ActRequest[], started: Started): Promise<ActOutcome> {
  const outcome = saving.act({ projectId, title, requests });
  const act = saving.acts().at(-1);
  if (act) started(act);
  return outcome;
}

export const editItems = (projectId: string, ids: string[], data: ItemPatch, started: Started) =>
  start(
    projectId,
    { what: "editItems", count: ids.length },
    inParts(ids, (itemIds) => request("bulkUpdateItems", { body: { itemIds, data } })),
    started,
  );

export const moveItems = (projectId: string, ids: string[], target: { id: string; name: string }, started: Started) =>
  start(
    projectId,
    { what: "moveItems", count: ids.length, where: target.name },
    inParts(ids, (itemIds) => request("bulkUpdateItems", { body: { itemIds, data: { subcategoryId: target.id } } })),
    started,
  );

/** `nameSuffix` distinguishes a copy from its original beside it. */
export const copyItems = (
  projectId: string,
  ids: string[],
  target: { id: string; name: string },
  nameSuffix: string,
  started: Started,
) =>
  start(
    projectId,
    { what: "copyItems", count: ids.length, where: target.name },
    inParts(ids, (itemIds) => {
      const body = { itemIds, subcategoryId: target.id, ...(nameSuffix && { nameSuffix }) };
      return request("bulkCopyItems", { body });
    }),
    started,
  );

export const deleteItems = (projectId: string, ids: string[], started: Started) =>
  start(
    projectId,
    { what: "deleteItems", count: ids.length },
    inParts(ids, (itemIds) => request("bulkDeleteItems", { body: { itemIds } })),
    started,
  );

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
    const all = await collectItems({ projectId, within: moved.subcategoryId, leaf: true, filters: {} }, () => {});
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
