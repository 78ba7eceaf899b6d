import { type Choices, type Columns, type Lists, ListsWriter, Numbering, startOfList } from "./item-columns.ts";
import { type NameOrder, NameOrderWriter, orderIn } from "./name-order.ts";
import { type Numbers, numberAt, packNumbers } from "./number-words.ts";
import { gone, PostingsWriter } from "./postings.ts";
import { type Contents, Segment } from "./segment.ts";
import { sortInSteps } from "./step-sort.ts";
import { fieldCount, Vocabulary } from "./vocabulary.ts";

/** So many steps of a loop between two moments at which others get their turn. */
const stepSize = 5_000;
/** Entries of a word, which are sorted in one step: a few milliseconds. */
const sortedAtOnce = 50_000;

/** Where the entries of the parts are in the whole, and the other way round. */
type Plan = {
  parts: readonly Contents[];
  size: number;
  /** For each entry of the whole, the part that it comes from and its number there. */
  part: Uint16Array;
  index: Uint32Array;
  /** For each part, the new number of each entry; `gone` for one that is not live. */
  moved: readonly Uint32Array[];
};

/**
 * One segment of several, without what is no longer live, made in steps. A key is live in one of them at most. A part is
 * made to be merged again, not to be searched.
 */
export function* merged(parts: readonly Segment[], isPart = false): Generator<void, Segment> {
  const plan = yield* planOf(parts);
  const columns = yield* mergedColumns(plan);
  const { vocabulary, postings } = yield* mergedWords(plan, isPart);
  const orders = new Map<string, NameOrder>();
  const languages = new Set(parts.flatMap(({ contents }) => [...contents.orders.keys()]));
  for (const language of languages) orders.set(language, yield* mergedOrder(plan, language));
  return new Segment({ columns, vocabulary, postings, orders });
}

function* planOf(parts: readonly Segment[]): Generator<void, Plan> {
  const size = parts.reduce((sum, part) => sum + part.liveCount, 0);
  const plan: Plan = {
    parts: parts.map(({ contents }) => contents),
    size,
    part: new Uint16Array(size),
    index: new Uint32Array(size),
    moved: parts.map((part) => new Uint32Array(part.size).fill(gone)),
  };
  const heads = parts.map(() => 0);
  const headKey = (number: number): number => {
    const part = parts[number] as Segment;
    let at = heads[number] as number;
    while (at < part.size && !part.isLive(at)) at++;
    heads[number] = at;
    return at < part.size ? (part.contents.columns.keys.values[at] as number) : Number.POSITIVE_INFINITY;
  };
  const keys = parts.map((_, number) => headKey(number));
  for (let at = 0; at < size; at++) {
    let least = 0;
    for (let number = 1; number < keys.length; number++) {
      if ((keys[number] as number) < (keys[least] as number)) least = number;
    }
    const index = heads[least] as number;
    plan.part[at] = least;
    plan.index[at] = index;
    (plan.moved[least] as Uint32Array)[index] = at;
    heads[least] = index + 1;
    keys[least] = headKey(least);
    if (at % stepSize === stepSize - 1) yield;
  }
  return plan;
}

function* mergedColumns(plan: Plan): Generator<void, Columns> {
  const numbers = (of: (columns: Columns) => Numbers) => mergedNumbers(plan, of);
  const bytes = (of: (columns: Columns) => Uint8Array) =>
    mergedNumbers(plan, (columns) => ({ values: of(columns), scale: 1 }));
  return {
    keys: yield* numbers(({ keys }) => keys),
    versions: yield* numbers(({ versions }) => versions),
    flags: (yield* bytes(({ flags }) => flags)).values as Uint8Array,
    priority: yield* numbers(({ priority }) => priority),
    price: yield* numbers(({ price }) => price),
    discount: yield* numbers(({ discount }) => discount),
    quantity: yield* numbers(({ quantity }) => quantity),
    nameLength: (yield* bytes(({ nameLength }) => nameLength)).values as Uint8Array,
    places: yield* mergedChoices(plan, ({ places }) => places),
    currency: yield* mergedChoices(plan, ({ currency }) => currency),
    actor: yield* mergedChoices(plan, ({ actor }) => actor),
    textState: yield* mergedChoices(plan, ({ textState }) => textState),
    tags: yield* mergedLists(plan, ({ tags }) => tags),
    badges: yield* mergedLists(plan, ({ badges }) => badges),
  };
}

function* mergedNumbers(
  { parts, size, part, index }: Plan,
  of: (columns: Columns) => Numbers,
): Generator<void, Numbers> {
  const columns = parts.map((each) => of(each.columns));
  const all = new Float64Array(size);
  for (let at = 0; at < size; at++) {
    all[at] = numberAt(columns[part[at] as number] as Numbers, index[at] as number);
    if (at % (10 * stepSize) === 0) yield;
  }
  return yield* packNumbers(all);
}

function* mergedChoices<Value>(
  { parts, size, part, index }: Plan,
  of: (columns: Columns) => Choices<Value>,
): Generator<void, Choices<Value>> {
  const columns = parts.map((each) => of(each.columns));
  const numbering = new Numbering<Value>();
  const all = new Uint32Array(size);
  for (let at = 0; at < size; at++) {
    const { values, numbers } = columns[part[at] as number] as Choices<Value>;
    all[at] = numbering.of(values[numbers.values[index[at] as number] as number] as Value);
    if (at % stepSize === stepSize - 1) yield;
  }
  return { values: numbering.values, numbers: yield* packNumbers(all) };
}

function* mergedLists({ parts, size, part, index }: Plan, of: (columns: Columns) => Lists): Generator<void, Lists> {
  const columns = parts.map((each) => of(each.columns));
  const writer = new ListsWriter(size);
  for (let at = 0; at < size; at++) {
    const lists = columns[part[at] as number] as Lists;
    const from = index[at] as number;
    const start = startOfList(lists, from);
    for (let i = start; i < start + (lists.counts[from] as number); i++) {
      writer.value(lists.values[lists.numbers.values[i] as number] as string);
    }
    writer.endEntry();
    if (at % stepSize === stepSize - 1) yield;
  }
  return yield* writer.finish();
}

function* mergedWords(
  { parts, size: total, moved }: Plan,
  isPart: boolean,
): Generator<void, Pick<Contents, "vocabulary" | "postings">> {
  const languages = [...new Set(parts.flatMap(({ vocabulary }) => vocabulary.languages))];
  const sources = new WordSources(parts, moved, total);
  const words: string[] = [];
  const writer = new PostingsWriter();
  let done = 0;
  for (let word = sources.least(); word !== undefined; word = sources.least()) {
    const entries = yield* sources.take(word);
    const size = entries.reduce((sum, { length }) => sum + length, 0);
    if (size > 0) {
      words.push(word);
      writer.add(entries);
    }
    done += size + 25;
    if (done < stepSize) continue;
    done = 0;
    yield;
  }
  return { vocabulary: yield* Vocabulary.of(words, languages, isPart), postings: writer.finish() };
}

/** The words of several parts in their order, with the entries of each as they are numbered in the whole. */
class WordSources {
  readonly #parts: readonly Contents[];
  readonly #moved: readonly Uint32Array[];
  /** The number of the next word of each part, and that word. */
  readonly #heads: number[];
  readonly #next: (string | undefined)[];
  /** For the entries of one word, by field. */
  readonly #lists: readonly Uint32Array<ArrayBuffer>[];

  constructor(parts: readonly Contents[], moved: readonly Uint32Array[], size: number) {
    this.#parts = parts;
    this.#moved = moved;
    this.#heads = parts.map(() => 0);
    this.#next = parts.map((_, number) => this.#head(number));
    this.#lists = Array.from({ length: fieldCount }, () => new Uint32Array(size));
  }

  /** The next word; undefined at the end. */
  least(): string | undefined {
    let least: string | undefined;
    for (const word of this.#next) if (word !== undefined && (least === undefined || word < least)) least = word;
    return least;
  }

  /** The entries that have the next word, by field, in their order, found in steps. The next call uses the same arrays. */
  *take(word: string): Generator<void, Uint32Array[]> {
    const ends = this.#lists.map(() => 0);
    let sources = 0;
    for (const [number, { postings }] of this.#parts.entries()) {
      if (this.#next[number] !== word) continue;
      const head = this.#heads[number] as number;
      for (const [field, list] of this.#lists.entries()) {
        const to = this.#moved[number] as Uint32Array;
        ends[field] = postings.move(fieldCount * head + field, to, list, ends[field] as number);
      }
      sources++;
      this.#heads[number] = head + 1;
      this.#next[number] = this.#head(number);
    }
    const entries = this.#lists.map((list, field) => list.subarray(0, ends[field]));
    if (sources === 1) return entries;
    const sorted: Uint32Array[] = [];
    for (const list of entries) {
      if (list.length <= sortedAtOnce) sorted.push(list.sort());
      else sorted.push(yield* sortInSteps(list, (one, other) => one - other));
    }
    return sorted;
  }

  #head(number: number): string | undefined {
    const { words } = (this.#parts[number] as Contents).vocabulary;
    const at = this.#heads[number] as number;
    return at < words.size ? words.at(at) : undefined;
  }
}

type Named = { key: string; entry: number };

const before = (one: Named, other: Named): boolean =>
  one.key < other.key || (one.key === other.key && one.entry < other.entry);

/** What is left of the names of one part, in their order. */
function* namesOf({ moved }: Plan, number: number, order: NameOrder): Generator<Named, undefined> {
  let place = 0;
  for (const key of order.keysFrom(0)) {
    const entry = (moved[number] as Uint32Array)[order.entries[place++] as number] as number;
    if (entry !== gone) yield { key, entry };
  }
  return undefined;
}

function* mergedOrder(plan: Plan, language: string): Generator<void, NameOrder> {
  const sources: Generator<Named, undefined>[] = [];
  for (const [number, { orders }] of plan.parts.entries()) {
    sources.push(namesOf(plan, number, yield* orderIn(orders, language)));
  }
  const heads = sources.map((source) => source.next().value as Named | undefined);
  const writer = new NameOrderWriter(plan.size);
  for (let at = 0; at < plan.size; at++) {
    let least = -1;
    for (const [number, head] of heads.entries()) {
      if (head && (least < 0 || before(head, heads[least] as Named))) least = number;
    }
    const { key, entry } = heads[least] as Named;
    writer.add(key, entry);
    heads[least] = sources[least]?.next().value as Named | undefined;
    if (at % 1_000 === 999) yield;
  }
  return writer.finish();
}
