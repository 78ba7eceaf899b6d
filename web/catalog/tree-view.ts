import { createStore, createStoredStore } from "../platform/store.ts";
import { type NodeKey, nodeKey, type Tree } from "./tree.ts";

/** What is being renamed or added in the tree; commands set it from anywhere. */
export type TreeView = {
  renaming?: NodeKey;
  /** A row is being added under this parent; `null` is the top level. */
  adding?: NodeKey | null;
  /** Changed by the command that moves the focus to the filter. */
  focusFilter?: number;
};

export const treeView = createStore<TreeView>({});

const openKeys = createStoredStore<NodeKey[]>("editor-open-nodes", []);
export const expandedStore = createStore<ReadonlySet<NodeKey>>(new Set(openKeys.get()));
/** More than this comes from "expand all", which is quick to do again. */
const rememberedNodes = 2_000;
expandedStore.subscribe(() => {
  const open = expandedStore.get();
  openKeys.set(open.size > rememberedNodes ? [] : [...open]);
});

export function setExpanded(keys: Iterable<NodeKey>, open: boolean) {
  expandedStore.set((now) => {
    const next = new Set(now);
    for (const key of keys) {
      if (open) next.add(key);
      else next.delete(key);
    }
    return next;
  });
}

/** Subcategories that have got another address since the page was opened, by the one before. */
const changedAddresses = new Map<NodeKey, NodeKey>();
/** How often one has. Whoever draws what `keyNow` says asks again, even where the tree stays as it is drawn. */
export const addressChanges = createStore(0);

/** A subcategory has got another id: what is open or chosen stays so. The old id is kept, for an undo. */
export function followAddress(before: string, after: string) {
  const [from, to] = [nodeKey("subcategory", before), nodeKey("subcategory", after)];
  changedAddresses.delete(to);
  changedAddresses.set(from, to);
  addressChanges.set((count) => count + 1);
  if (expandedStore.get().has(from)) setExpanded([to], true);
}

/** The key that a node has now. The tree decides: another node may have got the old id. */
export function keyNow(tree: Tree, key: NodeKey): NodeKey {
  let now: NodeKey | undefined = key;
  while (now && !tree.nodes.has(now)) now = changedAddresses.get(now);
  return now ?? key;
}

/** Opens the branches above a node, so that its row is in the tree. */
export function openWayTo(tree: Tree, key: NodeKey) {
  const above: NodeKey[] = [];
  for (let at = tree.nodes.get(key)?.parent; at; at = tree.nodes.get(at)?.parent) above.push(at);
  if (above.some((one) => !expandedStore.get().has(one))) setExpanded(above, true);
}

export function rename(tree: Tree, key: NodeKey) {
  openWayTo(tree, key);
  treeView.set((view) => ({ ...view, renaming: key }));
}

/** Opens a row at the end of the tree for the name of a new category. */
export const addCategory = () => treeView.set((view) => ({ ...view, adding: null }));

/** Opens a row below a node for the name of a new subcategory. */
export function addBelow(key: NodeKey) {
  setExpanded([key], true);
  treeView.set((view) => ({ ...view, adding: key }));
}
