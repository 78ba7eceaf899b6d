import { defaultLanguage } from "../../contract/languages.ts";
import { limits } from "../../contract/limits.ts";
import type { FindResult, Found } from "../../contract/search.ts";
import type { Db, Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import { type Languages, shownTranslation } from "../http/language.ts";
import { inTurns } from "../http/turns.ts";
import type { Details } from "../items/items.rules.ts";
import { searchItems } from "./index/item-search.ts";
import type { NodeTree } from "./index/node-tree.ts";
import { languagesOf, type ProjectIndex } from "./index/project-index.ts";
import type { SearchPlan } from "./index/search-plan.ts";
import { TextMatches } from "./index/text-matches.ts";
import { keysById } from "./item-filter.sql.ts";
import { nodeNames } from "./node-names.sql.ts";
import type { Asked } from "./questions.ts";

type Names = Record<string, { name?: string }>;
type Thing = Omit<Found, "match" | "language" | "matches" | "path"> & { key: number; parent: number; names: Names };

/** The best matches in everything of a project that the caller sees: categories, subcategories and items. */
export async function find(
  db: Db,
  { index, projectKey, branches }: Asked,
  { query, limit, languages }: { query: string; limit: number; languages: Languages },
): Promise<{ found: FindResult; shown: Set<string> }> {
  const { tree } = index;
  const seesIn = tree.sees(branches);
  const byId = await db.read((reader) => keysById(reader, projectKey, query));
  const { keys, total, plan } = await inTurns(
    searchItems(index, {
      search: query,
      withNodes: true,
      byId: new Set(byId.keys()),
      filter: {},
      sees: branches && ((node) => seesIn(node) || branches.path.has(node)),
      sort: { by: "relevance", descending: false },
      language: defaultLanguage,
      facets: [],
      offset: 0,
      after: undefined,
      limit,
    }),
  );
  return db.read(async (reader) => {
    const things = await thingsByKey(reader, tree, keys);
    const paths = things.map(({ parent }) => tree.pathTo(parent, limits.foundPath));
    const shown = new Set<string>();
    const nodes = await nodeNames(reader, paths, languages, shown);
    const matches = await matchesIn(things, plan as SearchPlan, index);
    const results = things.map(({ key, parent: _, names, ...thing }, number) => ({
      ...thing,
      name: shownTranslation(names, languages, "name", shown) ?? thing.name,
      ...matchOf(thing.name, names, matches, named(byId.get(key), query)),
      path: (paths[number] as number[]).flatMap((node) => nodes.get(node) ?? []),
    }));
    return { found: { results, total, didYouMean: matches.didYouMean }, shown };
  });
}

const named = (text: string | undefined, query: string) =>
  text === undefined ? undefined : { text, length: query.trim().length };

const namesOf = ({ name, names }: Pick<Thing, "name" | "names">): string[] => [
  name,
  ...Object.values(names).flatMap((translated) => translated.name ?? []),
];

const matchesIn = (things: readonly Thing[], plan: SearchPlan, index: ProjectIndex): Promise<TextMatches> =>
  inTurns(TextMatches.of(plan, things.flatMap(namesOf), languagesOf(index)));

/** The name to show as the match: the default name if no translation matches better. */
function matchOf(
  name: string,
  names: Names,
  matches: TextMatches,
  byId: { text: string; length: number } | undefined,
): Pick<Found, "match" | "language" | "matches"> {
  if (byId) return { match: byId.text, language: null, matches: [[0, byId.length]] };
  let best: { match: string; language: string | null } = { match: name, language: null };
  let bestCost = matches.costOf(name);
  for (const [language, { name: translated }] of Object.entries(names)) {
    const cost = translated === undefined ? bestCost : matches.costOf(translated);
    if (translated === undefined || cost >= bestCost) continue;
    best = { match: translated, language };
    bestCost = cost;
  }
  return { ...best, matches: matches.rangesIn(best.match) };
}

type NodeRow = {
  key: number;
  id: string;
  name: string;
  visible: number;
  img: string;
  translations: string;
  parent: number;
};
type ItemRow = {
  key: number;
  id: string;
  name: string;
  visible: number;
  imgs: string;
  price: number;
  discount: number;
  currency: string;
  details: Uint8Array;
  parent: number;
};

const decoder = new TextDecoder();

const nodeThing = (kind: "category" | "subcategory", row: NodeRow): Thing => ({
  kind,
  key: row.key,
  id: row.id,
  name: row.name,
  visible: row.visible === 1,
  img: row.img,
  price: null,
  parent: row.parent,
  names: JSON.parse(row.translations),
});

const itemThing = (row: ItemRow): Thing => ({
  kind: "item",
  key: row.key,
  id: row.id,
  name: row.name,
  visible: row.visible === 1,
  img: (JSON.parse(row.imgs) as string[]).find((img) => img !== "") ?? "",
  price: { price: row.price, discount: row.discount, currency: row.currency },
  parent: row.parent,
  names: (JSON.parse(decoder.decode(row.details)) as Details).translations as Names,
});

/** The things in the order of `keys`, without those that were deleted since the search. */
async function thingsByKey(reader: Reader, tree: NodeTree, keys: readonly number[]): Promise<Thing[]> {
  const things = new Map<number, Thing>();
  const nodes = keys.filter((key) => tree.has(key));
  const items = keys.filter((key) => !tree.has(key));
  const read = <Row>(query: string, wanted: readonly number[]): Promise<Row[]> =>
    wanted.length === 0 ? Promise.resolve([]) : reader.all<Row>(composed(`${query} where key in (?)`, [wanted]));
  const nodeColumns = "key, id, name, visible, img, translations";
  for (const row of await read<NodeRow>(`select ${nodeColumns}, 0 as parent from categories`, nodes)) {
    things.set(row.key, nodeThing("category", row));
  }
  const subcategories = `select ${nodeColumns}, coalesce(parent_key, category_key) as parent from subcategories`;
  for (const row of await read<NodeRow>(subcategories, nodes)) things.set(row.key, nodeThing("subcategory", row));
  const itemColumns = "key, id, name, visible, imgs, price, discount, currency, details, subcategory_key as parent";
  for (const row of await read<ItemRow>(`select ${itemColumns} from items`, items)) things.set(row.key, itemThing(row));
  return keys.flatMap((key) => things.get(key) ?? []);
}
