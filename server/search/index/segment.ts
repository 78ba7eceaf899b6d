import { defaultLanguage } from "../../../contract/languages.ts";
import { alphabetKey } from "./alphabet.ts";
import type { Entry } from "./entry.ts";
import { type Columns, columnsOf } from "./item-columns.ts";
import { type NameOrder, orderOfKeys } from "./name-order.ts";
import { type Postings, PostingsWriter } from "./postings.ts";
import { fieldCount, fields, Vocabulary } from "./vocabulary.ts";
import { joinedWords, type Word, wordsOf } from "./words.ts";

/** What a segment is made of. None of it ever changes. */
export type Contents = {
  readonly columns: Columns;
  readonly vocabulary: Vocabulary;
  readonly postings: Postings;
  /** The order of the names in each language in use. */
  readonly orders: ReadonlyMap<string, NameOrder>;
};

/**
 * A part of the index: some entries in the order of their keys, and which of them are live. An entry that was changed
 * or deleted is not: `without` makes a segment of the same contents with less live entries.
 */
export class Segment {
  readonly contents: Contents;
  readonly size: number;
  /** One bit for each entry. */
  readonly live: Uint32Array;
  readonly liveCount: number;

  constructor(contents: Contents, live?: Uint32Array, liveCount?: number) {
    this.contents = contents;
    this.size = contents.columns.flags.length;
    this.live = live ?? new Uint32Array(Math.ceil(this.size / 32)).fill(0xffffffff);
    this.liveCount = liveCount ?? this.size;
  }

  isLive(index: number): boolean {
    return (((this.live[index >>> 5] as number) >>> (index & 31)) & 1) === 1;
  }

  /** The number of the entry with a key, or -1. */
  indexOf(key: number): number {
    const { values } = this.contents.columns.keys;
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    return values[low] === key ? low : -1;
  }

  without(indexes: readonly number[]): Segment {
    const live = this.live.slice();
    let count = this.liveCount;
    for (const index of indexes) {
      const bit = 1 << (index & 31);
      if (((live[index >>> 5] as number) & bit) === 0) continue;
      live[index >>> 5] = (live[index >>> 5] as number) & ~bit;
      count--;
    }
    return new Segment(this.contents, live, count);
  }
}

/** Texts of so many characters are looked at in one step. */
const charactersPerStep = 50_000;
const longText = 1_000;

/**
 * A segment of these entries, made in steps. No two of them have the same key. `inUse` are the languages of the project
 * that are known so far. A part is made to be merged, not to be searched.
 */
export function* segmentOf(
  given: readonly Entry[],
  inUse: readonly string[],
  isPart = false,
): Generator<void, Segment> {
  const entries = [...given].sort((one, other) => one.key - other.key);
  const languages = new Set([defaultLanguage, ...inUse]);
  const lists = new Map<string, number[][]>();
  const nameLength = new Uint8Array(entries.length);
  let characters = 0;
  for (const [index, entry] of entries.entries()) {
    for (const language of Object.keys(entry.names)) languages.add(language);
    const noting = noteWords(entry, index, lists);
    for (let step = noting.next(); ; step = noting.next()) {
      if (step.done) {
        nameLength[index] = step.value;
        break;
      }
      characters += step.value;
      if (characters < charactersPerStep) continue;
      characters = 0;
      yield;
    }
    if (index % 100 === 99) yield;
  }
  const words = [...lists.keys()].sort();
  yield;
  const vocabulary = yield* Vocabulary.of(words, [...languages], isPart);
  const postings = new PostingsWriter();
  for (const [index, word] of words.entries()) {
    postings.add(lists.get(word) as number[][]);
    if (index % 5_000 === 4_999) yield;
  }
  const orders = new Map<string, NameOrder>();
  for (const language of languages) orders.set(language, yield* orderOf(entries, language));
  return new Segment({
    columns: yield* columnsOf(entries, nameLength),
    vocabulary,
    postings: postings.finish(),
    orders,
  });
}

/**
 * Notes in which field of an entry each of its words is, the best one only. Yields the length of each long text, and
 * returns how many words the shortest name has.
 */
function* noteWords(entry: Entry, index: number, lists: Map<string, number[][]>): Generator<number, number> {
  const noted = new Set<string>();
  const note = (word: string, field: number) => {
    if (noted.has(word)) return;
    noted.add(word);
    let ofWord = lists.get(word);
    if (!ofWord) {
      ofWord = Array.from({ length: fieldCount }, () => []);
      lists.set(word, ofWord);
    }
    ofWord[field]?.push(index);
  };
  const noteText = (text: string, words: readonly Word[], field: number) => {
    for (const { word } of words) note(word, field);
    for (const { word } of joinedWords(text, words)) note(word, field);
  };
  const names = [entry.name, ...Object.values(entry.names)].map((text) => ({ text, words: wordsOf(text) }));
  for (const { words } of names) if (words[0]) note(words[0].word, fields.firstOfName);
  for (const { text, words } of names) noteText(text, words, fields.name);
  for (const text of [...entry.texts, ...entry.tags, ...entry.badges]) {
    noteText(text, wordsOf(text), fields.text);
    if (text.length > longText) yield text.length;
  }
  return Math.min(255, ...names.map(({ words }) => words.length));
}

function* orderOf(entries: readonly Entry[], language: string): Generator<void, NameOrder> {
  const keys: string[] = [];
  for (const { name, names } of entries) {
    keys.push(alphabetKey(names[language] ?? name, language));
    if (keys.length % 500 === 0) yield;
  }
  return yield* orderOfKeys(keys);
}
