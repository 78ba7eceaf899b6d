import type { Role } from "../../contract/roles.ts";

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

/** Who makes a request, and what they may do. */
export type Caller = {
  /** How the log of changes names them. */
  readonly actor: string;
  /** Nobody has to be asked: the open mode, and admins of the whole service. */
  readonly unlimited: boolean;
  readonly grants: readonly HeldGrant[];
  readonly holder: Holder | undefined;
  readonly address: string;
  /** Whether anyone has asked yet. What is still undecided at the end of a request must not leave the service. */
  decided: boolean;
  /** Answers that stay the same for one transaction: a bulk update asks for the same subcategory ten thousand times. */
  readonly known: { grantsAt: Map<string, readonly HeldGrant[]>; branches?: Branches };
};

/** Everyone, where nobody signs in. One object for all requests: it costs the open mode nothing. */
export const anyone: Caller = {
  actor: "anonymous",
  unlimited: true,
  grants: [],
  holder: undefined,
  address: "",
  decided: true,
  known: { grantsAt: new Map() },
};

/** Admin of everything, not of one project. */
export const administers = (grants: readonly HeldGrant[]): boolean =>
  grants.some(({ role, project_key, node_key }) => role === "admin" && project_key === null && node_key === null);

export function callerOf(holder: Holder, grants: readonly HeldGrant[], address: string): Caller {
  return {
    actor: holder.kind === "key" ? `key:${holder.id}` : holder.name,
    unlimited: administers(grants),
    grants,
    holder,
    address,
    decided: false,
    known: { grantsAt: new Map() },
  };
}

/** Before a write, and before it is tried again: what was somewhere then may be elsewhere by now. */
export function forgetPlaces({ known }: Caller): void {
  known.grantsAt.clear();
  delete known.branches;
}

/** A caller who has not signed in, for the paths that are open to everyone. */
export const stranger = (address: string): Caller => ({
  actor: "anonymous",
  unlimited: false,
  grants: [],
  holder: undefined,
  address,
  decided: false,
  known: { grantsAt: new Map() },
});
