import { useQuery } from "@tanstack/react-query";
import type { Category, Subcategory } from "../../contract/categories.ts";
import { api, keys, queryClient, type Versioned } from "../api.ts";
import { type Act, type ActOutcome, type ActTitle, request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { isTemporary } from "../saving/temporary-ids.ts";
import { useActs } from "../saving/use-field.ts";
import { shownName } from "../translations/catalog-language.ts";
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

export const treeQuery = (projectId: string) => ({
  queryKey: keys.tree(projectId),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    treeFrom((await api.listCategories({ params: { projectId }, query: { lang: "en" }, signal })).data),
  // The tree is one object with identity; comparing 50,000 nodes after each fetch would cost more than drawing it.
  structuralSharing: false as const,
  staleTime: 60_000,
});

/** The last result: every part of the screen asks for the same tree with the same acts. */
let shown: { tree: Tree; acts: readonly Act[]; result: Tree } | undefined;

function withActs(projectId: string, tree: Tree, acts: readonly Act[]): Tree {
  if (acts.length === 0) return tree;
  if (shown?.tree !== tree || shown.acts !== acts) shown = { tree, acts, result: treeAfter(tree, projectId, acts) };
  return shown.result;
}

/** The tree of the service, with what was done to it and not sent yet. */
export function useTree(projectId: string, enabled = true) {
  const query = useQuery({ ...treeQuery(projectId), enabled });
  const acts = useActs();
  return { ...query, data: query.data && withActs(projectId, query.data, acts) } as typeof query;
}

export function treeNow(projectId: string): Tree | undefined {
  const tree = queryClient.getQueryData<Tree>(keys.tree(projectId));
  return tree && withActs(projectId, tree, saving.acts());
}

/** One node without its tree, with its version: what the details panel edits. */
export function useNode(node: TreeNode) {
  const unsent = isTemporary(node.id);
  const query = useQuery({
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
  if (!unsent) return query;
  // The service does not have it yet: only the tree knows it.
  return { ...query, data: { data: { ...node, subcategories: [] } as unknown as Subcategory, etag: undefined } };
}

/** The key that a node has now: it may have got its own id from the service, or another address. */
export function currentKey(tree: Tree, key: NodeKey): NodeKey {
  const [kind, id] = key.split(/:(.*)/s) as [NodeKind, string];
  return keyNow(tree, nodeKey(kind, saving.realId(id)));
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
