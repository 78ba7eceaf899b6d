import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { fold } from "../../../contract/fold.ts";
import type { Item } from "../../../contract/items.ts";
import { nodeKey, type Tree } from "../../catalog/tree.ts";
import { keys, queryClient } from "../../platform/api.ts";
import { pageQuery } from "../item-pages.ts";
import { isSameName } from "../same-name.ts";

/** What is suggested: names of properties, or the values of one of them. */
export type Wanted = {
  item: Item;
  /** Undefined for the original. */
  language: string | undefined;
  /** The name whose values are wanted. */
  valuesOf?: string;
};

const shown = 50;
/** What others use changes slowly, and a page of items is a large answer. */
const staleMs = 5 * 60_000;
const none: readonly Item[] = [];

/**
 * The words that items use: first those of the same subcategory, then those of the branch that it is in. Both are the first
 * page of a list, which the grid has mostly read already.
 */
export function useAttributesInUse({ item, language, valuesOf }: Wanted): string[] {
  const { projectId = "" } = useParams({ strict: false });
  const leaf = nodeKey("subcategory", item.subcategoryId);
  const tree = queryClient.getQueryData<Tree>(keys.tree(projectId));
  const branch = tree?.nodes.get(tree.nodes.get(leaf)?.parent ?? leaf)?.id;
  const listOf = (within: string, isLeaf: boolean) => ({
    ...pageQuery({ projectId, within, leaf: isLeaf, filters: {} }, 1),
    staleTime: staleMs,
  });
  const near = useQuery(listOf(item.subcategoryId, true)).data?.items ?? none;
  const around = useQuery(listOf(branch ?? item.subcategoryId, branch === undefined)).data?.items ?? none;
  return useMemo(
    () =>
      wordsIn(
        [near, around].map((items) => items.filter(({ id }) => id !== item.id)),
        language,
        valuesOf,
      ),
    [near, around, item.id, language, valuesOf],
  );
}

/** The most used first, list by list. */
export function wordsIn(
  lists: readonly (readonly Item[])[],
  language: string | undefined,
  valuesOf?: string,
): string[] {
  const found = new Set<string>();
  for (const items of lists) {
    const counts = new Map<string, number>();
    for (const item of items) {
      const rows = (language === undefined ? item.description : item.translations[language]?.description) ?? [];
      for (const { key, value } of rows) {
        const word = valuesOf === undefined ? key.trim() : isSameName(key, valuesOf) ? value : "";
        if (word.trim()) counts.set(word, (counts.get(word) ?? 0) + 1);
      }
    }
    for (const [word] of [...counts].sort(([, a], [, b]) => b - a)) found.add(word);
  }
  return [...found];
}

/** The words that what is typed may become: those that begin with it first. */
export function matchingWords(words: readonly string[], typed: string, taken: readonly string[]): string[] {
  const folded = fold(typed.trim());
  const possible = words.filter(
    (word) => word !== typed && fold(word).includes(folded) && !taken.some((name) => isSameName(name, word)),
  );
  const begins = (word: string) => fold(word).startsWith(folded);
  return [...possible.filter(begins), ...possible.filter((word) => !begins(word))].slice(0, shown);
}
