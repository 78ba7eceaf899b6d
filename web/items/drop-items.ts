import type { Rights } from "../access/rights.ts";
import { nodeKey, type TreeNode } from "../catalog/tree.ts";
import { itemsRefused } from "../tree/refusals.ts";
import type { DraggedItems } from "./dragged-items.ts";
import { mayCopyItems, mayEditItems } from "./may-edit-items.ts";

/** Items that are dropped with one of these keys are copied. */
export const wantsCopy = (event: Pick<DragEvent, "ctrlKey" | "altKey">) => event.ctrlKey || event.altKey;

/** Why items cannot be dropped on a node, as one of the words about places; undefined where they can. */
export const dropRefused = (node: TreeNode, { ids, from }: DraggedItems, copy: boolean, rights: Rights) =>
  itemsRefused(node, copy ? undefined : nodeKey("subcategory", from), rights) ??
  ((copy ? mayCopyItems : mayEditItems)(rights, { ids }) ? undefined : "notYours");
