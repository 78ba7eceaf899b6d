import type { Role } from "../../contract/roles.ts";
import type { Problem } from "../http/problem.ts";

/** A grant as it is stored: keys, not ids. No project: all of them. No node: the whole project. No languages: all. */
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

/** What a subtree grant shows beside its own branch: the way down to it. */
export type Branches = { granted: ReadonlySet<number>; path: ReadonlySet<number>; signature: string };

/** What one wants to do with a thing of the catalog. */
export type Need = "view" | "translate" | "edit" | "admin";

/**
 * Where a thing is: a project, and in it a category or a subcategory, which says where it is itself. Of what is deleted:
 * where it was, and `deletedKey`, because a branch that is itself deleted is still its holder's.
 */
export type Place = {
  projectKey: number;
  categoryKey?: number;
  subcategoryKey?: number | null;
  deletedKey?: number;
};

/** What a caller was allowed at a place, as it is stored to be asked again: at most one field for each language. */
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
  /** Nobody has to be asked: the open mode, and admins of the whole service. */
  unlimited: boolean;
  grants: readonly HeldGrant[];
  /** The grants are those that the transaction sees, or those that the request came with where there is none yet. */
  current: boolean;
  readonly holder: Holder | undefined;
  readonly address: string;
  /** Whether anyone has asked yet. What is still undecided at the end of a request must not leave the service. */
  decided: boolean;
  /** Answers that stay the same for one transaction: a bulk update asks for the same subcategory ten thousand times. */
  readonly known: { grantsAt: Map<string, readonly HeldGrant[]>; branches?: Branches };
  /** By place, what was asked and allowed in this transaction; where the answer is kept for a repeated request. */
  asked?: Map<string, Question>;
};

/** Everyone, where nobody signs in. One object for all requests: it costs the open mode nothing. */
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

/** For what cannot be told apart by branch. */
export const coversProject = (grants: readonly HeldGrant[], projectKey: number): boolean =>
  grants.some(({ project_key, node_key }) => node_key === null && (project_key === null || project_key === projectKey));

/** Admin of everything, not of one project. */
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
 * Before a write, and before it is tried again: what was somewhere then may be elsewhere by now, and what the caller
 * was allowed may be taken away. Until he is asked about in the transaction he may do nothing.
 */
export function askAnew(caller: Caller): void {
  if (!caller.holder) return;
  caller.current = false;
  caller.unlimited = false;
  caller.grants = [];
  caller.known.grantsAt.clear();
  delete caller.known.branches;
}

/** A caller who has not signed in, for the paths that are open to everyone. */
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
