import { type RefObject, useDeferredValue, useEffect, useMemo, useState } from "react";
import { filterTree, type NodeKey, type Row, type Tree, visibleRows } from "../catalog/tree.ts";
import { currentKey } from "../catalog/tree-data.ts";
import { expandedStore, treeView } from "../catalog/tree-view.ts";
import { useStore } from "../platform/store.ts";
import { useRows } from "../widgets/use-rows.ts";

const rowHeight = 32;

export type TreeRows = ReturnType<typeof useTreeRows>;

/** The rows that the tree shows, with its filter and the row that is being added, and which of them are drawn. */
export function useTreeRows(tree: Tree, selected: NodeKey | undefined, scroller: RefObject<HTMLDivElement | null>) {
  const [query, setQuery] = useState("");
  const settledQuery = useDeferredValue(query);
  const expanded = useStore(expandedStore);
  const { adding: wanted, renaming } = useStore(treeView);
  const adding = wanted && currentKey(tree, wanted);
  // The name and, below it, the address, which only a subcategory has.
  const addingRows = wanted === undefined ? 0 : wanted === null ? 1 : 2;
  const filtered = useMemo(
    () => (settledQuery.trim() ? filterTree(tree, settledQuery) : undefined),
    [tree, settledQuery],
  );
  const rows = useMemo(() => visibleRows(tree, expanded, filtered?.shown), [tree, expanded, filtered]);
  const addingAt = useMemo(() => addingIndex(rows, wanted === null ? null : adding), [rows, wanted, adding]);
  const view = useRows(scroller, { rowHeight, overscan: 12 });
  const { drawn, height } = view.of(rows.length + (addingAt === undefined ? 0 : addingRows));
  const reveal = (key: NodeKey) => {
    const index = rows.findIndex((row) => row.node.key === key);
    if (index >= 0) view.reveal(index);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the choice changes or its branch has opened
  useEffect(() => {
    if (selected) reveal(selected);
  }, [selected, expanded.size]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query shows its results from the top
  useEffect(() => view.toTop(), [settledQuery]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the row appears or moves
  useEffect(() => {
    if (addingAt !== undefined) view.reveal(addingAt + addingRows - 1);
  }, [addingAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when it begins; without its row nothing can be typed
  useEffect(() => {
    if (renaming) reveal(renaming);
  }, [renaming]);
  return {
    query,
    setQuery,
    filtered,
    rows,
    addingAt,
    /** The node that gets a new child. */
    addingTo: adding ? tree.nodes.get(adding) : undefined,
    drawn,
    height,
    /** The row at an index of the list that is drawn, which counts the row that is being added too. */
    rowAt(index: number): Row | undefined {
      if (addingAt === undefined || index < addingAt) return rows[index];
      return index < addingAt + addingRows ? undefined : rows[index - addingRows];
    },
    reveal,
  };
}

/** Where the row that is being added is shown: after everything below its parent. */
function addingIndex(rows: readonly Row[], parent: NodeKey | null | undefined): number | undefined {
  if (parent === undefined) return undefined;
  if (parent === null) return rows.length;
  const start = rows.findIndex((row) => row.node.key === parent);
  const depth = rows[start]?.node.depth;
  if (depth === undefined) return undefined;
  let end = start + 1;
  while ((rows[end]?.node.depth ?? 0) > depth) end++;
  return end;
}
