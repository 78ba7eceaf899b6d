import type { View, ViewQuery } from "../../contract/views.ts";
import type { Caller } from "../access/caller.ts";

export type ViewRow = {
  key: number;
  id: string;
  project_key: number;
  holder_kind: string;
  holder_key: number;
  owner: string;
  shared: number;
  name: string;
  query: string;
  columns: string;
  branch_key: number | null;
  /** The current id of the branch; null if there is none, or if it is deleted. */
  branch_id: string | null;
  created_at: number;
  changed_at: number;
};

export type ViewHolder = { kind: string; key: number };

/** Where nobody signs in, everyone is the same holder. */
export const viewHolderOf = ({ holder }: Caller): ViewHolder => holder ?? { kind: "anyone", key: 0 };

/** What a view is to a caller. */
export type ViewStanding = { own: boolean; seesBranch: boolean };

/** The name must be the same too: in the backup of another catalog, the key is that of another person. */
export function isOwnView(row: ViewRow, caller: Caller): boolean {
  const { kind, key } = viewHolderOf(caller);
  return row.holder_kind === kind && row.holder_key === key && row.owner === caller.actor;
}

/** A shared view would reveal the id of its branch, so those who may not see the branch do not see the view either. */
export const isVisibleView = (row: ViewRow, { own, seesBranch }: ViewStanding): boolean =>
  own || (row.shared === 1 && seesBranch);

export function shownView(row: ViewRow, { own, seesBranch }: ViewStanding): View {
  const query = JSON.parse(row.query) as ViewQuery;
  // An owner who may no longer see the branch is shown the id that they saved.
  if (row.branch_id !== null && seesBranch) query.within = row.branch_id;
  return {
    id: row.id,
    name: row.name,
    shared: row.shared === 1,
    owner: row.owner,
    own,
    query,
    columns: JSON.parse(row.columns) as string[],
    createdAt: new Date(row.created_at).toISOString(),
    changedAt: new Date(row.changed_at).toISOString(),
  };
}

/** By name, as people sort: the engines order texts differently. Views of the same name: the older one first. */
export function byViewName(rows: readonly ViewRow[]): ViewRow[] {
  const { compare } = new Intl.Collator("en", { numeric: true });
  return rows.toSorted((one, other) => compare(one.name, other.name) || one.key - other.key);
}
