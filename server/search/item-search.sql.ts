import type { FacetName, FoundItemPage, ItemSearchQuery } from "../../contract/found-items.ts";
import type { Item } from "../../contract/items.ts";
import { defaultLanguage } from "../../contract/languages.ts";
import { limits } from "../../contract/limits.ts";
import type { Db, Reader } from "../db/db.ts";
import type { Languages } from "../http/language.ts";
import { invalid } from "../http/problem.ts";
import { inTurns } from "../http/turns.ts";
import { plainKey } from "../items/item-key.ts";
import { type ItemRow, itemBytes } from "../items/items.rules.ts";
import { readItemsByKey } from "../items/items.sql.ts";
import { type ItemSearch, type ItemsFound, searchItems } from "./index/item-search.ts";
import { languagesOf, type ProjectIndex } from "./index/project-index.ts";
import type { SearchPlan } from "./index/search-plan.ts";
import { TextMatches } from "./index/text-matches.ts";
import { decodeCursor, encodeCursor } from "./item-cursor.ts";
import { filterOf, keysById, shortestIdPart } from "./item-filter.sql.ts";
import { nodeNames } from "./node-names.sql.ts";
import type { Asked } from "./questions.ts";

export type FoundItems = {
  body: Buffer;
  rows: readonly ItemRow[];
  shown: ReadonlySet<string>;
  nextCursor: string | null;
};

/** A page of the items of a project that match and that the caller sees. */
export async function foundItems(
  db: Db,
  asked: Asked,
  query: ItemSearchQuery,
  languages: Languages,
): Promise<FoundItems> {
  const { index, projectKey, branches } = asked;
  const { search = "", limit = limits.defaultLimit, facets = [] } = query;
  const sort = query.sort ?? { by: search.trim() === "" ? "priority" : "relevance", descending: false };
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, sort, refuse("/cursor"));
  const page = cursor ? cursor.page + 1 : (query.page ?? limits.defaultPage);
  const { filter, byId } = await db.read(async (reader) => ({
    filter: await filterOf(reader, asked, query, refuse("/within")),
    byId: new Set((await keysById(reader, projectKey, search)).keys()),
  }));
  const wanted: ItemSearch = {
    search,
    withNodes: false,
    byId,
    filter,
    sees: branches && index.tree.sees(branches),
    sort,
    language: query.sortLanguage ?? languages[0] ?? defaultLanguage,
    facets,
    offset: (page - 1) * limit,
    after: cursor,
    limit,
  };
  const found = await inTurns(searchItems(index, wanted));
  return db.read(async (reader) => {
    const rows = inOrder(found.keys, await rowsOf(reader, found.keys));
    const shown = new Set<string>();
    const items = rows.map((row) => itemBytes(row, languages, shown));
    const keys = keysOf(rows);
    const rest: Omit<FoundItemPage, "items"> = {
      total: found.total,
      page,
      limit,
      hasMore: found.hasMore,
      nextCursor: found.hasMore && found.last ? encodeCursor(sort, found.last, page) : null,
      ...(found.plan ? await matchesIn(index, found.plan, { search, items, keys }) : { matches: {}, didYouMean: null }),
      places: await placesOf(reader, index, rows),
      keys,
      facets: await facetsOf(reader, index, found),
    };
    return { body: pageBody(items, rest), rows, shown, nextCursor: rest.nextCursor };
  });
}

const keysOf = (rows: readonly ItemRow[]): FoundItemPage["keys"] =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const key = plainKey(row.external_key);
      return key === null ? [] : [[row.id, key]];
    }),
  );

function pageBody(items: readonly Uint8Array[], rest: Omit<FoundItemPage, "items">): Buffer {
  const parts: Uint8Array[] = [Buffer.from('{"items":[')];
  for (const [number, item] of items.entries()) {
    if (number > 0) parts.push(Buffer.from(","));
    parts.push(item);
  }
  parts.push(Buffer.from(`],${JSON.stringify(rest).slice(1)}`));
  return Buffer.concat(parts);
}

const rowsOf = (reader: Reader, keys: readonly number[]): Promise<ItemRow[]> =>
  keys.length === 0 ? Promise.resolve([]) : readItemsByKey(reader, keys);

/** Without those that were deleted since the index was asked. */
function inOrder(keys: readonly number[], rows: readonly ItemRow[]): ItemRow[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

const decoder = new TextDecoder();

async function matchesIn(
  index: ProjectIndex,
  plan: SearchPlan,
  { search, items, keys }: { search: string; items: readonly Uint8Array[]; keys: FoundItemPage["keys"] },
): Promise<Pick<FoundItemPage, "matches" | "didYouMean">> {
  const shown = items.map((bytes) => JSON.parse(decoder.decode(bytes)) as Item);
  const matches = await inTurns(
    TextMatches.of(plan, [...shown.flatMap(textsOf), ...Object.values(keys)], languagesOf(index)),
  );
  const found: FoundItemPage["matches"] = {};
  const typed = search.trim();
  const isIdPart = typed.length >= shortestIdPart;
  for (const item of shown) {
    const inText = (text: string) => {
      const ranges = matches.rangesIn(text);
      return ranges.length > 0 ? ranges : undefined;
    };
    const inList = (texts: readonly string[]) => {
      const some = texts.flatMap((text, number) => {
        const ranges = inText(text);
        return ranges ? [[String(number), ranges] as const] : [];
      });
      return some.length > 0 ? Object.fromEntries(some) : undefined;
    };
    const key = keys[item.id];
    found[item.id] = {
      key: key === undefined ? undefined : inText(key),
      id: isIdPart && item.id.startsWith(typed) ? [[0, typed.length]] : undefined,
      name: inText(item.name),
      simpleDescription: inText(item.simpleDescription),
      tags: inList(item.tags),
      badges: inList(item.badges),
      description: inList(item.description.map(({ value }) => value)),
    };
  }
  return { matches: found, didYouMean: matches.didYouMean };
}

const textsOf = ({ name, simpleDescription, tags, badges, description }: Item): string[] => [
  name,
  simpleDescription,
  ...tags,
  ...badges,
  ...description.map(({ value }) => value),
];

async function placesOf(
  reader: Reader,
  { tree }: ProjectIndex,
  rows: readonly ItemRow[],
): Promise<FoundItemPage["places"]> {
  const paths = new Map(
    rows.map((row) => [row.subcategory_id, tree.pathTo(row.subcategory_key, limits.foundPath)] as const),
  );
  const names = await nodeNames(reader, [...paths.values()]);
  return Object.fromEntries([...paths].map(([id, path]) => [id, path.flatMap((node) => names.get(node) ?? [])]));
}

async function facetsOf(
  reader: Reader,
  { tree }: ProjectIndex,
  { counts }: ItemsFound,
): Promise<FoundItemPage["facets"]> {
  const facets: Partial<Record<FacetName, { value: unknown; count: number }[]>> = {};
  for (const [facet, ofFacet] of counts) {
    if (facet !== "within") {
      facets[facet] = mostFrequent(ofFacet).map(([value, count]) => ({ value, count }));
      continue;
    }
    const below = new Map<number, number>();
    for (const [node, count] of ofFacet as Map<number, number>) {
      for (let at: number | undefined = node; at; at = tree.parents.get(at))
        below.set(at, (below.get(at) ?? 0) + count);
    }
    const most = mostFrequent(below);
    const names = await nodeNames(reader, [most.map(([node]) => node)]);
    facets.within = most.flatMap(([node, count]) => {
      const value = names.get(node)?.id;
      return value === undefined ? [] : { value, count };
    });
  }
  return facets as FoundItemPage["facets"];
}

const mostFrequent = <Value extends string | number | boolean>(counts: ReadonlyMap<Value, number>): [Value, number][] =>
  [...counts]
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
    .slice(0, limits.facetValues);

const refuse = (pointer: string) => (message: string) =>
  invalid("invalid_query", [{ pointer, code: "not_allowed", message }]);
