import type { InterfaceLanguage } from "../../contract/constants.ts";
import { limits } from "../../contract/limits.ts";
import type { Text } from "../i18n/i18n.ts";
import { kinds } from "../items/filter-kinds.ts";
import { filterWords } from "../items/filter-words.ts";
import type { ItemFilters } from "../items/item-filters.ts";
import { shownName } from "../translations/catalog-language.ts";
import type { TreeNode } from "../tree/tree.ts";

/** A name for a new view: what it filters by, and where. */
export function suggestedName(
  t: Text,
  language: InterfaceLanguage,
  node: Pick<TreeNode, "name"> | undefined,
  filters: ItemFilters,
): string {
  const words = kinds.flatMap((kind) => filterWords(t, language, filters, kind) ?? []);
  return [node && shownName(node), filters.search, ...words]
    .filter(Boolean)
    .join(" · ")
    .slice(0, limits.viewNameLength);
}
