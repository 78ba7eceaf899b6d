import type { FacetName, SortField } from "../../contract/found-items.ts";
import { languageCodes } from "../../contract/languages.ts";
import { alphabetKey } from "../../server/search/index/alphabet.ts";
import type { Entry } from "../../server/search/index/entry.ts";
import type { ItemFilter } from "../../server/search/index/item-filter.ts";
import type { ItemSearch } from "../../server/search/index/item-search.ts";
import { onOtherKeyboard } from "../../server/search/index/keyboard.ts";
import { soundOf } from "../../server/search/index/scripts.ts";
import { stemsOf } from "../../server/search/index/stems.ts";
import { isMissing, isStale, parseTextState } from "../../server/search/index/text-states.ts";
import { typosAllowed } from "../../server/search/index/typos.ts";
import { hasDigit, joinedWords, wordsOf } from "../../server/search/index/words.ts";
import { typosBetween } from "../support/typos-between.ts";

/**
 * What a search should find, in plain loops over all entries and all their words: no vocabulary, no segments, no packed
 * columns. It shares with the engine only what a word is, its stems, its sound and the keyboard.
 */
export class PlainSearch {
  readonly #entries: readonly Entry[];
  /** Entries whose words are known. A removed entry makes its words known until segments are merged. */
  readonly #known: readonly Entry[];
  readonly #languages: readonly string[];
  readonly #wordsOf = new Map<Entry, Map<string, Field>>();
  readonly #costs = new Map<string, number | undefined>();

  constructor(entries: readonly Entry[], known: readonly Entry[], languages: readonly string[]) {
    this.#entries = entries;
    this.#known = known;
    this.#languages = languages;
  }

  find(search: ItemSearch): Pick<Found, "total" | "counts"> & { keys: number[]; hasMore: boolean } {
    const { found, isAnything } = this.#findWith(search, false);
    const { entries, total, counts } =
      isAnything || search.search.trim() === "" ? found : this.#findWith(search, true).found;
    const keys = entries.map(({ key }) => key);
    const end = search.offset + search.limit;
    return { keys: keys.slice(search.offset, end), total, counts, hasMore: total > end };
  }

  #findWith(search: ItemSearch, wide: boolean): { found: Found; isAnything: boolean } {
    const parts = this.#partsOf(search.search, wide);
    const costs = new Map<Entry, number>();
    for (const entry of this.#entries) {
      const isSeen = search.sees?.(entry.place) ?? true;
      if (!isSeen || (entry.kind !== "item" && !search.withNodes)) continue;
      const cost = search.byId.has(entry.key) ? 0 : this.#costOfParts(parts, entry, search.search.trim() === "");
      if (cost !== undefined) costs.set(entry, cost);
    }
    const matching = [...costs.keys()];
    const entries = matching.filter((entry) => passes(entry, search.filter)).sort(inOrder(search, costs));
    const counts = new Map(
      search.facets.map((facet) => [
        facet,
        countValues(
          matching.filter((entry) => passes(entry, search.filter, facet)),
          facet,
        ),
      ]),
    );
    return { found: { entries, total: entries.length, counts }, isAnything: matching.length > 0 };
  }

  #costOfParts(parts: readonly Reading[][], entry: Entry, isEverything: boolean): number | undefined {
    if (isEverything) return 0;
    if (parts.length === 0) return undefined;
    let sum = 0;
    for (const readings of parts) {
      let best: number | undefined;
      for (const reading of readings) {
        let cost: number | undefined = 0;
        for (const sought of reading) {
          const one = this.#costInEntry(sought, entry);
          cost = one === undefined || cost === undefined ? undefined : cost + one;
        }
        if (cost !== undefined && (best === undefined || cost < best)) best = cost;
      }
      if (best === undefined) return undefined;
      sum += best;
    }
    return sum;
  }

  /** The ways to read each part of a search. */
  #partsOf(text: string, wide: boolean): Reading[][] {
    const parts: Reading[][] = [];
    for (const typed of text.split(/\s+/)) {
      const readings = this.#readingsOf(typed, wide);
      if (readings.length > 0) parts.push(readings);
    }
    return parts;
  }

  #readingsOf(typed: string, wide: boolean): Reading[] {
    const words = (some: string) => wordsOf(some).map(({ word }) => word);
    const asTyped: Reading = words(typed).map((word) => ({ word, isMistyped: false, isOtherKeyboard: false }));
    const readings = asTyped.length > 0 ? [asTyped] : [];
    const isFound = asTyped.length > 0 && asTyped.every(({ word }) => this.#isKnown(word));
    if (isFound && !wide && !mayBeOtherKeyboard.test(typed)) return readings;
    const other = words(onOtherKeyboard(typed) ?? "");
    if (other.length > 0 && other.every((word) => this.#isKnown(word))) {
      readings.push(other.map((word) => ({ word, isMistyped: false, isOtherKeyboard: true })));
      if (!wide) return readings;
    }
    if ((isFound && !wide) || hasDigit(typed)) return readings;
    for (const sought of asTyped) sought.isMistyped = wide || !this.#isKnown(sought.word);
    return readings;
  }

  /** Whether a word is one of an entry, or the beginning of one, in any form or script: not a part in the middle. */
  #isKnown(word: string): boolean {
    for (const entry of this.#known) {
      for (const own of this.#words(entry).keys()) {
        const cost = this.#costOfWord(word, own, false);
        if (cost !== undefined && cost !== middle) return true;
      }
    }
    return false;
  }

  #costInEntry({ word, isMistyped, isOtherKeyboard }: Sought, entry: Entry): number | undefined {
    let best: number | undefined;
    for (const [own, field] of this.#words(entry)) {
      const found = this.#costOfWord(word, own, isMistyped);
      if (found === undefined) continue;
      const cost = costInField(isOtherKeyboard ? 3 * tier + (found % tier) : found, field);
      if (best === undefined || cost < best) best = cost;
    }
    return best;
  }

  /** What it costs to find a word as this word of an entry. */
  #costOfWord(word: string, own: string, isMistyped: boolean): number | undefined {
    const name = `${word} ${own} ${isMistyped}`;
    if (!this.#costs.has(name)) {
      const costs = [...this.#costsOfWord(word, own), ...(isMistyped ? this.#costsOfTypos(word, own) : [])];
      this.#costs.set(name, costs.length === 0 ? undefined : Math.min(...costs));
    }
    return this.#costs.get(name);
  }

  *#costsOfWord(word: string, own: string): Generator<number> {
    if (own === word) yield whole;
    else if (own.startsWith(word)) yield beginning;
    else if (word.length > 1 && own.includes(word)) yield middle;
    const stems = new Set(stemsOf(word, this.#languages));
    const isForm = stemsOf(own, this.#languages).some((stem) => stems.has(stem));
    for (const sound of this.#soundsOf(word)) {
      for (const ownSound of this.#soundsOf(own)) {
        if (ownSound === sound) yield (isForm ? 1 : 2) * tier + whole;
        else if (sound.length >= 3 && ownSound.startsWith(sound)) yield 2 * tier + beginning;
      }
    }
  }

  *#costsOfTypos(word: string, own: string): Generator<number> {
    const most = typosAllowed(word);
    if (most === 0) return;
    const pairs = [[word, own] as const];
    for (const sound of this.#soundsOf(word)) for (const ownSound of this.#soundsOf(own)) pairs.push([sound, ownSound]);
    for (const [one, other] of pairs) {
      const typos = typosBetween(one, other);
      if (typos <= most) yield 4 * tier + (typos > 1 ? beginning : whole);
      else if (beginsWithOneTypo(one, other)) yield 4 * tier + middle;
    }
  }

  #soundsOf(word: string): string[] {
    const sounds = new Set([word, ...stemsOf(word, this.#languages)].map(soundOf));
    return [...sounds].filter((sound) => sound !== "");
  }

  /** The words of an entry, each with the best field that it is in. */
  #words(entry: Entry): Map<string, Field> {
    const known = this.#wordsOf.get(entry);
    if (known) return known;
    const words = new Map<string, Field>();
    const add = (word: string, field: Field) => words.set(word, Math.min(field, words.get(word) ?? field) as Field);
    const addText = (text: string, field: Field) => {
      const own = wordsOf(text);
      for (const { word } of [...own, ...joinedWords(text, own)]) add(word, field);
    };
    for (const name of namesOf(entry)) {
      const [first] = wordsOf(name);
      if (first) add(first.word, 0);
      addText(name, 1);
    }
    for (const text of [...entry.texts, ...entry.tags, ...entry.badges]) addText(text, 2);
    this.#wordsOf.set(entry, words);
    return words;
  }
}

/** The first word of a name, another word of it, or a word of another text. */
type Field = 0 | 1 | 2;
type Sought = { word: string; isMistyped: boolean; isOtherKeyboard: boolean };
type Reading = Sought[];
type Values = Map<string | number | boolean, number>;
type Found = { entries: Entry[]; total: number; counts: Map<FacetName, Values> };

const [whole, beginning, middle] = [0, 2, 4];
/** What the next worse way to find a word costs more. */
const tier = 9;
const mayBeOtherKeyboard = /[`[\];',.][a-z]|[a-z][`[\];',.]/i;

function costInField(cost: number, field: Field): number {
  if (field < 2) return cost + field;
  const part = cost % tier;
  return cost - part + 6 + part / 2;
}

const namesOf = ({ name, names }: Entry): string[] => [name, ...Object.values(names)];

function beginsWithOneTypo(word: string, text: string): boolean {
  for (let length = 0; length <= text.length; length++) if (typosBetween(word, text.slice(0, length)) <= 1) return true;
  return false;
}

/** Whether an entry passes all filters, but for that of a facet. */
function passes(entry: Entry, filter: ItemFilter, facet?: FacetName): boolean {
  const state = parseTextState(entry.textState);
  const inRange = (number: number, range: ItemFilter["price"]) =>
    number >= (range?.min ?? -Infinity) && number <= (range?.max ?? Infinity);
  const hasWords = (own: readonly string[], wanted: ItemFilter["tags"]) => {
    if (!wanted) return true;
    if (wanted.mode === "all") return wanted.values.every((value) => own.includes(value));
    return wanted.values.some((value) => own.includes(value)) === (wanted.mode === "any");
  };
  const is = <Value>(own: Value, wanted: Value | undefined) => wanted === undefined || own === wanted;
  const tests: Record<keyof ItemFilter, boolean> = {
    within: filter.within?.(entry.place) ?? true,
    visible: is(entry.visible, filter.visible),
    tags: hasWords(entry.tags, filter.tags),
    badges: hasWords(entry.badges, filter.badges),
    price: inRange(entry.price, filter.price),
    discount: inRange(entry.discount, filter.discount),
    quantity: inRange(entry.quantity, filter.quantity),
    currency: filter.currency?.includes(entry.currency) ?? true,
    picture: is(entry.hasPicture, filter.picture),
    commented: is(entry.hasComments, filter.commented),
    missing: filter.missing === undefined || isMissing(state, filter.missing),
    outdated: filter.outdated === undefined || isStale(state, filter.outdated),
    changedFrom: entry.version >= (filter.changedFrom ?? 0),
    changedBy: is(entry.actor, filter.changedBy),
  };
  return Object.entries(tests).every(([name, isPassed]) => isPassed || name === facet);
}

const valuesOf: Record<FacetName, (entry: Entry) => readonly (string | number | boolean)[]> = {
  tags: ({ tags }) => tags,
  badges: ({ badges }) => badges,
  currency: ({ currency }) => [currency],
  within: ({ place }) => [place],
  visible: ({ visible }) => [visible],
};

function countValues(entries: readonly Entry[], facet: FacetName): Values {
  const counts: Values = new Map();
  for (const value of entries.flatMap((entry) => [...new Set(valuesOf[facet](entry))])) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

const numberOf: Record<Exclude<SortField, "relevance" | "name"> | "key", (entry: Entry) => number> = {
  key: ({ key }) => key,
  price: ({ price }) => price,
  pays: ({ price, discount }) => price * (100 - discount),
  discount: ({ discount }) => discount,
  quantity: ({ quantity }) => quantity,
  changed: ({ version }) => version,
  priority: ({ priority }) => priority,
};

/** Equal names turn round with the rest. For everything else, the older of equal ones comes first in both directions. */
function inOrder({ sort, language }: ItemSearch, costs: ReadonlyMap<Entry, number>) {
  const sign = sort.descending ? -1 : 1;
  const named = languageCodes.has(language) ? language : "en";
  const nameOf = ({ name, names }: Entry) => alphabetKey(names[named] ?? name, named);
  const words = (entry: Entry) => Math.min(...namesOf(entry).map((name) => wordsOf(name).length));
  const relevance = (entry: Entry) => [
    (costs.get(entry) as number) * 2 + (entry.kind === "item" ? 1 : 0),
    words(entry),
  ];
  return (one: Entry, other: Entry): number => {
    const byKey = one.key - other.key;
    if (sort.by === "name") {
      const [a, b] = [nameOf(one), nameOf(other)];
      return sign * (a === b ? byKey : a < b ? -1 : 1);
    }
    if (sort.by === "relevance") {
      const [[cost, length], [otherCost, otherLength]] = [relevance(one), relevance(other)] as [number[], number[]];
      return sign * ((cost as number) - (otherCost as number) || (length as number) - (otherLength as number)) || byKey;
    }
    const of = numberOf[sort.by];
    return sign * (of(one) - of(other)) || byKey;
  };
}
