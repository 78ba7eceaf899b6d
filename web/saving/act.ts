import type { CatalogClient } from "../../contract/client.ts";
import type { Reason } from "../platform/reason.ts";

/** The writes that are not one field of one record. */
export type ActCall =
  | "createCategory"
  | "createSubcategory"
  | "createNestedSubcategory"
  | "createItem"
  | "createComment"
  | "deleteComment"
  | "setCommentState"
  | "updateCategory"
  | "updateSubcategory"
  | "updateItem"
  | "bulkUpdateItems"
  | "bulkDeleteItems"
  | "bulkCopyItems"
  | "saveItemRows"
  | "deleteCategory"
  | "deleteSubcategory"
  | "confirmCategoryTranslation"
  | "confirmSubcategoryTranslation"
  | "confirmItemTranslation"
  | "undoChanges";

/** One request as data, so that it outlives the page. */
export type ActRequest = {
  call: ActCall;
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: Record<string, unknown>;
  /** The id that was wished for what it creates: where that is taken, a number is put after it. */
  wishedId?: string;
};

export const request = <Name extends ActCall>(call: Name, given: Parameters<CatalogClient[Name]>[0]): ActRequest => ({
  call,
  ...(given as Omit<ActRequest, "call">),
});

/** What the act does, so that it can be described in any language. */
export type ActTitle = {
  what:
    | "addCategory"
    | "addSubcategory"
    | "addItem"
    | "addComment"
    | "deleteComment"
    | "resolveComment"
    | "reopenComment"
    | "moveNode"
    | "reorderNode"
    | "deleteNode"
    | "changeAddress"
    | "reorderItem"
    | "editItems"
    | "moveItems"
    | "copyItems"
    | "deleteItems"
    | "pasteCells"
    | "fillCells"
    | "clearCells"
    | "confirmTranslation"
    | "importFile"
    | "restore"
    | "undoEarlier"
    | "undo"
    | "redo";
  name?: string;
  where?: string;
  count?: number;
  /** How many items were made with it. */
  added?: number;
};

/**
 * Something that a person did: requests that are sent one after the other, in one change set. It stays in the outbox until
 * the service has answered the last of them.
 */
export type Act = {
  key: string;
  owner: string;
  order: number;
  /** The change set of all its requests; with the number of a request, its Idempotency-Key. */
  id: string;
  projectId: string;
  title: ActTitle;
  requests: ActRequest[];
  /** How many requests the service has answered. */
  done: number;
  /** How many parts are done of a request for everything that matches, which goes on with the cursor of each answer. */
  part?: number;
  /** Counts the tries after a refusal: the service repeats its answer to the same key. */
  attempt: number;
  /** It changed the catalog, in this change set, and can be undone. */
  changeSet?: string;
  /** The temporary id of what the first request creates, until the service gives its own. */
  makes?: string;
  /** The id that the service gave. */
  made?: string;
  /** The temporary ids of the items that rows of its requests create, in order. */
  makesRows?: string[];
  /** The ids that the service gave to those that are answered; null where it refused the row. */
  madeRows?: (string | null)[];
  /** What the fields of its rows held when someone wrote them, by the id of the item. */
  shown?: Record<string, Record<string, unknown>>;
  /** The rows that the service refused. */
  refusedRows?: RefusedRow[];
  /** How often sending it failed while the service answered. */
  failures?: number;
  /** Why it was refused or set aside; someone must decide. */
  hold?: Reason;
  /** When the last request was answered; the screen is being brought up to date. */
  settledAt?: number;
  /** What became of the items that it made, by id, when something was saved of them since. */
  saved?: Record<string, Record<string, unknown>>;
  cancelled?: true;
};

/** Fields of a row that were not saved, and why. A row of a new item has no id. */
export type RefusedRow = { id: string | undefined; fields: string[]; reason: Reason };

export type NewAct = Pick<Act, "projectId" | "title" | "requests" | "makes" | "makesRows" | "shown">;

/** The temporary ids of everything that an act creates. */
export const makesOf = ({ makes, makesRows = [] }: Act): readonly string[] => (makes ? [makes] : makesRows);

export type ActOutcome =
  | { kind: "done"; act: Act; answers: unknown[] }
  | { kind: "refused"; act: Act; reason: Reason }
  /** Stored on this device until the network is back. */
  | { kind: "waiting"; act: Act };

/** Whether the service has done any of it. */
export const isBegun = ({ done, part = 0 }: Act) => done > 0 || part > 0;

/** How much of an act is done, in requests and their parts. */
export function progressOf({ requests, done, part = 0, title }: Act): { done: number; of: number } {
  const partsOf = ({ body }: ActRequest) =>
    body?.where ? Math.max(1, Math.ceil((title.count ?? 0) / Number(body.limit))) : 1;
  const sum = (some: readonly ActRequest[]) => some.reduce((parts, one) => parts + partsOf(one), 0);
  const of = sum(requests);
  return { done: Math.min(of, sum(requests.slice(0, done)) + part), of };
}
