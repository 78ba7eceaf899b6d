import type { ItemFilters } from "../../catalog/item-filters.ts";
import type { TreeNode } from "../../catalog/tree.ts";

/** The filters of a list and the ways to change them. */
export type Filtering = {
  projectId: string;
  node: TreeNode | undefined;
  filters: ItemFilters;
  setFilters(filters: ItemFilters): void;
  setPlace(node: TreeNode | undefined): void;
};
