import { createStore, createStoredStore } from "../store.ts";
import type { NodeKey } from "./tree.ts";

/** What is open, being named or being added in the tree; commands from anywhere may set it. */
export type TreeView = {
  renaming?: NodeKey;
  /** A row being named under this parent; `null` is the top level. */
  adding?: NodeKey | null;
  /** Set by a command that wants the keyboard in the filter. */
  focusFilter?: number;
};

export const treeView = createStore<TreeView>({});

const openKeys = createStoredStore<NodeKey[]>("editor-open-nodes", []);
export const expandedStore = createStore<ReadonlySet<NodeKey>>(new Set(openKeys.get()));
/** More than this is "expand all", which is quicker done again than stored. */
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
