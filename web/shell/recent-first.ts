import { fold } from "../../contract/fold.ts";
import type { Found } from "../../contract/search.ts";
import { keyOf, type RecentKey } from "./recent-list.ts";

/**
 * Among results that match equally well, those that were opened last come first. How well a result matches, only the
 * service knows; two cases are certain from the names alone. Names that are exactly what was typed come first, the last
 * opened of them before the others. Then come those that were opened before and begin with it. All others keep the order
 * of the search.
 */
export function recentFirst(results: readonly Found[], typed: string, recents: readonly RecentKey[]): Found[] {
  const wanted = fold(typed.trim());
  const last = recents.length;
  const rank = (one: Found) => {
    const at = recents.indexOf(keyOf(one));
    const name = fold(one.match);
    if (name === wanted) return at < 0 ? last : at;
    return at >= 0 && name.startsWith(wanted) ? last + 1 + at : 2 * last + 1;
  };
  return [...results].sort((a, b) => rank(a) - rank(b));
}
