import type { FacetName, FoundItemPage, ItemFilterBody, ItemSearchQuery } from "../../contract/found-items.ts";
import type { Item } from "../../contract/items.ts";
import { defaultLanguage } from "../../contract/languages.ts";
import { limits } from "../../contract/limits.ts";
import type { Branches } from "../access/caller.ts";
import type { Db, Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import type { Languages } from "../http/language.ts";
import { invalid, type Problem } from "../http/problem.ts";
import { inTurns } from "../http/turns.ts";
import { itemKeyOf, plainKey } from "../items/item-key.ts";
import { type ItemRow, itemBytes } from "../items/items.rules.ts";
import { readItemsByKey, readItemWithKey } from "../items/items.sql.ts";
import { firstChangeSince } from "../log/follow.sql.ts";
import type { ItemFilter } from "./item-filter.ts";
import type { After, Sort } from "./item-order.ts";
import { type ItemSearch, type ItemsFound, searchItems } from "./item-search.ts";
import { nodeNames } from "./node-names.sql.ts";
import { languagesOf, type ProjectIndex } from "./project-index.ts";
import type { SearchPlan } from "./search-plan.ts";
import { TextMatches } from "./text-matches.ts";
import { visibleNode } from "./visible-node.sql.ts";

export type FoundItems = {
  body: Buffer;
  rows: readonly ItemRow[];
  shown: ReadonlySet<string>;
  nextCursor: string | null;
};

/** A page of the items of a project that match and that the caller sees. */
export async function foundItems(
  db: Db,
  index: ProjectIndex,
  projectKey: number,
  branches: Branches | undefined,
  query: ItemSearchQuery,
  languages: Languages,
): Promise<FoundItems> {
  const { search = "", limit = limits.defaultLimit, facets = [] } = query;
  const sort = query.sort ?? { by: search.trim() === "" ? "priority" : "relevance", descending: false };
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, sort, refuse("/cursor"));
  const page = cursor ? cursor.page + 1 : (query.page ?? limits.defaultPage);
  const { filter, byId } = await db.read(async (reader) => ({
    filter: await filterOf(reader, index, projectKey, branches, query, refuse("/within")),
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
      ...(found.plan ? await matchesIn(search, items, keys, found.plan, index) : { matches: {}, didYouMean: null }),
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
  search: string,
  items: readonly Uint8Array[],
  keys: FoundItemPage["keys"],
  plan: SearchPlan,
  index: ProjectIndex,
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

type Refuse = (message: string) => Problem;

const refuse =
  (pointer: string): Refuse =>
  (message) =>
    invalid("invalid_query", [{ pointer, code: "not_allowed", message }]);

type FilterQuery = Omit<ItemFilterBody, "projectId">;

/** `refuseBranch` makes the problem for a `within` that names nothing. */
export async function filterOf(
  reader: Reader,
  { tree }: ProjectIndex,
  projectKey: number,
  branches: Branches | undefined,
  query: FilterQuery,
  refuseBranch: Refuse,
): Promise<ItemFilter> {
  const { within, tags, badges, currency, changedSince } = query;
  const branch = within === undefined ? 0 : await visibleNode(reader, tree, projectKey, branches, within);
  if (branch === undefined) throw refuseBranch("is not the id of a category or subcategory of this project");
  const range = (min: number | undefined, max: number | undefined) => ({ min, max });
  return {
    within: within === undefined ? undefined : tree.within(branch),
    visible: query.visible,
    tags: tags?.length ? { values: tags, mode: query.tagsMode ?? "any" } : undefined,
    badges: badges?.length ? { values: badges, mode: query.badgesMode ?? "any" } : undefined,
    price: range(query.priceMin, query.priceMax),
    discount: range(query.discountMin, query.discountMax),
    quantity: range(query.quantityMin, query.quantityMax),
    currency: currency?.length ? currency : undefined,
    picture: query.picture,
    commented: query.commented,
    missing: query.missing,
    outdated: query.outdated,
    changedFrom:
      changedSince === undefined
        ? undefined
        : ((await firstChangeSince(reader, projectKey, Date.parse(changedSince))) ?? Number.POSITIVE_INFINITY),
    changedBy: query.changedBy,
  };
}

/** A shorter beginning of an id says too little. */
const shortestIdPart = 8;
const mostById = 100;

/**
 * The keys of things of which this text is the id, the beginning of one that was generated, or the external key; and
 * what it is of each.
 */
export async function keysById(reader: Reader, projectKey: number, text: string): Promise<Map<number, string>> {
  const id = text.trim();
  const keys = new Map<number, string>();
  if (id === "" || id.length > limits.idLength || !id.isWellFormed() || id.includes("\0")) return keys;
  for (const table of ["categories", "subcategories", "items"]) {
    const row = await reader.get<{ key: number; id: string }>(
      composed(`select key, id from ${table} where id = ?`, [table === "subcategories" ? id.normalize("NFC") : id]),
    );
    if (row) keys.set(row.key, row.id);
  }
  const externalKey = itemKeyOf(text);
  const item = externalKey === undefined ? undefined : await readItemWithKey(reader, projectKey, externalKey);
  if (item && !keys.has(item.key)) keys.set(item.key, externalKey as string);
  if (id.length < shortestIdPart || !/^[a-z0-9]+$/.test(id) || !/\d/.test(id)) return keys;
  const rows = await reader.all<{ key: number; id: string }>(
    composed(`select key, id from items where id >= ? order by id limit ${mostById}`, [id]),
  );
  for (const row of rows) if (row.id.startsWith(id)) keys.set(row.key, row.id);
  return keys;
}

const sortName = ({ by, descending }: Sort): string => `${descending ? "-" : ""}${by}`;

/** Keys of names are bytes, which JSON would write as six characters each. */
export function encodeCursor(sort: Sort, { at, key }: After, page: number): string {
  const position = typeof at === "string" ? Buffer.from(at, "latin1").toString("base64url") : at;
  return Buffer.from(JSON.stringify([sortName(sort), position, key, page])).toString("base64url");
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

export function decodeCursor(text: string, sort: Sort, refuse: Refuse): After & { page: number } {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    throw refuse("is not a cursor from this service");
  }
  const [sorted, position, key, page] = Array.isArray(parts) ? parts : [];
  const isPosition = sort.by === "name" ? typeof position === "string" : Number.isFinite(position);
  if (typeof sorted === "string" && sorted !== sortName(sort)) throw refuse("is a cursor of another sort");
  if (typeof sorted !== "string" || !isPosition || !isCount(key) || !isCount(page)) {
    throw refuse("is not a cursor from this service");
  }
  const at = typeof position === "string" ? Buffer.from(position, "base64url").toString("latin1") : position;
  return { at, key, page };
}
