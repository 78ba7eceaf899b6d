import { createStore, createStoredStore } from "../store.ts";
import type { NodeKey } from "./tree.ts";

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

/** Opens a row below a node for the name of a new subcategory. */
export function addBelow(key: NodeKey) {
  setExpanded([key], true);
  treeView.set((view) => ({ ...view, adding: key }));
}
