import type { TreeNode } from "../tree/tree.ts";
import type { ItemFilters } from "./item-filters.ts";

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
