import { limits } from "../../contract/limits.ts";
import type { FindResult, Found } from "../../contract/overview.ts";
import type { Branches } from "../access/caller.ts";
import type { Reader } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { fold } from "../items/fold.ts";
import type { Details } from "../items/items.rules.ts";
import { nodeNames } from "./node-names.sql.ts";
import type { ProjectOverview } from "./project-overview.ts";
import { Best, rankOf, ranks } from "./ranking.ts";

type Thing = Omit<Found, "match" | "language" | "path"> & { key: number; parent: number; names: Names };
type Names = Record<string, { name?: string }>;

/** Longer names count as equally long. */
const longest = 1_000;

/**
 * The best matches by name in everything of a project that the caller sees, and the things with this exact id. Every
 * name is compared, and the total counts all matches.
 */
export async function find(
  reader: Reader,
  overview: ProjectOverview,
  projectKey: number,
  branches: Branches | undefined,
  query: string,
  limit: number,
): Promise<FindResult> {
  const text = query.trim();
  const needle = fold(text).trim();
  const words = needle.split(/ +/);
  const longestWord = words.reduce((one, other) => (other.length > one.length ? other : one));
  const seesIn = overview.sees(branches);
  const sees = (key: number, parent: number) => seesIn(parent) || seesIn(key) || branches?.path.has(key) === true;
  const best = new Best<number>(limit);
  const matched = new Set<number>();
  let total = 0;
  const byId = (await thingsById(reader, projectKey, text)).filter(({ key, parent }) => sees(key, parent));
  for (const { key } of byId) {
    matched.add(key);
    best.offer(-1, () => key);
    total++;
  }
  await overview.entries.search(longestWord, (key, parent, names) => {
    if (matched.has(key) || !sees(key, parent)) return;
    const score = scoreOf(names, needle, words, overview.isNode(key));
    if (score === undefined) return;
    total++;
    best.offer(score, () => key);
  });
  const things = await thingsByKey(reader, overview, best.inOrder());
  const nodes = await nodeNames(
    reader,
    things.map(({ parent }) => overview.pathTo(parent, limits.foundPath)),
  );
  return {
    results: things.map(({ key, parent, names, kind, id, name }) => ({
      kind,
      id,
      name,
      ...matchOf(name, names, needle, words, byId.some((one) => one.key === key) ? id : undefined),
      path: overview.pathTo(parent, limits.foundPath).flatMap((node) => nodes.get(node) ?? []),
    })),
    total,
  };
}

/** Orders by rank, then nodes before items, then the shorter name. */
function scoreOf(names: string, needle: string, words: readonly string[], isNode: boolean): number | undefined {
  let best: number | undefined;
  for (const name of names.split("\n")) {
    const rank = rankOf(name, needle, words);
    if (rank === undefined) continue;
    const score = (rank * 2 + (isNode ? 0 : 1)) * longest + Math.min(name.length, longest - 1);
    if (best === undefined || score < best) best = score;
  }
  return best;
}

/** The name to show as the match: the default name if no translation matches better. */
function matchOf(
  name: string,
  names: Names,
  needle: string,
  words: readonly string[],
  id: string | undefined,
): Pick<Found, "match" | "language"> {
  let best: Pick<Found, "match" | "language"> = { match: id ?? name, language: null };
  let bestRank = rankOf(fold(name), needle, words) ?? (id === undefined ? ranks.allWords + 1 : ranks.exact);
  if (bestRank <= ranks.allWords && id === undefined) best = { match: name, language: null };
  for (const [language, { name: translated }] of Object.entries(names)) {
    const rank = translated === undefined ? undefined : rankOf(fold(translated), needle, words);
    if (translated === undefined || rank === undefined || rank >= bestRank) continue;
    best = { match: translated, language };
    bestRank = rank;
  }
  return best;
}

type NodeRow = { key: number; id: string; name: string; translations: string; parent: number };
type ItemRow = { key: number; id: string; name: string; details: Uint8Array; parent: number };

const decoder = new TextDecoder();

const nodeThing = (kind: "category" | "subcategory", row: NodeRow): Thing => ({
  kind,
  key: row.key,
  id: row.id,
  name: row.name,
  parent: row.parent,
  names: JSON.parse(row.translations),
});

const itemThing = (row: ItemRow): Thing => ({
  kind: "item",
  key: row.key,
  id: row.id,
  name: row.name,
  parent: row.parent,
  names: (JSON.parse(decoder.decode(row.details)) as Details).translations as Names,
});

async function thingsById(reader: Reader, projectKey: number, id: string): Promise<Thing[]> {
  const categories = await reader.all<NodeRow>(
    sql`select key, id, name, translations, 0 as parent from categories where id = ${id} and project_key = ${projectKey}`,
  );
  const subcategories = await reader.all<NodeRow>(
    sql`select s.key, s.id, s.name, s.translations, coalesce(s.parent_key, s.category_key) as parent
      from subcategories s join categories c on c.key = s.category_key
      where s.id = ${id.normalize("NFC")} and c.project_key = ${projectKey}`,
  );
  const items = await reader.all<ItemRow>(
    sql`select i.key, i.id, i.name, i.details, i.subcategory_key as parent
      from items i join subcategories s on s.key = i.subcategory_key join categories c on c.key = s.category_key
      where i.id = ${id} and c.project_key = ${projectKey}`,
  );
  return [
    ...categories.map((row) => nodeThing("category", row)),
    ...subcategories.map((row) => nodeThing("subcategory", row)),
    ...items.map(itemThing),
  ];
}

/** The things in the order of `keys`, without those that were deleted since the search. */
async function thingsByKey(reader: Reader, overview: ProjectOverview, keys: readonly number[]): Promise<Thing[]> {
  const things = new Map<number, Thing>();
  const nodes = keys.filter((key) => overview.isNode(key));
  const items = keys.filter((key) => !overview.isNode(key));
  if (nodes.length > 0) {
    const categories = composed(`select key, id, name, translations, 0 as parent from categories where key in (?)`, [
      nodes,
    ]);
    for (const row of await reader.all<NodeRow>(categories)) things.set(row.key, nodeThing("category", row));
    const subcategories = composed(
      `select key, id, name, translations, coalesce(parent_key, category_key) as parent from subcategories
        where key in (?)`,
      [nodes],
    );
    for (const row of await reader.all<NodeRow>(subcategories)) things.set(row.key, nodeThing("subcategory", row));
  }
  if (items.length > 0) {
    const query = composed(`select key, id, name, details, subcategory_key as parent from items where key in (?)`, [
      items,
    ]);
    for (const row of await reader.all<ItemRow>(query)) things.set(row.key, itemThing(row));
  }
  return keys.flatMap((key) => things.get(key) ?? []);
}
