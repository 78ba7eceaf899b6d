import type { InterfaceLanguage } from "../../contract/constants.ts";
import { limits } from "../../contract/limits.ts";
import { shownName } from "../catalog/catalog-language.ts";
import type { ItemFilters } from "../catalog/item-filters.ts";
import type { TreeNode } from "../catalog/tree.ts";
import { kinds } from "../items/filters/filter-kinds.ts";
import { filterWords } from "../items/filters/filter-words.ts";
import type { Text } from "../platform/i18n/i18n.ts";

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
