import { useQuery } from "@tanstack/react-query";
import type { Category, Subcategory } from "../../contract/categories.ts";
import { api, keys, queryClient, reasonOf, type Versioned } from "../api.ts";
import { textNow } from "../i18n/i18n.ts";
import { toast } from "../toasts.ts";
import { placeAmong } from "./place.ts";
import {
  insertNode,
  isWithin,
  moveNode,
  type NodeKey,
  nodeFrom,
  nodeKey,
  removeNode,
  renameNode,
  siblingsOf,
  type Tree,
  type TreeNode,
  treeFrom,
  updateNode,
} from "./tree.ts";

export const treeQuery = (projectId: string) => ({
  queryKey: keys.tree(projectId),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    treeFrom((await api.listCategories({ params: { projectId }, query: { lang: "en" }, signal })).data),
  // The tree is one object with identity; comparing 50,000 nodes after each fetch would cost more than drawing it.
  structuralSharing: false as const,
  staleTime: 60_000,
});

export const useTree = (projectId: string) => useQuery(treeQuery(projectId));

export const treeNow = (projectId: string) => queryClient.getQueryData<Tree>(keys.tree(projectId));

const change = (projectId: string, update: (tree: Tree) => Tree) =>
  queryClient.setQueryData<Tree>(keys.tree(projectId), (tree) => tree && update(tree));

/** One node without its tree, with its version: what the details panel edits. */
export const useNode = (node: Pick<TreeNode, "kind" | "id"> | undefined) =>
  useQuery({
    queryKey: keys.node(node?.kind ?? "category", node?.id ?? ""),
    enabled: node !== undefined,
    queryFn: async ({ signal }): Promise<Versioned<Category | Subcategory>> => {
      const id = node?.id ?? "";
      const query = { lang: "en", depth: 0 };
      const answer =
        node?.kind === "category"
          ? await api.getCategory({ params: { categoryId: id }, query, signal })
          : await api.getSubcategory({ params: { subcategoryId: id }, query, signal });
      return { data: answer.data, etag: answer.etag };
    },
  });

export function explain(error: unknown): string {
  const reason = reasonOf(error);
  return textNow().faults[reason.code] ?? (reason.message || textNow().common.loadFailed);
}

export async function addNode(
  projectId: string,
  parent: TreeNode | undefined,
  name: string,
): Promise<NodeKey | undefined> {
  const tree = treeNow(projectId);
  if (!tree) return undefined;
  const siblings = siblingsOf(tree, parent?.key);
  const last = tree.nodes.get(siblings.at(-1) ?? "category:");
  const body = { name, priority: last ? Math.floor(last.priority) + 1 : 0 };
  try {
    const made =
      parent === undefined
        ? await api.createCategory({ params: { projectId }, body })
        : parent.kind === "category"
          ? await api.createSubcategory({ params: { categoryId: parent.id }, body })
          : await api.createNestedSubcategory({ params: { parentSubcategoryId: parent.id }, body });
    const node = nodeFrom(made.data, parent?.key, parent ? parent.depth + 1 : 0);
    change(projectId, (now) => insertNode(now, node));
    return node.key;
  } catch (error) {
    toast(explain(error), { tone: "bad" });
    return undefined;
  }
}

/** Whether the leaf rules let `key` stand under `parent`. */
export function canStand(tree: Tree, key: NodeKey, parent: NodeKey | undefined): boolean {
  const node = tree.nodes.get(key);
  if (!node) return false;
  if (node.kind === "category") return parent === undefined;
  const target = parent && tree.nodes.get(parent);
  return target !== undefined && target.itemCount === 0 && !isWithin(tree, target.key, key);
}

const patchNode = (node: TreeNode, body: { parentId?: string; priority?: number }) =>
  node.kind === "category"
    ? api.updateCategory({
        params: { categoryId: node.id },
        query: { depth: 0 },
        body: { priority: body.priority ?? 0 },
      })
    : api.updateSubcategory({ params: { subcategoryId: node.id }, query: { depth: 0 }, body });

/** Moves `key` to stand at `index` among the children of `parent`, itself not counted. */
export async function placeNode(projectId: string, key: NodeKey, parent: NodeKey | undefined, index: number) {
  const before = treeNow(projectId);
  const node = before?.nodes.get(key);
  if (!before || !node || !canStand(before, key, parent)) return;
  const others = siblingsOf(before, parent)
    .filter((one) => one !== key)
    .map((one) => ({ key: one as string, priority: before.nodes.get(one)?.priority ?? 0 }));
  const writes = placeAmong(others, key, index);
  const own = writes[0]?.priority ?? 0;
  change(projectId, (tree) => {
    let next = tree;
    for (const write of writes.slice(1)) next = updateNode(next, write.key as NodeKey, { priority: write.priority });
    return moveNode(next, key, parent, own);
  });
  try {
    // The pushed-on neighbours first: if the network goes in between, the order on the service is still a sane one.
    for (const write of writes.slice(1)) {
      const pushed = before.nodes.get(write.key as NodeKey);
      if (pushed) await patchNode(pushed, { priority: write.priority });
    }
    const target = parent && before.nodes.get(parent);
    const moves = target && parent !== node.parent ? { parentId: target.id } : {};
    await patchNode(node, { ...moves, priority: own });
  } catch (error) {
    toast(explain(error), { tone: "bad" });
    void queryClient.invalidateQueries({ queryKey: keys.tree(projectId) });
  }
  void queryClient.invalidateQueries({ queryKey: keys.node(node.kind, node.id) });
}

export async function changeAddress(projectId: string, node: TreeNode, id: string) {
  const answer = await api.updateSubcategory({
    params: { subcategoryId: node.id },
    query: { depth: 0 },
    body: { id },
  });
  change(projectId, (tree) => renameNode(tree, node.key, id));
  queryClient.removeQueries({ queryKey: keys.node("subcategory", node.id) });
  return answer;
}

export async function deleteNode(projectId: string, node: TreeNode) {
  const answer =
    node.kind === "category"
      ? await api.deleteCategory({ params: { categoryId: node.id } })
      : await api.deleteSubcategory({ params: { subcategoryId: node.id } });
  change(projectId, (tree) => removeNode(tree, node.key));
  return answer;
}

export function countItems(projectId: string, subcategoryId: string, by: number) {
  change(projectId, (tree) => {
    const key = nodeKey("subcategory", subcategoryId);
    const node = tree.nodes.get(key);
    return node ? updateNode(tree, key, { itemCount: Math.max(0, node.itemCount + by) }) : tree;
  });
}
