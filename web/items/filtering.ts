import type { TreeNode } from "../tree/tree.ts";
import type { ItemFilters } from "./item-filters.ts";

/** The filters of a list and the ways to change them. */
export type Filtering = {
  projectId: string;
  node: TreeNode | undefined;
  filters: ItemFilters;
  setFilters(filters: ItemFilters): void;
  setPlace(node: TreeNode | undefined): void;
};
