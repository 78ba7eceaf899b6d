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
  const found = lists.flatMap((items) => mostUsed(items.flatMap((item) => wordsOf(item, language, valuesOf))));
  return [...new Set(found)];
}

function wordsOf(item: Item, language: string | undefined, valuesOf: string | undefined): string[] {
  const rows = (language === undefined ? item.description : item.translations[language]?.description) ?? [];
  if (valuesOf === undefined) return rows.map(({ key }) => key.trim());
  return rows.filter(({ key }) => isSameName(key, valuesOf)).map(({ value }) => value);
}

/** Each word once, without those that are blank. */
function mostUsed(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) if (word.trim()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
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
