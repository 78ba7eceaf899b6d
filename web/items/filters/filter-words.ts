import type { InterfaceLanguage } from "../../../contract/constants.ts";
import { type ItemFilters, type ListMode, wordsOf } from "../../catalog/item-filters.ts";
import { isDay, isSinceWord } from "../../catalog/since.ts";
import type { Text } from "../../platform/i18n/i18n.ts";
import { languageName } from "../../platform/i18n/language-name.ts";
import { number } from "../../platform/i18n/numbers.ts";
import { columns } from "../grid/columns.ts";
import { sortedBy } from "../grid/sorting.ts";
import type { FilterKind } from "./filter-kinds.ts";

/** What a filter does, in a few words; undefined if it is not set. */
export function filterWords(
  t: Text,
  language: InterfaceLanguage,
  filters: ItemFilters,
  kind: FilterKind,
): string | undefined {
  const { filters: words } = t;
  const flag = (value: boolean | undefined, yes: string, no: string) =>
    value === undefined ? undefined : value ? yes : no;
  const range = (name: "price" | "discount" | "quantity", unit = "") => {
    const [low, high] = [filters[`${name}Min`], filters[`${name}Max`]].map((value) =>
      value === undefined ? undefined : number(value, language) + unit,
    );
    return low === undefined && high === undefined ? undefined : words.range(words.kinds[name], low, high);
  };
  switch (kind) {
    case "place":
      return undefined;
    case "visible":
      return flag(filters.visible, t.items.onlyVisible, t.items.onlyHidden);
    case "picture":
      return flag(filters.picture, words.withPicture, words.noPicture);
    case "commented":
      return flag(filters.commented, words.withComments, words.noComments);
    case "quantity":
      if (filters.quantityMin === undefined && filters.quantityMax === 0) return words.outOfStock;
      return filters.quantityMin === 1 && filters.quantityMax === undefined ? words.inStock : range("quantity");
    case "price":
      return range("price");
    case "discount":
      return range("discount", "%");
    case "currency":
      return filters.currency && `${words.kinds.currency}: ${wordsOf(filters.currency).join(", ")}`;
    case "tags":
      return listWords(t, kind, filters.tags, filters.tagsMode);
    case "badges":
      return listWords(t, kind, filters.badges, filters.badgesMode);
    case "missing":
      return filters.missing && words.missing(languageName(filters.missing, language));
    case "outdated":
      return filters.outdated && words.outdated(languageName(filters.outdated, language));
    case "changedBy":
      return filters.changedBy && words.changedBy(filters.changedBy);
    case "changedSince":
      return filters.changedSince && sinceWords(t, language, filters.changedSince);
  }
}

function listWords(t: Text, kind: "tags" | "badges", list: string | undefined, mode: ListMode = "any") {
  const all = wordsOf(list);
  if (all.length === 0) return undefined;
  const named = `${t.filters.kinds[kind]}: `;
  // Of a single one, any and all are the same.
  if (all.length === 1 && mode !== "none") return named + all[0];
  return `${named}${t.filters.modes[mode]} ${all.join(", ")}`;
}

function sinceWords(t: Text, language: InterfaceLanguage, since: string): string {
  if (isSinceWord(since)) return t.filters.changed[since];
  const moment = new Date(isDay(since) ? `${since}T00:00:00` : since);
  const format: Intl.DateTimeFormatOptions = isDay(since)
    ? { dateStyle: "medium" }
    : { dateStyle: "medium", timeStyle: "short" };
  return t.filters.changedAfter(new Intl.DateTimeFormat(language, format).format(moment));
}

/** The order of a list, in a few words. */
export function sortWords(t: Text, sort: string | undefined): string | undefined {
  const sorted = sortedBy(sort);
  if (!sorted) return undefined;
  const { by, descending } = sorted;
  if (by === "changed") return descending ? t.filters.lastChanged : t.filters.longestUnchanged;
  if (by === "relevance") return t.filters.bestMatch;
  const column = columns.find((one) => one.sort === by);
  return t.filters.sorted(column ? column.label(t) : by, descending ? "↓" : "↑");
}
