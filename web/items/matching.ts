import type { ItemMatches } from "../../contract/found-items.ts";
import type { Item } from "../../contract/items.ts";

/** `[start, end)` in a text. */
export type Ranges = readonly (readonly [number, number])[];
export type Part = { text: string; hit: boolean };

/** A text in parts, those that match and those between them. */
export function partsOf(text: string, ranges: Ranges): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start > at) parts.push({ text: text.slice(at, start), hit: false });
    if (Math.min(end, text.length) > start) parts.push({ text: text.slice(start, end), hit: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false });
  return parts;
}

export type Elsewhere = {
  where: "simpleDescription" | "tags" | "badges" | "description" | "id";
  /** The name of the property that matches. */
  property?: string;
  parts: Part[];
};

/** How much of a long text is shown before its first match, in a cell with room for some 40 characters, and in all. */
const before = 12;
const most = 120;

/** The part of a text around its first match, from the beginning of a word on. */
function around(text: string, ranges: Ranges): Part[] {
  const first = ranges[0]?.[0] ?? 0;
  const space = first > before ? text.indexOf(" ", first - before) : -1;
  const cut = first <= before ? 0 : space >= 0 && space < first ? space + 1 : first;
  const end = cut + most;
  const shown = ranges.flatMap(([from, to]) => (to <= end ? [[from - cut, to - cut] as const] : []));
  const parts = partsOf(text.slice(cut, end), shown);
  return cut > 0 ? [{ text: "…", hit: false }, ...parts] : parts;
}

const firstOf = (found: Record<string, Ranges> | undefined) => Object.entries(found ?? {})[0];

/** What matches where the name does not: the first such text, to show below the name. */
export function matchElsewhere(item: Item, match: ItemMatches): Elsewhere | undefined {
  if (match.name) return undefined;
  if (match.simpleDescription)
    return { where: "simpleDescription", parts: around(item.simpleDescription, match.simpleDescription) };
  for (const where of ["tags", "badges"] as const) {
    const [at, ranges] = firstOf(match[where]) ?? [];
    if (at !== undefined && ranges) return { where, parts: partsOf(item[where][Number(at)] ?? "", ranges) };
  }
  const [at, ranges] = firstOf(match.description) ?? [];
  const property = at === undefined ? undefined : item.description[Number(at)];
  if (property && ranges)
    return { where: "description", property: property.key, parts: around(property.value, ranges) };
  return match.id ? { where: "id", parts: partsOf(item.id, match.id) } : undefined;
}
