import type { ItemMatches } from "../../contract/found-items.ts";
import type { KeyedItem } from "../catalog/item-cache.ts";

/** `[start, end)` in a text. */
type Ranges = readonly (readonly [number, number])[];

export type Elsewhere = {
  where: "name" | "simpleDescription" | "tags" | "badges" | "description" | "id" | "key";
  /** The name of the property that matches. */
  property?: string;
  text: string;
  ranges: Ranges;
};

/** Characters of a long text before its first match. */
const before = 12;
const most = 120;

/** The part of a text around its first match, from the beginning of a word on. */
function around(text: string, ranges: Ranges): Pick<Elsewhere, "text" | "ranges"> {
  const first = ranges[0]?.[0] ?? 0;
  const space = first > before ? text.indexOf(" ", first - before) : -1;
  const cut = first <= before ? 0 : space >= 0 && space < first ? space + 1 : first;
  const end = cut + most;
  const dots = cut > 0 ? "…" : "";
  const moved = dots.length - cut;
  return {
    text: dots + text.slice(cut, end),
    ranges: ranges.flatMap(([from, to]) => (to <= end ? [[from + moved, to + moved] as const] : [])),
  };
}

const firstOf = (found: Record<string, Ranges> | undefined) => Object.entries(found ?? {})[0];

/** What matches where the name that is shown does not: the first such text, to show below the name. */
export function matchElsewhere(item: KeyedItem, match: ItemMatches, shown = item.name): Elsewhere | undefined {
  if (match.name) return shown === item.name ? undefined : { where: "name", text: item.name, ranges: match.name };
  if (match.key && item.key) return { where: "key", text: item.key, ranges: match.key };
  if (match.simpleDescription)
    return { where: "simpleDescription", ...around(item.simpleDescription, match.simpleDescription) };
  for (const where of ["tags", "badges"] as const) {
    const [at, ranges] = firstOf(match[where]) ?? [];
    if (at !== undefined && ranges) return { where, text: item[where][Number(at)] ?? "", ranges };
  }
  const [at, ranges] = firstOf(match.description) ?? [];
  const property = at === undefined ? undefined : item.description[Number(at)];
  if (property && ranges) return { where: "description", property: property.key, ...around(property.value, ranges) };
  return match.id ? { where: "id", text: item.id, ranges: match.id } : undefined;
}
