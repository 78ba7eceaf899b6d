import type { Rights } from "../access/rights.ts";
import { isLeaf } from "../catalog/item-list.ts";
import type { NodeKey, TreeNode } from "../catalog/tree.ts";
import type { LaterText } from "../platform/i18n/later-words.ts";
import type { Refusal } from "../tree/refusals.ts";

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
