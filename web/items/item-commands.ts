import { shownName } from "../catalog/catalog-language.ts";
import { countOf, itemsPerRequest, type Picked } from "../catalog/picked.ts";
import type { Act, ActOutcome, ActRequest, ActTitle } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import type { BulkChange } from "./bulk/bulk-change.ts";
import { listedItems, openedItem } from "./item-pages.ts";

/** One request for each part of the ids. */
export function inParts(ids: readonly string[], part: (itemIds: string[]) => ActRequest): ActRequest[] {
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

/** How many they are; of a single one that is listed or open, its name. */
function namesIn(picked: Picked): Pick<ActTitle, "count" | "name"> {
  const id = "ids" in picked && picked.ids.length === 1 && picked.ids[0];
  const single = id ? (listedItems().get(id) ?? openedItem(id)) : undefined;
  return { count: countOf(picked), ...(single && { name: shownName(single) }) };
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
    { what: "moveItems", ...namesIn(picked), where: shownName(target) },
    requestsFor("bulkUpdateItems", picked, { data: { subcategoryId: target.id } }),
    started,
  );

/** Copies are hidden, as all new items are. `nameSuffix` distinguishes one from its original beside it. */
export const copyItems = (projectId: string, picked: Picked, target: Target, nameSuffix: string, started: Started) =>
  start(
    projectId,
    { what: "copyItems", ...namesIn(picked), where: shownName(target) },
    requestsFor("bulkCopyItems", picked, {
      subcategoryId: target.id,
      visible: false,
      ...(nameSuffix && { nameSuffix }),
    }),
    started,
  );

export const deleteItems = (projectId: string, picked: Picked, started: Started) =>
  start(projectId, { what: "deleteItems", ...namesIn(picked) }, requestsFor("bulkDeleteItems", picked, {}), started);
