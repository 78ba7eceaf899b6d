import type { translationStates } from "../../contract/constants.ts";
import { limits } from "../../contract/limits.ts";
import type { BranchProgress, TranslationEntry, TranslationPage, TranslationProgress } from "../../contract/search.ts";
import type { Db, Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import { cursorNumber, formatCursor } from "../history/history.sql.ts";
import { inTurns } from "../http/turns.ts";
import type { Details } from "../items/items.rules.ts";
import { type TranslatedField, translatedFields, translatedTexts } from "../log/stale-translations.ts";
import type { Translations } from "../log/translations.ts";
import { type Candidate, Selection } from "../search/index/best-few.ts";
import { entriesPerStep } from "../search/index/entries-per-step.ts";
import type { NodeTree } from "../search/index/node-tree.ts";
import { isMissing, isStale, parseTextState, type TextState } from "../search/index/text-states.ts";
import { type NodeName, nodeNames } from "../search/node-names.sql.ts";
import type { Asked } from "../search/questions.ts";
import { progressOf } from "./progress.ts";

export async function translationProgress(
  db: Db,
  { index, branches }: Asked,
  branch: number,
): Promise<TranslationProgress> {
  const { whole, below } = await inTurns(progressOf(index, branches, branch));
  return db.read(async (reader) => {
    const kind = branch === 0 ? "category" : "subcategory";
    const shown: BranchProgress[] = [];
    for (const { key, id, name } of await inTreeOrder(reader, kind, [...below.keys()])) {
      const progress = below.get(key);
      if (progress) shown.push({ kind, id, name, ...progress });
    }
    const path = index.tree.pathTo(branch, limits.foundPath);
    const nodes = await nodeNames(reader, [path]);
    return { ...whole, path: path.flatMap((node) => nodes.get(node) ?? []), branches: shown };
  });
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

type TranslationsRequest = {
  language: string;
  state: (typeof translationStates)[number];
  branch: number;
  cursor: string | undefined;
  limit: number;
};

/** Sorts items after all nodes: keys are integers far below this. */
const afterNodes = 2 ** 50;

/** One page of the categories, subcategories and items that the caller sees, with texts in the requested state. */
export async function translationPage(db: Db, asked: Asked, request: TranslationsRequest): Promise<TranslationPage> {
  const { scores, total, left } = await inTurns(inState(asked, request));
  const keys = scores.map((score) => (score > afterNodes ? score - afterNodes : score));
  return {
    entries: await db.read((reader) => entriesOf(reader, asked.index.tree, keys, request.language)),
    total,
    nextCursor: left > scores.length ? formatCursor(scores.at(-1) ?? 0) : null,
  };
}

function* inState(
  { index: { segments, tree }, branches }: Asked,
  { language, state, branch, cursor, limit }: TranslationsRequest,
): Generator<void, { scores: number[]; total: number; left: number }> {
  const after = cursor === undefined ? 0 : cursorNumber(cursor);
  const sees = tree.sees(branches);
  const within = tree.within(branch);
  const byScore = (one: Candidate, other: Candidate) => one.score - other.score;
  const selection = new Selection(byScore, 0, limit);
  let total = 0;
  let left = 0;
  for (const [number, segment] of segments.entries()) {
    const { keys, places, textState } = segment.contents.columns;
    const isWanted = textState.values.map((text) => isIn(parseTextState(text), language, state));
    const isShown = places.values.map((node) => sees(node) && within(node));
    const lookFrom = (from: number) => {
      for (let entry = from; entry < Math.min(from + entriesPerStep, segment.size); entry++) {
        const place = places.numbers.values[entry] as number;
        if (!isWanted[textState.numbers.values[entry] as number] || !isShown[place] || !segment.isLive(entry)) continue;
        total++;
        const key = keys.values[entry] as number;
        const score = places.values[place] === key ? key : key + afterNodes;
        if (score <= after) continue;
        left++;
        selection.offer(entry, score);
      }
    };
    for (let from = 0; from < segment.size; from += entriesPerStep) {
      lookFrom(from);
      yield;
    }
    selection.endSegment(number);
  }
  const chosen = yield* selection.finish();
  return { scores: chosen.map(({ score }) => score), total, left };
}

function isIn(state: TextState, language: string, wanted: TranslationsRequest["state"]): boolean {
  switch (wanted) {
    case "all":
      return state.originals !== 0;
    case "missing":
      return isMissing(state, language);
    case "stale":
      return isStale(state, language);
    case "todo":
      return isMissing(state, language) || isStale(state, language);
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

async function thingsOf(reader: Reader, tree: NodeTree, keys: readonly number[]): Promise<Map<number, Thing>> {
  const things = new Map<number, Thing>();
  const nodes = keys.filter((key) => tree.has(key));
  const items = keys.filter((key) => !tree.has(key));
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
  tree: NodeTree,
  keys: readonly number[],
  language: string,
): Promise<TranslationEntry[]> {
  const things = await thingsOf(reader, tree, keys);
  const paths = new Map([...things].map(([key, { parent }]) => [key, tree.pathTo(parent, limits.foundPath)]));
  const nodes = await nodeNames(reader, [...paths.values()]);
  return keys.flatMap((key) => {
    const thing = things.get(key);
    if (!thing) return [];
    const path = (paths.get(key) ?? []).flatMap((node) => nodes.get(node) ?? []);
    return { kind: thing.kind, id: thing.id, path, ...textsOf(thing, language) };
  });
}

const isEmpty = (text: unknown) => text === undefined || text === null || (text as string | unknown[]).length === 0;

const untranslated = { state: "missing", translatedFrom: null };

function textsOf({ texts, translations, stale }: Thing, language: string) {
  const known = translatedTexts(texts, translations, stale).filter((text) => text.language === language);
  const shown: Record<string, unknown> = {};
  for (const field of translatedFields) {
    const original = texts[field];
    if (isEmpty(original)) continue;
    const { state, translatedFrom } = known.find((text) => text.field === field) ?? untranslated;
    const translation = state === "missing" ? null : translations[language]?.[field];
    shown[field] = { original, translation, state, translatedFrom };
  }
  return shown as Pick<TranslationEntry, TranslatedField>;
}
