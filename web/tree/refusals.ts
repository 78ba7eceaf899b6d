import type { Rights } from "../access/rights.ts";
import { isWithin, type Tree, type TreeNode } from "../catalog/tree.ts";
import type { LaterText } from "../platform/i18n/later-words.ts";

export type Refusal = (target: TreeNode) => string | undefined;

/** Why a subcategory cannot be moved to a place; undefined where it can. */
export const nodeRefusal =
  (words: LaterText["places"], tree: Tree, node: TreeNode, rights: Rights): Refusal =>
  (target) => {
    if (isWithin(tree, target.key, node.key)) return words.itself;
    if (target.key === node.parent) return words.here;
    if (target.itemCount > 0) return words.hasItems;
    return rights.edit(target.key) ? undefined : words.notYours;
  };
