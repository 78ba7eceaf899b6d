import type { Rights } from "../access/rights.ts";
import { shownName } from "../catalog/catalog-language.ts";
import { type NodeKey, siblingsOf, type Tree, type TreeNode } from "../catalog/tree.ts";
import { canStand, sendMove, treeNow } from "../catalog/tree-data.ts";
import { setExpanded } from "../catalog/tree-view.ts";
import { textNow } from "../platform/i18n/i18n.ts";

/**
 * Whether the person may move the node: among its siblings, into one of them, or out of its parent. The siblings may get
 * other priorities too, so an editor of one branch cannot move the branch itself.
 */
export function mayMove(rights: Rights, tree: Tree, { parent }: TreeNode, out = false): boolean {
  if (!rights.edit(parent)) return false;
  return !out || (parent !== undefined && rights.edit(tree.nodes.get(parent)?.parent));
}

/** Moves a node to `index` among the children of `parent`, and announces it. */
export function moveNodeTo(projectId: string, key: NodeKey, parent: NodeKey | undefined, index: number) {
  const tree = treeNow(projectId);
  const node = tree?.nodes.get(key);
  if (!tree || !node) return;
  const above = parent && tree.nodes.get(parent);
  const where = above ? shownName(above) : textNow().tree.topLevel;
  if (parent) setExpanded([parent], true);
  const siblings = siblingsOf(tree, parent).length;
  const title =
    parent === node.parent
      ? { what: "reorderNode" as const, name: shownName(node), where: textNow().tree.position(index + 1, siblings) }
      : { what: "moveNode" as const, name: shownName(node), where };
  void sendMove(projectId, key, parent, index, title);
}

/** Moves a node one position up or down among its siblings. */
export function reorderBy(projectId: string, key: NodeKey, by: 1 | -1) {
  const tree = treeNow(projectId);
  const node = tree?.nodes.get(key);
  if (!tree || !node) return;
  const siblings = siblingsOf(tree, node.parent);
  const target = siblings.indexOf(key) + by;
  if (target >= 0 && target < siblings.length) moveNodeTo(projectId, key, node.parent, target);
}

/** In: it becomes the last child of the sibling above. Out: it comes after its parent. */
export function shiftLevel(projectId: string, key: NodeKey, way: "in" | "out") {
  const tree = treeNow(projectId);
  const node = tree?.nodes.get(key);
  if (!tree || !node) return;
  if (way === "in") {
    const siblings = siblingsOf(tree, node.parent);
    const above = siblings[siblings.indexOf(key) - 1];
    const target = above && tree.nodes.get(above);
    if (target && canStand(tree, key, target.key)) moveNodeTo(projectId, key, target.key, target.children.length);
    return;
  }
  const parent = node.parent && tree.nodes.get(node.parent);
  if (!parent || !canStand(tree, key, parent.parent)) return;
  moveNodeTo(projectId, key, parent.parent, siblingsOf(tree, parent.parent).indexOf(parent.key) + 1);
}
