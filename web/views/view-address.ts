import type { View } from "../../contract/views.ts";
import { namesPlace, type WorkspaceSearch } from "../catalog/addresses.ts";
import type { ColumnId } from "../catalog/column-ids.ts";
import { filtersOf } from "../catalog/item-filters.ts";
import { nodeById, type Tree, type TreeNode } from "../catalog/tree.ts";
import { columns } from "../items/grid/columns.ts";
import { filtersOfView } from "./view-filters.ts";

/** The branch that a view is about; undefined if it has none, or if the branch is gone. */
function branchOf({ query: { within } }: View, tree: Tree): TreeNode | undefined {
  if (within === undefined) return undefined;
  return nodeById(tree, within);
}

export const isBranchGone = (view: View, tree: Tree) => view.query.within !== undefined && !branchOf(view, tree);

/** Where a view opens. If its branch is gone, the address names no place. */
export function addressOfView(view: View, tree: Tree): WorkspaceSearch {
  if (isBranchGone(view, tree)) return { view: view.id };
  const branch = branchOf(view, tree);
  return {
    view: view.id,
    ...(branch ? { [branch.kind]: branch.id } : { all: true as const }),
    ...filtersOfView(view.query),
  };
}

/** The columns of a view that this editor has, in its order; undefined if the view leaves them to each person. */
export function columnsOfView({ columns: names }: Pick<View, "columns">): ColumnId[] | undefined {
  const known = columns.map(({ id }) => id).filter((id) => names.includes(id));
  return known.length > 0 ? known : undefined;
}

/** Whether the address shows something else than the view. */
export function isChangedView(view: View, tree: Tree, search: WorkspaceSearch): boolean {
  const place = ({ category, subcategory, all }: WorkspaceSearch) => [subcategory ?? category, all === true];
  const said = (one: WorkspaceSearch) => JSON.stringify([place(one), filtersOf(one)]);
  return search.columns !== undefined || said(search) !== said(addressOfView(view, tree));
}

/** The address that others can be sent. */
export const linkToView = ({ id }: View, projectId: string) =>
  `${location.origin}/projects/${encodeURIComponent(projectId)}?view=${encodeURIComponent(id)}`;

/** The same address without its view; all items if it names no place. */
export function withoutView({ view: _, columns: __, ...rest }: WorkspaceSearch): WorkspaceSearch {
  return namesPlace(rest) ? rest : { ...rest, all: true };
}
