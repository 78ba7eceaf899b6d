import type { Act, ActRequest } from "../saving/act.ts";
import {
  insertNode,
  moveNode,
  type NodeKey,
  nodeKey,
  removeNode,
  renameNode,
  type Tree,
  type TreeNode,
  updateNode,
} from "./tree.ts";

type Body = { id?: string; parentId?: string; priority?: number; name?: string };

/** The tree as it will be when these acts are done, so that they show before the service has answered. */
export function treeAfter(tree: Tree, projectId: string, acts: readonly Act[]): Tree {
  let next = tree;
  for (const act of acts) {
    // A refused act is not shown as done, except an addition: someone may have worked on what was added.
    if (act.projectId !== projectId || (act.hold && !act.makes)) continue;
    for (const [index, request] of act.requests.entries())
      next = afterRequest(next, request, index === 0 ? (act.made ?? act.makes) : undefined);
  }
  return next;
}

function afterRequest(tree: Tree, { call, params = {}, body = {} }: ActRequest, id: string | undefined): Tree {
  const change = body as Body;
  switch (call) {
    case "createCategory":
      return added(tree, "category", id, undefined, change);
    case "createSubcategory":
      return added(tree, "subcategory", id, nodeKey("category", params.categoryId ?? ""), change);
    case "createNestedSubcategory":
      return added(tree, "subcategory", id, nodeKey("subcategory", params.parentSubcategoryId ?? ""), change);
    case "updateCategory":
      return placed(tree, nodeKey("category", params.categoryId ?? ""), change);
    case "updateSubcategory":
      return placed(tree, nodeKey("subcategory", params.subcategoryId ?? ""), change);
    case "deleteCategory":
      return removeNode(tree, nodeKey("category", params.categoryId ?? ""));
    case "deleteSubcategory":
      return removeNode(tree, nodeKey("subcategory", params.subcategoryId ?? ""));
    case "createItem":
      return counted(tree, params.subcategoryId ?? "", 1);
    case "saveItemRows":
      return [...newRowsOf(body)].reduce((next, [leaf, count]) => counted(next, leaf, count), tree);
    default:
      return tree;
  }
}

function added(
  tree: Tree,
  kind: TreeNode["kind"],
  id: string | undefined,
  parent: NodeKey | undefined,
  body: Body,
): Tree {
  const above = parent && tree.nodes.get(parent);
  if (id === undefined || tree.nodes.has(nodeKey(kind, id)) || (parent && !above)) return tree;
  return insertNode(tree, {
    key: nodeKey(kind, id),
    kind,
    id,
    name: body.name ?? "",
    visible: true,
    priority: body.priority ?? 0,
    img: "",
    translations: {},
    parent,
    itemCount: 0,
    children: [],
    depth: above ? above.depth + 1 : 0,
  });
}

function placed(tree: Tree, key: NodeKey, { id, parentId, priority }: Body): Tree {
  const node = tree.nodes.get(key);
  if (!node) return tree;
  const parent = parentId === undefined ? node.parent : parentKey(tree, parentId);
  const moved =
    parent === node.parent
      ? updateNode(tree, key, priority === undefined ? {} : { priority })
      : moveNode(tree, key, parent, priority ?? node.priority);
  return id === undefined ? moved : renameNode(moved, key, id);
}

const parentKey = (tree: Tree, id: string): NodeKey =>
  tree.nodes.has(nodeKey("subcategory", id)) ? nodeKey("subcategory", id) : nodeKey("category", id);

function counted(tree: Tree, leaf: string, count: number): Tree {
  const key = nodeKey("subcategory", leaf);
  const node = tree.nodes.get(key);
  return node ? updateNode(tree, key, { itemCount: node.itemCount + count }) : tree;
}

/** How many items the rows create, by their leaf. */
function newRowsOf(body: Record<string, unknown>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { subcategoryId } of body.rows as { subcategoryId?: string }[])
    if (subcategoryId) counts.set(subcategoryId, (counts.get(subcategoryId) ?? 0) + 1);
  return counts;
}
