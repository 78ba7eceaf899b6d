import { fold } from "../../contract/fold.ts";
import type { Languages } from "../http/language.ts";

export type IndexedRow = { key: number; priority: number; visible: number; folded: string; tags: string };

export type ListFilter = {
  search: string;
  visible: boolean | undefined;
  tags: readonly string[];
  allTags: boolean;
  languages: Languages;
};

/** The bytes of an index apart from its names and numbers. */
const overhead = 1_000;
const bytesPerTag = 200;

/**
 * The data that list filters need, for all items of one subcategory, in list order. A search over 20,000 rows takes
 * 7 ms in SQL and 0.14 ms here. Valid while the names, order, tags and visibility of the items do not change.
 *
 * Names are stored once for each language that the items have. A request looks its languages up in these, so no list of
 * languages that a client sends makes the index grow.
 */
export class ItemIndex {
  readonly bytes: number;
  readonly #keys: Float64Array;
  readonly #priorities: Float64Array;
  readonly #visible: Uint8Array;
  readonly #names: Names;
  readonly #translated: ReadonlyMap<string, Names>;
  readonly #tags: ReadonlyMap<string, Uint32Array>;

  constructor(rows: readonly IndexedRow[]) {
    this.#keys = Float64Array.from(rows, ({ key }) => key);
    this.#priorities = Float64Array.from(rows, ({ priority }) => priority);
    this.#visible = Uint8Array.from(rows, ({ visible }) => visible);
    const { names, translated } = namesOf(rows);
    this.#names = names;
    this.#translated = translated;
    this.#tags = tagsOf(rows);
    this.bytes = overhead + rows.length * 17 + names.size;
    for (const { size } of translated.values()) this.bytes += size;
    for (const ordinals of this.#tags.values()) this.bytes += bytesPerTag + ordinals.byteLength;
  }

  /** The ordinals of the items that match, in list order. */
  matches(filter: ListFilter): number[] {
    let found = filter.search === "" ? undefined : this.#search(fold(filter.search), filter.languages);
    if (filter.tags.length > 0) {
      const tagged = this.#withTags(filter.tags, filter.allTags);
      found = found ? found.filter((ordinal) => tagged.has(ordinal)) : [...tagged].sort((a, b) => a - b);
    }
    found ??= Array.from(this.#keys, (_, ordinal) => ordinal);
    if (filter.visible === undefined) return found;
    const wanted = filter.visible ? 1 : 0;
    return found.filter((ordinal) => this.#visible[ordinal] === wanted);
  }

  keyOf(ordinal: number): number {
    return this.#keys[ordinal] as number;
  }

  /** How many of the ordinals (in list order) come no later than this priority and key. */
  countUpTo(ordinals: readonly number[], priority: number, itemKey: number): number {
    let low = 0;
    let high = ordinals.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const ordinal = ordinals[middle] as number;
      const own = this.#priorities[ordinal] as number;
      if (own < priority || (own === priority && this.keyOf(ordinal) <= itemKey)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The items whose default name matches, or whose name in the first of the languages that they have. */
  #search(needle: string, languages: Languages): number[] {
    const wanted = Buffer.from(needle);
    let found = this.#names.search(wanted);
    const before: Names[] = [];
    for (const language of languages) {
      const names = this.#translated.get(language);
      if (!names || before.includes(names)) continue;
      const shown = names.search(wanted).filter((ordinal) => !before.some((other) => other.has(ordinal)));
      found = merged(found, shown);
      before.push(names);
    }
    return found;
  }

  #withTags(tags: readonly string[], all: boolean): Set<number> {
    const sets = tags.map((tag) => new Set(this.#tags.get(tag)));
    if (!all) return new Set(sets.flatMap((set) => [...set]));
    return sets.reduce((common, set) => common.intersection(set));
  }
}

/** Names of items in one language as one buffer with a line for each item; `ends[i]` is where item i ends. */
class Names {
  readonly #bytes: Buffer;
  readonly #ends: Uint32Array;
  readonly #present: Uint8Array;

  constructor(names: readonly (string | undefined)[]) {
    this.#ends = new Uint32Array(names.length);
    this.#present = new Uint8Array(names.length);
    let end = 0;
    for (const [ordinal, name] of names.entries()) {
      end += Buffer.byteLength(name ?? "") + 1;
      this.#ends[ordinal] = end;
      this.#present[ordinal] = name === undefined ? 0 : 1;
    }
    this.#bytes = Buffer.from(`${names.join("\n")}\n`);
  }

  get size(): number {
    return this.#bytes.byteLength + this.#ends.byteLength + this.#present.byteLength;
  }

  /** Whether the item has a name in this language, even an empty one. */
  has(ordinal: number): boolean {
    return this.#present[ordinal] === 1;
  }

  search(wanted: Buffer): number[] {
    const found: number[] = [];
    let position = 0;
    let ordinal = 0;
    while (ordinal < this.#ends.length) {
      const at = this.#bytes.indexOf(wanted, position);
      if (at < 0) break;
      ordinal = this.#itemAt(at, ordinal);
      found.push(ordinal);
      position = this.#ends[ordinal] as number;
      ordinal++;
    }
    return found;
  }

  #itemAt(position: number, from: number): number {
    let low = from;
    let high = this.#ends.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ends[middle] as number) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** The default name of each item, and its names in each language that any of them has. */
function namesOf(rows: readonly IndexedRow[]): { names: Names; translated: Map<string, Names> } {
  const plain: string[] = [];
  const byLanguage = new Map<string, (string | undefined)[]>();
  for (const [ordinal, { folded }] of rows.entries()) {
    const [name = "", ...lines] = folded.split("\n");
    plain.push(name);
    for (const line of lines) {
      const language = line.slice(0, line.indexOf(":"));
      let names = byLanguage.get(language);
      if (!names) {
        names = new Array<string | undefined>(rows.length).fill(undefined);
        byLanguage.set(language, names);
      }
      names[ordinal] = line.slice(language.length + 1);
    }
  }
  return {
    names: new Names(plain),
    translated: new Map([...byLanguage].map(([language, names]) => [language, new Names(names)])),
  };
}

function tagsOf(rows: readonly IndexedRow[]): Map<string, Uint32Array> {
  const tags = new Map<string, number[]>();
  // Many items have the same list of tags.
  const parsed = new Map<string, readonly string[]>([["[]", []]]);
  for (const [ordinal, { tags: text }] of rows.entries()) {
    let list = parsed.get(text);
    if (!list) {
      list = [...new Set(JSON.parse(text) as string[])];
      parsed.set(text, list);
    }
    for (const tag of list) {
      const ordinals = tags.get(tag);
      if (ordinals) ordinals.push(ordinal);
      else tags.set(tag, [ordinal]);
    }
  }
  return new Map([...tags].map(([tag, ordinals]) => [tag, Uint32Array.from(ordinals)]));
}

/** Merges two sorted lists into one, each ordinal once. */
function merged(one: readonly number[], other: readonly number[]): number[] {
  const both: number[] = [];
  for (let i = 0, j = 0; i < one.length || j < other.length; ) {
    const next = Math.min(one[i] ?? Number.POSITIVE_INFINITY, other[j] ?? Number.POSITIVE_INFINITY);
    both.push(next);
    if (one[i] === next) i++;
    if (other[j] === next) j++;
  }
  return both;
}
