import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { namesPlace, placeOf, viewOf, type WorkspaceSearch } from "../catalog/addresses.ts";
import { filtersOf, type ItemFilters } from "../catalog/item-filters.ts";
import { type NodeKey, nodeKey, type Tree, type TreeNode } from "../catalog/tree.ts";
import { addressChanges, keyNow } from "../catalog/tree-view.ts";
import { useItem } from "../items/items-data.ts";
import { useStore } from "../platform/store.ts";
import { useRealId } from "../saving/use-field.ts";

export const workspaceRoute = getRouteApi("/projects/$projectId");

/** Shows another state of the workspace; with `replace`, the back button skips the one before. */
type Go = (next: WorkspaceSearch, replace?: boolean) => void;

/** The state of the workspace, which is all in its address, and the ways to change it. */
export function useWorkspaceAddress(projectId: string, tree: Tree) {
  const navigate = useNavigate();
  const go: Go = useCallback(
    (next, replace = false) =>
      void navigate({ to: "/projects/$projectId", params: { projectId }, search: next, replace }),
    [navigate, projectId],
  );
  const search = useCurrentIds(workspaceRoute.useSearch(), tree, go);
  useSubcategoryOfItem(search, go);
  const filters = useStable(filtersOf(search));
  const setFilters = useCallback((next: ItemFilters) => go({ ...placeOf(search), ...next }, true), [go, search]);
  /** Lists another part of the project under the same filters. */
  const setPlace = useCallback(
    (node: TreeNode | undefined) =>
      go({ ...viewOf(search), ...(node ? { [node.kind]: node.id } : { all: true }), ...filters }),
    [go, search, filters],
  );
  const open = useCallback(
    (id: string) => {
      const { details: _, ...rest } = search;
      go({ ...rest, item: id }, search.item !== undefined);
    },
    [go, search],
  );
  const close = useCallback(() => {
    const { item, details, ...rest } = search;
    if (item || details) go(rest);
  }, [go, search]);
  const showDetails = useCallback(() => {
    const { item: _, ...rest } = search;
    go({ ...rest, details: true });
  }, [go, search]);
  return { search, selected: selectedNode(search), filters, go, setFilters, setPlace, open, close, showDetails };
}

/** The same object for as long as it has the same values. */
function useStable<T>(value: T): T {
  const last = useRef(value);
  if (JSON.stringify(last.current) !== JSON.stringify(value)) last.current = value;
  return last.current;
}

function selectedNode({ category, subcategory }: WorkspaceSearch): NodeKey | undefined {
  if (subcategory) return nodeKey("subcategory", subcategory);
  return category ? nodeKey("category", category) : undefined;
}

/** A link that names an item and no list opens the subcategory of the item too. */
function useSubcategoryOfItem(search: WorkspaceSearch, go: Go) {
  const missing = search.item !== undefined && !search.view && !namesPlace(search);
  const item = useItem((missing && search.item) || "", missing);
  const subcategory = missing ? item.data?.data.subcategoryId : undefined;
  useEffect(() => {
    if (subcategory && search.item) go({ subcategory, item: search.item }, true);
  }, [subcategory, search.item, go]);
}

/** Puts the ids that the service gave in place of temporary ones, and a new address in place of the old one. */
function useCurrentIds(search: WorkspaceSearch, tree: Tree, go: Go): WorkspaceSearch {
  const now: WorkspaceSearch = { ...search };
  useStore(addressChanges);
  const category = useRealId(search.category);
  const subcategory = useRealId(search.subcategory);
  const item = useRealId(search.item);
  if (category) now.category = category;
  if (subcategory) now.subcategory = subcategory;
  if (item) now.item = item;
  if (now.subcategory)
    now.subcategory = keyNow(tree, nodeKey("subcategory", now.subcategory)).slice("subcategory:".length);
  const stale = now.category !== search.category || now.subcategory !== search.subcategory || now.item !== search.item;
  const current = useStable(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an id that has become stale is replaced
  useEffect(() => {
    if (stale) go(current, true);
  }, [stale, current]);
  return stale ? current : search;
}
