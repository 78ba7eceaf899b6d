import type { Role } from "../../contract/roles.ts";
import type { Problem } from "../http/problem.ts";

/** A stored grant, with keys instead of ids. Null means all: all projects, the whole project, all languages. */
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
  /** The session of a person. */
  sessionKey?: number;
};

/** Who shares a limit: a user, a key, or all that come from one address without either. */
export const personOf = ({ holder }: Pick<Caller, "holder">, address: string): string =>
  holder ? `${holder.kind}:${holder.id}` : `address:${address}`;

/** The branches of subtree grants, and the paths down to them, which such a grant also shows. */
export type Branches = { granted: ReadonlySet<number>; path: ReadonlySet<number>; signature: string };

/** What a caller wants to do with an entity of the catalog. */
export type Need = "view" | "translate" | "edit" | "admin";

/**
 * Where an entity is: a project, and in it a category or a subcategory. For a deleted entity: where it was, and its own
 * key as `deletedKey`, because a grant for a branch still covers it after the branch is deleted.
 */
export type Place = {
  projectKey: number;
  categoryKey?: number;
  subcategoryKey?: number | null;
  deletedKey?: number;
};

/** What a caller was allowed at a place, stored to be checked again: at most one field per language. */
export type Question = {
  need: Need;
  place: Place;
  fields: string[];
  unseen?: Pick<Problem, "code" | "message" | "members">;
};

/** Who makes a request, and what they may do. */
export type Caller = {
  /** Their name in the log of changes. */
  readonly actor: string;
  /** They may do everything: in the open mode, and as admins of the whole service. */
  unlimited: boolean;
  grants: readonly HeldGrant[];
  /** Whether the grants are those that the transaction sees or, outside of one, those read for the request. */
  current: boolean;
  readonly holder: Holder | undefined;
  readonly address: string;
  /** Whether access was checked. A response to a request without any check must not leave the service. */
  decided: boolean;
  /** Results that hold for one transaction: a bulk update checks the same subcategory ten thousand times. */
  readonly known: { grantsAt: Map<string, readonly HeldGrant[]>; branches?: Branches };
  /** By place, what was allowed in this transaction. Only for a request whose response is stored for a repetition. */
  asked?: Map<string, Question>;
};

/** The caller in the open mode. One object for all requests, so that it costs nothing. */
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

/** Whether a grant covers the whole project and not only a branch. */
export const coversProject = (grants: readonly HeldGrant[], projectKey: number): boolean =>
  grants.some(({ project_key, node_key }) => node_key === null && (project_key === null || project_key === projectKey));

/** Whether a grant is for the admin of the whole service, not of one project. */
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
 * Forgets all results of earlier checks. Needed before each attempt of a write: entities may have moved, and grants may
 * have been revoked. Until the transaction reads their grants, the caller may do nothing.
 */
export function resetAccess(caller: Caller): void {
  if (!caller.holder) return;
  caller.current = false;
  caller.unlimited = false;
  caller.grants = [];
  caller.known.grantsAt.clear();
  delete caller.known.branches;
}

/** A caller who is not signed in, for the paths that need no sign-in. */
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
