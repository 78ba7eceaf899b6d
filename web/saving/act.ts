import type { CatalogClient } from "../../contract/client.ts";
import { randomId } from "../random-id.ts";
import type { Reason } from "./reason.ts";

/** The writes that are not one field of one record. */
export type ActCall =
  | "createCategory"
  | "createSubcategory"
  | "createNestedSubcategory"
  | "createItem"
  | "createComment"
  | "deleteComment"
  | "updateCategory"
  | "updateSubcategory"
  | "updateItem"
  | "bulkUpdateItems"
  | "bulkDeleteItems"
  | "bulkCopyItems"
  | "deleteCategory"
  | "deleteSubcategory"
  | "confirmCategoryTranslation"
  | "confirmSubcategoryTranslation"
  | "confirmItemTranslation";

/** One request as data, so that it outlives the page. */
export type ActRequest = {
  call: ActCall;
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: Record<string, unknown>;
};

export const request = <Name extends ActCall>(call: Name, given: Parameters<CatalogClient[Name]>[0]): ActRequest => ({
  call,
  ...(given as Omit<ActRequest, "call">),
});

/** What the act is, for words about it in any language. */
export type ActTitle = {
  what:
    | "addCategory"
    | "addSubcategory"
    | "addItem"
    | "addComment"
    | "deleteComment"
    | "moveNode"
    | "reorderNode"
    | "deleteNode"
    | "changeAddress"
    | "reorderItem"
    | "editItems"
    | "moveItems"
    | "copyItems"
    | "deleteItems"
    | "confirmTranslation";
  name?: string;
  where?: string;
  count?: number;
};

/**
 * One thing that someone did: requests that are sent one after the other, in one change set. Lives in the outbox until
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
  /** Counts how often a refused request was tried anew: the service repeats its answer to the same key. */
  attempt: number;
  /** Something of it changed the catalog, and can be undone. */
  changed?: true;
  /** The id that what the first request creates goes by until the service has given it one. */
  makes?: string;
  /** The id that the service has given it. */
  made?: string;
  /** How often sending it failed while the service was there. */
  failures?: number;
  /** The service refused it, or it was set aside, and someone must decide. */
  hold?: Reason;
  /** All answers are there, and the screen is being brought up to date. */
  settled?: true;
  cancelled?: true;
};

export type NewAct = Pick<Act, "projectId" | "title" | "requests" | "makes">;

export type ActOutcome =
  | { kind: "done"; act: Act; answers: unknown[] }
  | { kind: "refused"; act: Act; reason: Reason }
  /** Kept on this device until the network is back. */
  | { kind: "waiting"; act: Act };

const temporary = "unsent:";

/** A colon stands in no id that the service gives or takes. */
export const temporaryId = () => temporary + randomId();
export const isTemporary = (id: string) => id.startsWith(temporary);

/** A copy of `value` in which every text that is exactly `from` is `to`. */
export function replaceId<T>(value: T, from: string, to: string): T {
  if (value === from) return to as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => replaceId(one, from, to)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceId(one, from, to)])) as T;
}

export function mentions(value: unknown, id: string): boolean {
  if (value === id) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((one) => mentions(one, id));
}
