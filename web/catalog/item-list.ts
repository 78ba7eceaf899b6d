import type { ItemFilterBody } from "../../contract/found-items.ts";
import { filtersInBody, type ItemFilters } from "./item-filters.ts";
import { momentOf } from "./since.ts";
import type { TreeNode } from "./tree.ts";

/** Which items are listed. */
export type ItemList = {
  projectId: string;
  /** The category or subcategory whose items are listed, all below it too; undefined for the whole project. */
  within: string | undefined;
  /** It is one subcategory that holds items. */
  leaf: boolean;
  filters: ItemFilters;
};

export const isLeaf = (node: TreeNode) => node.kind === "subcategory" && node.children.length === 0;

/** Without a node: all items of the project. */
export const listOf = (projectId: string, node: TreeNode | undefined, filters: ItemFilters): ItemList => ({
  projectId,
  within: node?.id,
  leaf: node !== undefined && isLeaf(node),
  filters,
});

/**
 * A subcategory in its own order, which people can change. The service lists it without its search index, and what was
 * added and not sent yet is at its end. Every other list is a search in the project.
 */
export const isInOwnOrder = ({ leaf, filters }: ItemList) => leaf && Object.keys(filters).length === 0;

/** The same items, for a request about everything that matches. */
export function whereOf({ projectId, within, filters }: ItemList): ItemFilterBody {
  const { sort: _, changedSince, ...rest } = filtersInBody(filters);
  const since = changedSince && momentOf(changedSince);
  return { projectId, ...(within && { within }), ...rest, ...(since && { changedSince: since }) };
}
