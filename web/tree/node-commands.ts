import { textNow } from "../i18n/i18n.ts";
import { toast } from "../toasts.ts";
import { type NodeKey, siblingsOf } from "./tree.ts";
import { canStand, placeNode, treeNow } from "./tree-data.ts";
import { setExpanded } from "./tree-view.ts";

/** One place up or down among its siblings. */
export async function reorderBy(projectId: string, key: NodeKey, by: 1 | -1) {
  const tree = treeNow(projectId);
  const node = tree?.nodes.get(key);
  if (!tree || !node) return;
  const siblings = siblingsOf(tree, node.parent);
  const target = siblings.indexOf(key) + by;
  if (target < 0 || target >= siblings.length) return;
  toast(textNow().tree.movedUpDown(node.name, target + 1, siblings.length));
  await placeNode(projectId, key, node.parent, target);
}

/** In: becomes the last child of the sibling above. Out: stands after its parent. */
export async function shiftLevel(projectId: string, key: NodeKey, way: "in" | "out") {
  const tree = treeNow(projectId);
  const node = tree?.nodes.get(key);
  if (!tree || !node) return;
  if (way === "in") {
    const siblings = siblingsOf(tree, node.parent);
    const above = siblings[siblings.indexOf(key) - 1];
    const target = above && tree.nodes.get(above);
    if (!target || !canStand(tree, key, target.key)) return;
    setExpanded([target.key], true);
    toast(textNow().tree.moved(node.name, target.name));
    return placeNode(projectId, key, target.key, target.children.length);
  }
  const parent = node.parent && tree.nodes.get(node.parent);
  if (!parent || !canStand(tree, key, parent.parent)) return;
  const outer = parent.parent && tree.nodes.get(parent.parent);
  toast(textNow().tree.moved(node.name, outer?.name ?? textNow().tree.topLevel));
  return placeNode(projectId, key, parent.parent, siblingsOf(tree, parent.parent).indexOf(parent.key) + 1);
}
