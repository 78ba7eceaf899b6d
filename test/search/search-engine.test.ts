import { expect } from "bun:test";
import type { FacetName } from "../../contract/found-items.ts";
import type { Entry } from "../../server/search/index/entry.ts";
import type { ItemFilter } from "../../server/search/index/item-filter.ts";
import type { Sort } from "../../server/search/index/item-order.ts";
import { type ItemSearch, searchItems } from "../../server/search/index/item-search.ts";
import { onOtherKeyboard } from "../../server/search/index/keyboard.ts";
import { merged } from "../../server/search/index/merge.ts";
import { NodeTree } from "../../server/search/index/node-tree.ts";
import { numberAt } from "../../server/search/index/number-words.ts";
import { changed, languagesOf, type ProjectIndex, replaced, toMerge } from "../../server/search/index/project-index.ts";
import { soundOf } from "../../server/search/index/scripts.ts";
import type { Random } from "../support/random.ts";
import { rounds } from "../support/rounds.ts";
import { runSteps } from "../support/run-steps.ts";
import { randomTest } from "../test-seed.ts";
import { PlainSearch } from "./plain-search.ts";

const words = {
  en: "phone phones headphones phonebook case kettle boiling boiled lamp table wireless wi-fi o'neill tablet color".split(
    " ",
  ),
  ru: "телефон телефоны телефонный чайник чайники лампа лампы стол ёлка красная беспроводной наушники".split(" "),
  de: "Lampe Lampen Kopfhörer Größe Straße Tisch drahtlos Telefon".split(" "),
};
const numbers = ["15", "16GB", "K5", "1984", "A-1"];
const parents = new Map([
  [1, 0],
  [2, 0],
  [11, 1],
  [12, 1],
  [21, 2],
]);
const nodes = [...parents.keys()];
const leaves = [11, 12, 21];

const some = <Value>(random: Random, values: readonly Value[]): Value => random.of(values) as Value;
const list = <Value>(random: Random, most: number, make: () => Value): Value[] =>
  Array.from({ length: random.below(most + 1) }, make);

const textIn = (random: Random, language: keyof typeof words, most: number): string =>
  [some(random, words[language]), ...list(random, most - 1, () => some(random, [...words[language], ...numbers]))].join(
    some(random, [" ", " ", "-", ", "]),
  );

function randomEntry(random: Random, key: number, version: number): Entry {
  const isNode = key <= 21;
  return {
    kind: isNode ? (key < 10 ? "category" : "subcategory") : "item",
    key,
    place: isNode ? key : some(random, leaves),
    version,
    actor: some(random, ["ann", "ben", ""]),
    name: textIn(random, "en", 3),
    names: {
      ...(random.below(2) && { ru: textIn(random, "ru", 3) }),
      ...(random.below(3) === 0 && { de: textIn(random, "de", 2) }),
    },
    texts: list(random, 2, () => textIn(random, some(random, ["en", "ru", "de"] as const), 4)),
    tags: isNode ? [] : list(random, 2, () => some(random, ["sale", "new", "red lamp"])),
    badges: isNode ? [] : list(random, 1, () => some(random, ["hot", "top"])),
    visible: random.below(4) > 0,
    hasPicture: random.below(2) === 0,
    hasComments: random.below(4) === 0,
    priority: some(random, [-1, 0, 0, 2.5]),
    price: random.below(400) / 4,
    discount: 10 * random.below(3),
    quantity: random.below(4),
    currency: some(random, ["USD", "EUR"]),
    textState: some(random, ["1", "3 ru:1:0", "1 ru:1:1", "7 de:7:2 ru:3:0"]),
  };
}

/** An index that grew in small changes with merges in between, what is in it, and whatever its segments still hold. */
function grownIndex(random: Random): { index: ProjectIndex; entries: Entry[]; plain: PlainSearch } {
  const live = new Map<number, Entry>();
  const byVersion = new Map<number, Entry>();
  let version = 0;
  const made = (key: number): Entry => {
    const entry = randomEntry(random, key, ++version);
    byVersion.set(version, entry);
    return entry;
  };
  let index: ProjectIndex = { tree: new NodeTree(parents), segments: [] };
  const apply = (entries: Map<number, Entry>, gone: Set<number>) => {
    const parts = random.below(2) === 0 ? toMerge(index.segments) : undefined;
    const whole = parts && runSteps(merged(parts));
    index = runSteps(changed(index, { entries, parents: new Map(), gone }));
    if (parts && whole) index = { ...index, segments: replaced(index.segments, parts, whole) };
    for (const [key, entry] of entries) live.set(key, entry);
    for (const key of gone) live.delete(key);
  };
  // The languages of a project are known from its first entries on: a form is one in all of its languages.
  const first = new Map(nodes.map((key) => [key, { ...made(key), names: { ru: "лампа", de: "Lampe" } }]));
  for (const entry of first.values()) byVersion.set(entry.version, entry);
  apply(first, new Set());
  for (let change = 0; change < 25; change++) {
    const entries = new Map<number, Entry>();
    const gone = new Set<number>();
    for (let at = random.below(12); at >= 0; at--) {
      const key = 100 + random.below(120);
      if (random.below(5) === 0) gone.add(key);
      else entries.set(key, made(key));
    }
    for (const key of gone) entries.delete(key);
    apply(entries, gone);
  }
  const held = index.segments.flatMap(({ contents, size }) =>
    Array.from({ length: size }, (_, at) => byVersion.get(numberAt(contents.columns.versions, at)) as Entry),
  );
  const entries = [...live.values()];
  return { index, entries, plain: new PlainSearch(entries, held, languagesOf(index)) };
}

/** A word as people type it: cut, with typing errors, in another script, on the wrong keyboard. */
function typed(random: Random, word: string): string {
  const at = random.below(word.length);
  const letter = some(random, [..."eоtя"]);
  return some(random, [
    () => word,
    () => word,
    () => word.slice(0, 2 + random.below(word.length)),
    () => word.toUpperCase(),
    () => word.slice(0, at + 1),
    () => word.slice(at),
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + letter + word.slice(at),
    () => word.slice(0, at) + letter + word.slice(at + 1),
    () => word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2),
    () => onOtherKeyboard(word) ?? word,
    () => soundOf(word.toLowerCase()),
  ])();
}

const modes = ["any", "all", "none"] as const;
const aFilter: ((random: Random) => Partial<ItemFilter>)[] = [
  (random) => ({ within: new NodeTree(parents).within(some(random, nodes)) }),
  (random) => ({ visible: random.below(2) === 0 }),
  (random) => ({ tags: { values: ["sale", "new"].slice(random.below(2)), mode: some(random, modes) } }),
  (random) => ({ badges: { values: ["hot", "unknown"].slice(random.below(2)), mode: some(random, modes) } }),
  (random) => ({ price: { min: random.below(50), max: 50 + random.below(60) } }),
  (random) => ({ discount: { min: 10 * random.below(3) } }),
  (random) => ({ quantity: { max: random.below(3) } }),
  (random) => ({ currency: some(random, [["USD"], ["EUR", "USD"], ["CHF"]]) }),
  (random) => ({ picture: random.below(2) === 0 }),
  (random) => ({ commented: random.below(2) === 0 }),
  (random) => ({ missing: some(random, ["ru", "de", "fr"]) }),
  (random) => ({ outdated: some(random, ["ru", "de"]) }),
  (random) => ({ changedFrom: random.below(150) }),
  (random) => ({ changedBy: some(random, ["ann", ""]) }),
];
const sorts: Sort["by"][] = [
  "relevance",
  "relevance",
  "name",
  "price",
  "pays",
  "discount",
  "quantity",
  "changed",
  "priority",
];
const facets: FacetName[] = ["tags", "badges", "currency", "within", "visible"];

/** Some words of an entry, so that a search of several finds something, or of any entries. */
function typedWords(random: Random, { name, names, texts, tags }: Entry): string {
  const own = [name, ...Object.values(names), ...texts, ...tags].join(" ").split(" ");
  const all = random.below(4) === 0 ? [...words.en, ...words.ru, ...words.de, ...numbers, "zzyzx"] : own;
  return [some(random, all), ...list(random, 2, () => some(random, all))].map((word) => typed(random, word)).join(" ");
}

function randomSearch(random: Random, entries: readonly Entry[]): ItemSearch {
  const seen = some(random, [undefined, undefined, new Set([11, 12]), new Set([21])]);
  return {
    search: some(random, ["", "--", ...Array(8).fill(typedWords(random, some(random, entries)))]),
    withNodes: random.below(3) === 0,
    byId: new Set(list(random, 2, () => 100 + random.below(120))),
    filter: Object.assign({}, ...list(random, 2, () => some(random, aFilter)(random))),
    sees: seen && ((node) => seen.has(node)),
    sort: { by: some(random, sorts), descending: random.below(3) === 0 },
    language: some(random, ["en", "ru", "de"]),
    facets: random.shuffled(facets).slice(random.below(6)),
    offset: some(random, [0, 0, 3]),
    after: undefined,
    limit: some(random, [5, 1_000]),
  };
}

const patienceMs = 120_000;

randomTest(
  "any search finds, sorts and counts what plain loops over all entries do",
  async (random) => {
    for (let round = rounds(2, 60); round > 0; round--) {
      const { index, entries, plain } = grownIndex(random);
      for (let at = 0; at < 80; at++) {
        const search = randomSearch(random, entries);
        const { keys, total, hasMore, counts } = runSteps(searchItems(index, search));
        expect({ search, keys, total, hasMore, counts }).toEqual({ search, ...plain.find(search) });
      }
    }
  },
  patienceMs,
);
