import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Category, Subcategory } from "../../contract/categories.ts";
import { api, keys, queryClient, type Versioned } from "../platform/api.ts";
import { type Act, type ActOutcome, type ActTitle, request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { isTemporary } from "../saving/temporary-ids.ts";
import { shownName } from "./catalog-language.ts";
import { treeAfter } from "./pending-tree.ts";
import { prioritiesAt } from "./priorities.ts";
import {
  isWithin,
  type NodeKey,
  type NodeKind,
  nodeKey,
  siblingsOf,
  type Tree,
  type TreeNode,
  treeFrom,
} from "./tree.ts";
import { followAddress, keyNow } from "./tree-view.ts";

const etags = new WeakMap<Tree, string>();

export const treeQuery = (projectId: string) => ({
  queryKey: keys.tree(projectId),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { data, etag } = await api.listCategories({ params: { projectId }, query: { lang: "en" }, signal });
    // Most changes of a project are of items. The same tree lets everything that shows it stay as it is drawn.
    const known = queryClient.getQueryData<Tree>(keys.tree(projectId));
    if (known && etag !== undefined && etags.get(known) === etag) return known;
    const tree = treeFrom(data);
    if (etag !== undefined) etags.set(tree, etag);
    return tree;
  },
  // The tree is one object with identity; comparing 50,000 nodes after each fetch would cost more than drawing it.
  structuralSharing: false as const,
  staleTime: 60_000,
});

/** The last result of each tree: every part of the screen asks for the same tree with the same acts. */
const shown = new WeakMap<Tree, { acts: readonly Act[]; result: Tree }>();

function withActs(projectId: string, tree: Tree, acts: readonly Act[]): Tree {
  if (acts.length === 0) return tree;
  const known = shown.get(tree);
  if (known?.acts === acts) return known.result;
  const result = treeAfter(tree, projectId, acts);
  shown.set(tree, { acts, result });
  return result;
}

/**
 * The tree of the service, with what was done to it and not sent yet. A property of a query that is read, even by a copy
 * of the whole, draws again whoever reads it when it changes: at the begin and the end of each fetch.
 */
export function useTree(projectId: string, enabled = true) {
  const { data, error, isLoading, refetch } = useQuery({ ...treeQuery(projectId), enabled });
  const tree = useSyncExternalStore(saving.onSummary, () => data && withActs(projectId, data, saving.acts()));
  return { data: tree, error, isLoading, refetch };
}

export function treeNow(projectId: string): Tree | undefined {
  const tree = queryClient.getQueryData<Tree>(keys.tree(projectId));
  return tree && withActs(projectId, tree, saving.acts());
}

/** One node without its tree, with its version: what the details panel edits. */
export function useNode(node: TreeNode) {
  const unsent = isTemporary(node.id);
  const { data, error, refetch } = useQuery({
    queryKey: keys.node(node.kind, node.id),
    enabled: !unsent,
    queryFn: async ({ signal }): Promise<Versioned<Category | Subcategory>> => {
      const query = { lang: "en", depth: 0 };
      const answer =
        node.kind === "category"
          ? await api.getCategory({ params: { categoryId: node.id }, query, signal })
          : await api.getSubcategory({ params: { subcategoryId: node.id }, query, signal });
      return { data: answer.data, etag: answer.etag };
    },
  });
  if (!unsent) return { data, error, refetch };
  // The service does not have it yet: only the tree knows it.
  return { data: { data: { ...node, subcategories: [] } as unknown as Subcategory, etag: undefined }, error, refetch };
}

/** The key that a node has now: it may have got its own id from the service, or another address. */
export function currentKey(tree: Tree, key: NodeKey): NodeKey {
  const [kind, id] = key.split(/:(.*)/s) as [NodeKind, string];
  return keyNow(tree, nodeKey(kind, saving.realId(id)));
}

/** Whether both are ids of one node, which may have got its own id from the service, or another address. */
export function isSameNode(projectId: string, one: string | undefined, other: string | undefined): boolean {
  if (one === other || one === undefined || other === undefined) return one === other;
  const tree = treeNow(projectId);
  const now = (id: string) => tree && currentKey(tree, nodeKey("subcategory", id));
  return now(one) !== undefined && now(one) === now(other);
}

/** Whether the leaf rules allow `key` under `parent`. */
export function canStand(tree: Tree, key: NodeKey, parent: NodeKey | undefined): boolean {
  const node = tree.nodes.get(key);
  if (!node) return false;
  if (node.kind === "category") return parent === undefined;
  const target = parent && tree.nodes.get(parent);
  return target !== undefined && target.itemCount === 0 && !isWithin(tree, target.key, key);
}

const placing = (node: TreeNode, body: { parentId?: string; priority: number }) =>
  node.kind === "category"
    ? request("updateCategory", { params: { categoryId: node.id }, query: { depth: 0 }, body })
    : request("updateSubcategory", { params: { subcategoryId: node.id }, query: { depth: 0 }, body });

/** Moves `key` to `index` among the children of `parent`, not counting itself. */
export function sendMove(
  projectId: string,
  key: NodeKey,
  parent: NodeKey | undefined,
  index: number,
  title: ActTitle,
): Promise<ActOutcome> | undefined {
  const tree = treeNow(projectId);
  const node = tree?.nodes.get(key);
  if (!tree || !node || !canStand(tree, key, parent)) return undefined;
  const siblings = siblingsOf(tree, parent);
  if (parent === node.parent && siblings.indexOf(key) === index) return undefined;
  const others = siblings
    .filter((one) => one !== key)
    .map((one) => ({ key: one as string, priority: tree.nodes.get(one)?.priority ?? 0 }));
  const [own, ...pushed] = prioritiesAt(others, key, index);
  const target = parent && tree.nodes.get(parent);
  const moves = target && parent !== node.parent ? { parentId: target.id } : {};
  // The neighbours first: if the network goes in between, the order is still right.
  const requests = pushed.flatMap(({ key: other, priority }) => {
    const neighbour = tree.nodes.get(other as NodeKey);
    return neighbour ? [placing(neighbour, { priority })] : [];
  });
  requests.push(placing(node, { ...moves, priority: own?.priority ?? 0 }));
  return saving.act({ projectId, title, requests });
}

export async function changeAddress(projectId: string, node: TreeNode, id: string): Promise<ActOutcome> {
  const params = { subcategoryId: node.id };
  followAddress(node.id, id);
  const outcome = await saving.act({
    projectId,
    title: { what: "changeAddress", name: shownName(node) },
    requests: [request("updateSubcategory", { params, query: { depth: 0 }, body: { id } })],
  });
  if (outcome.kind === "refused") followAddress(id, node.id);
  return outcome;
}

export const deleteNode = (projectId: string, node: TreeNode): Promise<ActOutcome> =>
  saving.act({
    projectId,
    title: { what: "deleteNode", name: shownName(node) },
    requests: [
      node.kind === "category"
        ? request("deleteCategory", { params: { categoryId: node.id } })
        : request("deleteSubcategory", { params: { subcategoryId: node.id } }),
    ],
  });
