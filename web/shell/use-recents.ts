import { useQueries } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Item } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import type { Found } from "../../contract/search.ts";
import type { ActionContext } from "../actions/action.ts";
import { shownName } from "../catalog/catalog-language.ts";
import { type NodeKey, nodeKey, pathTo, type Tree, type TreeNode } from "../catalog/tree.ts";
import { useTree } from "../catalog/tree-data.ts";
import { itemQuery } from "../items/items-data.ts";
import { itemAfter, pendingItems } from "../items/pending-items.ts";
import { isGone } from "../platform/api.ts";
import { useActs } from "../saving/use-field.ts";
import { keyOf, type RecentKey } from "./recent-list.ts";
import { forgetRecents } from "./recents.ts";

const shownRecents = 8;
const itemPrefix = "item:";
const isItem = (key: RecentKey) => key.startsWith(itemPrefix);

type Recents = {
  results: Found[];
  /** How many are still being read; the results are shown together, so that none moves under the pointer. */
  loading: number;
};

/**
 * What was opened last, as it is now: items from the cache, or read one by one, and the rest from the tree. What is on
 * the screen is left out. What is gone, or may not be seen any more, is forgotten.
 */
export function useRecents(
  { projectId = "", workspace }: ActionContext,
  recents: readonly RecentKey[],
  enabled: boolean,
): Recents {
  const acts = useActs();
  const open = [workspace?.node?.key, workspace?.itemId && keyOf({ kind: "item", id: workspace.itemId })];
  const wanted = enabled ? recents.filter((key) => !open.includes(key)).slice(0, shownRecents) : [];
  const read = useTree(projectId, workspace === undefined && wanted.length > 0);
  const tree = workspace?.tree ?? read.data;
  const ids = wanted.filter(isItem).map((key) => key.slice(itemPrefix.length));
  // Without a network, what is not in the cache is left out at once.
  const answers = useQueries({ queries: ids.map((id) => ({ ...itemQuery(id), retry: false })) });
  const answerTo = new Map(ids.map((id, at) => [keyOf({ kind: "item", id }), answers[at]]));

  const shownOf = (key: RecentKey): Found | "gone" | undefined => {
    if (!tree) return undefined;
    if (!isItem(key)) return foundNode(tree, key as NodeKey) ?? "gone";
    const answer = answerTo.get(key);
    if (isGone(answer?.error)) return "gone";
    const item = answer?.data && itemAfter(answer.data.data, acts);
    return item && (pendingItems(acts).gone.has(item.id) ? undefined : (foundItem(tree, item) ?? "gone"));
  };
  const shown = wanted.map(shownOf);
  const gone = wanted.filter((_, at) => shown[at] === "gone");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are compared by value
  useEffect(() => {
    if (gone.length > 0) forgetRecents(projectId, gone);
  }, [gone.join()]);

  const isLoading = [...answers, ...(workspace ? [] : [read])].some((one) => one.isLoading);
  return {
    results: isLoading ? [] : shown.filter((one) => typeof one === "object"),
    loading: isLoading ? wanted.length : 0,
  };
}

const placeOf = (path: readonly TreeNode[]) =>
  path.slice(-limits.foundPath).map((node) => ({ id: node.id, name: shownName(node) }));
const unmatched = (name: string) => ({ match: name, language: null, matches: [] });

function foundNode(tree: Tree, key: NodeKey): Found | undefined {
  const path = pathTo(tree, key);
  const node = path.pop();
  if (!node) return undefined;
  const { kind, id, visible, img } = node;
  const name = shownName(node);
  return { kind, id, name, visible, img, price: null, path: placeOf(path), ...unmatched(name) };
}

function foundItem(tree: Tree, item: Item): Found | undefined {
  const path = pathTo(tree, nodeKey("subcategory", item.subcategoryId));
  if (path.length === 0) return undefined;
  const { id, visible, imgs, price, discount, currency } = item;
  const name = shownName(item);
  const img = imgs.find((one) => one !== "") ?? "";
  return {
    kind: "item",
    id,
    name,
    visible,
    img,
    price: { price, discount, currency },
    path: placeOf(path),
    ...unmatched(name),
  };
}
