import type { translationStates } from "../../contract/constants.ts";
import { limits } from "../../contract/limits.ts";
import type {
  BranchProgress,
  TranslationEntry,
  TranslationPage,
  TranslationProgress,
} from "../../contract/overview.ts";
import type { Branches } from "../access/caller.ts";
import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import { cursorNumber, formatCursor } from "../history/history.sql.ts";
import type { Details } from "../items/items.rules.ts";
import { staleTexts, type TranslatedField, translatedFields } from "../log/stale-translations.ts";
import type { Translations } from "../log/translations.ts";
import { type NodeName, nodeNames } from "./node-names.sql.ts";
import { isWithin, progressOf } from "./progress.ts";
import type { ProjectOverview } from "./project-overview.ts";
import { Best } from "./ranking.ts";
import type { TextState } from "./text-states.ts";

export async function translationProgress(
  reader: Reader,
  overview: ProjectOverview,
  branches: Branches | undefined,
  branch: number,
): Promise<TranslationProgress> {
  const { whole, below } = progressOf(overview, branches, branch);
  const kind = branch === 0 ? "category" : "subcategory";
  const shown: BranchProgress[] = [];
  for (const { key, id, name } of await inTreeOrder(reader, kind, [...below.keys()])) {
    const progress = below.get(key);
    if (progress) shown.push({ kind, id, name, ...progress });
  }
  const path = overview.pathTo(branch, limits.foundPath);
  const nodes = await nodeNames(reader, [path]);
  return { ...whole, path: path.flatMap((node) => nodes.get(node) ?? []), branches: shown };
}

type OrderedNode = NodeName & { key: number; priority: number };

async function inTreeOrder(reader: Reader, kind: "category" | "subcategory", keys: readonly number[]) {
  const nodes: OrderedNode[] = [];
  const table = kind === "category" ? "categories" : "subcategories";
  for (let from = 0; from < keys.length; from += 1_000) {
    const some = keys.slice(from, from + 1_000);
    const query = composed(`select key, id, name, priority from ${table} where key in (?)`, [some]);
    nodes.push(...(await reader.all<OrderedNode>(query)));
  }
  return nodes.sort((one, other) => one.priority - other.priority || one.key - other.key);
}

export type TranslationsRequest = {
  language: string;
  state: (typeof translationStates)[number];
  branch: number;
  cursor: string | undefined;
  limit: number;
};

/** Sorts items after all nodes: keys are integers far below this. */
const afterNodes = 2 ** 50;

/** One page of the things that the caller sees and whose texts are in the requested state. */
export async function translationPage(
  reader: Reader,
  overview: ProjectOverview,
  branches: Branches | undefined,
  { language, state, branch, cursor, limit }: TranslationsRequest,
): Promise<TranslationPage> {
  const { entries } = overview;
  const after = cursor === undefined ? 0 : cursorNumber(cursor);
  const sees = overview.sees(branches);
  const within = branch === 0 ? () => true : isWithin(overview, branch);
  const known = new Map<number, boolean>();
  const wanted = (number: number) => {
    let answer = known.get(number);
    if (answer === undefined) {
      answer = isIn(entries.texts.state(number), language, state);
      known.set(number, answer);
    }
    return answer;
  };
  const best = new Best<number>(limit);
  let total = 0;
  let left = 0;
  await entries.inState(wanted, (key, node) => {
    if (!sees(node) || !within(node)) return;
    total++;
    const score = overview.isNode(key) ? key : key + afterNodes;
    if (score <= after) return;
    left++;
    best.offer(score, () => score);
  });
  const scores = best.inOrder();
  const keys = scores.map((score) => (score > afterNodes ? score - afterNodes : score));
  return {
    entries: await entriesOf(reader, overview, keys, language),
    total,
    nextCursor: left > scores.length ? formatCursor(scores.at(-1) ?? 0) : null,
  };
}

function isIn({ originals, languages }: TextState, language: string, state: TranslationsRequest["state"]): boolean {
  const { translated, stale } = languages.get(language) ?? { translated: 0, stale: 0 };
  const missing = originals & ~translated;
  switch (state) {
    case "all":
      return originals !== 0;
    case "missing":
      return missing !== 0;
    case "stale":
      return stale !== 0;
    case "todo":
      return missing !== 0 || stale !== 0;
  }
}

type Texts = Partial<Record<TranslatedField, unknown>>;
type Thing = Pick<TranslationEntry, "kind" | "id"> & {
  parent: number;
  texts: Texts;
  translations: Translations;
  stale: string;
};
type NodeRow = { key: number; id: string; name: string; translations: string; stale: string; parent: number };
type ItemRow = { key: number; id: string; name: string; details: Uint8Array; stale: string; parent: number };

const decoder = new TextDecoder();

async function thingsOf(
  reader: Reader,
  overview: ProjectOverview,
  keys: readonly number[],
): Promise<Map<number, Thing>> {
  const things = new Map<number, Thing>();
  const nodes = keys.filter((key) => overview.isNode(key));
  const items = keys.filter((key) => !overview.isNode(key));
  const read = <Row>(selection: string, wanted: number[]): Promise<Row[]> =>
    wanted.length === 0 ? Promise.resolve([]) : reader.all<Row>(composed(`${selection} where key in (?)`, [wanted]));
  const ofNode = (kind: "category" | "subcategory", row: NodeRow): Thing => ({
    kind,
    id: row.id,
    parent: row.parent,
    texts: { name: row.name },
    translations: JSON.parse(row.translations),
    stale: row.stale,
  });
  const categories = "select key, id, name, translations, stale, 0 as parent from categories";
  for (const row of await read<NodeRow>(categories, nodes)) things.set(row.key, ofNode("category", row));
  const subcategories =
    "select key, id, name, translations, stale, coalesce(parent_key, category_key) as parent from subcategories";
  for (const row of await read<NodeRow>(subcategories, nodes)) things.set(row.key, ofNode("subcategory", row));
  const ofItems = "select key, id, name, details, stale, subcategory_key as parent from items";
  for (const row of await read<ItemRow>(ofItems, items)) {
    const { simpleDescription, description, translations } = JSON.parse(decoder.decode(row.details)) as Details;
    const texts = { name: row.name, simpleDescription, description };
    things.set(row.key, { kind: "item", id: row.id, parent: row.parent, texts, translations, stale: row.stale });
  }
  return things;
}

async function entriesOf(
  reader: Reader,
  overview: ProjectOverview,
  keys: readonly number[],
  language: string,
): Promise<TranslationEntry[]> {
  const things = await thingsOf(reader, overview, keys);
  const paths = new Map([...things].map(([key, { parent }]) => [key, overview.pathTo(parent, limits.foundPath)]));
  const nodes = await nodeNames(reader, [...paths.values()]);
  return keys.flatMap((key) => {
    const thing = things.get(key);
    if (!thing) return [];
    const path = (paths.get(key) ?? []).flatMap((node) => nodes.get(node) ?? []);
    return { kind: thing.kind, id: thing.id, path, ...textsOf(thing, language) };
  });
}

const isEmpty = (text: unknown) => text === undefined || text === null || (text as string | unknown[]).length === 0;

function textsOf({ texts, translations, stale }: Thing, language: string) {
  const left = staleTexts(stale).filter((text) => text.language === language);
  const shown: Record<string, unknown> = {};
  for (const field of translatedFields) {
    const original = texts[field];
    if (isEmpty(original)) continue;
    const translation = translations[language]?.[field];
    const old = left.find((text) => text.field === field);
    shown[field] = isEmpty(translation)
      ? { original, translation: null, state: "missing", translatedFrom: null }
      : {
          original,
          translation,
          state: old ? "stale" : "current",
          translatedFrom: old?.translatedFrom ?? null,
        };
  }
  return shown as Pick<TranslationEntry, TranslatedField>;
}
