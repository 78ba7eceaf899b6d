import type { Rights } from "../access/rights.ts";
import { isLeaf } from "../catalog/item-list.ts";
import { isWithin, type NodeKey, type Tree, type TreeNode } from "../catalog/tree.ts";
import type { LaterText } from "../platform/i18n/later-words.ts";

type Refusal = (target: TreeNode) => string | undefined;

/** Why a subcategory cannot be moved to a place; undefined where it can. */
export const nodeRefusal =
  (words: LaterText["places"], tree: Tree, node: TreeNode, rights: Rights): Refusal =>
  (target) => {
    if (isWithin(tree, target.key, node.key)) return words.itself;
    if (target.key === node.parent) return words.here;
    if (target.itemCount > 0) return words.hasItems;
    return rights.edit(target.key) ? undefined : words.notYours;
  };

/** Why items cannot go to a place, as one of the words about places; they cannot be moved to where they are. */
export function itemsRefused(target: TreeNode, here: NodeKey | undefined, rights: Rights) {
  if (!isLeaf(target)) return "leafOnly";
  if (target.key === here) return "itemsHere";
  return rights.edit(target.key) ? undefined : "notYours";
}

export const itemsRefusal =
  (words: LaterText["places"], here: NodeKey | undefined, rights: Rights): Refusal =>
  (target) => {
    const why = itemsRefused(target, here, rights);
    return why && words[why];
  };
