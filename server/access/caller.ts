import type { Role } from "../../contract/roles.ts";
import type { Problem } from "../http/problem.ts";

/** A grant as it is stored, with keys instead of ids. Null stands for all projects, the whole project, all languages. */
export type HeldGrant = {
  role: Role;
  project_key: number | null;
  node_key: number | null;
  languages: readonly string[] | null;
};

/** The person or program behind a request. */
export type Holder = {
  kind: "user" | "key";
  key: number;
  id: string;
  name: string;
  displayName: string;
  secondStep: boolean;
  /** The session that a person is in. */
  sessionKey?: number;
};

/** The branches of subtree grants, and the nodes on the way down to them, which the holder sees too. */
export type Branches = { granted: ReadonlySet<number>; path: ReadonlySet<number>; signature: string };

/** What a caller wants to do with a thing of the catalog. */
export type Need = "view" | "translate" | "edit" | "admin";

/**
 * Where a thing is: a project, and a category or a subcategory in it. For a deleted thing: where it was, and its own key
 * as `deletedKey`, because a grant for a branch stays valid when the branch is deleted.
 */
export type Place = {
  projectKey: number;
  categoryKey?: number;
  subcategoryKey?: number | null;
  deletedKey?: number;
};

/** What a caller was allowed at a place, stored to be checked again. It has at most one field per language. */
export type Question = {
  need: Need;
  place: Place;
  fields: string[];
  unseen?: Pick<Problem, "code" | "message" | "members">;
};

/** Who makes a request, and what they may do. */
export type Caller = {
  /** How the log of changes names them. */
  readonly actor: string;
  /** May do everything: anyone in the open mode, and admins of the whole service. */
  unlimited: boolean;
  grants: readonly HeldGrant[];
  /** Whether the grants were read in the current transaction. Before that they are those of the start of the request. */
  current: boolean;
  readonly holder: Holder | undefined;
  readonly address: string;
  /** Whether access was checked. A response that was built without a check must not be sent. */
  decided: boolean;
  /** Results that stay valid for one transaction: a bulk update checks the same subcategory ten thousand times. */
  readonly known: { grantsAt: Map<string, readonly HeldGrant[]>; branches?: Branches };
  /** By place, what was allowed in this transaction. Recorded for requests whose response is stored for a repetition. */
  asked?: Map<string, Question>;
};

/** Any caller in the open mode, where nobody signs in. One object for all requests. */
export const anyone: Caller = {
  actor: "anonymous",
  unlimited: true,
  grants: [],
  current: true,
  holder: undefined,
  address: "",
  decided: true,
  known: { grantsAt: new Map() },
};

/** For what cannot be limited to a branch. */
export const coversProject = (grants: readonly HeldGrant[], projectKey: number): boolean =>
  grants.some(({ project_key, node_key }) => node_key === null && (project_key === null || project_key === projectKey));

/** Admin of the whole service, not of one project. */
export const administers = (grants: readonly HeldGrant[]): boolean =>
  grants.some(({ role, project_key, node_key }) => role === "admin" && project_key === null && node_key === null);

export function callerOf(holder: Holder, grants: readonly HeldGrant[], address: string): Caller {
  return {
    actor: holder.kind === "key" ? `key:${holder.id}` : holder.name,
    unlimited: administers(grants),
    grants,
    current: true,
    holder,
    address,
    decided: false,
    known: { grantsAt: new Map() },
  };
}

/**
 * Forgets what was checked, before each attempt of a write: a thing may have moved and a grant may have been revoked since.
 * The caller may do nothing until access is checked in the transaction.
 */
export function askAnew(caller: Caller): void {
  if (!caller.holder) return;
  caller.current = false;
  caller.unlimited = false;
  caller.grants = [];
  caller.known.grantsAt.clear();
  delete caller.known.branches;
}

/** A caller who has not signed in, for paths that are open to everyone. */
export const stranger = (address: string): Caller => ({
  actor: "anonymous",
  unlimited: false,
  grants: [],
  current: true,
  holder: undefined,
  address,
  decided: false,
  known: { grantsAt: new Map() },
});
