import { TextStates } from "./text-states.ts";
import { WordLists } from "./word-lists.ts";

/** What the overview stores of one thing. */
export type Entry = {
  key: number;
  /** The key of its parent; 0 for a category. */
  parent: number;
  /** Its folded names in all languages, one line each. */
  names: string;
  /** JSON text of a list; only items have tags and badges. */
  tags: string;
  badges: string;
  /** Which of its texts are translated, as `textState` writes it. */
  texts: string;
  /** The node that its texts count for: a category or subcategory itself, or the subcategory of an item. */
  node: number;
};

const segmentSize = 4_096;

class Segment {
  readonly keys = new Float64Array(segmentSize);
  readonly parents = new Float64Array(segmentSize);
  readonly tags = new Uint32Array(segmentSize);
  readonly badges = new Uint32Array(segmentSize);
  readonly texts = new Uint32Array(segmentSize);
  readonly nodes = new Float64Array(segmentSize);
  readonly #ends = new Uint32Array(segmentSize);
  #text = "";
  count = 0;

  /** The names of all entries, each followed by a line break. */
  get text(): string {
    return this.#text;
  }

  namesOf(at: number): string {
    return this.#text.slice(this.#startOf(at), this.#ends[at]);
  }

  /** The entry whose names are at this position of the text. */
  entryAt(position: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ends[middle] as number) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  endOf(at: number): number {
    return this.#ends[at] as number;
  }

  setNames(at: number, names: string): void {
    const line = `${names}\n`;
    if (at === this.count) {
      this.#text += line;
      this.#ends[this.count++] = this.#text.length;
      return;
    }
    const start = this.#startOf(at);
    const end = this.endOf(at);
    this.#text = this.#text.slice(0, start) + line + this.#text.slice(end);
    const grown = line.length - (end - start);
    if (grown !== 0) for (let later = at; later < this.count; later++) this.#ends[later] = this.endOf(later) + grown;
  }

  #startOf(at: number): number {
    return at === 0 ? 0 : this.endOf(at - 1);
  }
}

/**
 * All things of a project, in about 300 bytes each. The names of some thousand things are one string, which the engine
 * searches at gigabytes a second, and a change rewrites only that string.
 */
export class Entries {
  readonly tags = new WordLists();
  readonly badges = new WordLists();
  readonly texts = new TextStates();
  readonly #segments: Segment[] = [];
  readonly #slots = new Map<number, number>();
  readonly #free: number[] = [];

  get size(): number {
    return this.#slots.size;
  }

  set(entry: Entry): void {
    let slot = this.#slots.get(entry.key);
    if (slot === undefined) {
      slot = this.#free.pop() ?? this.#newSlot();
      this.#slots.set(entry.key, slot);
    } else this.#dropLists(slot);
    const segment = this.#segmentOf(slot);
    const at = slot % segmentSize;
    segment.setNames(at, entry.names);
    segment.keys[at] = entry.key;
    segment.parents[at] = entry.parent;
    segment.tags[at] = this.tags.take(entry.tags);
    segment.badges[at] = this.badges.take(entry.badges);
    segment.nodes[at] = entry.node;
    segment.texts[at] = this.texts.take(entry.node, entry.texts);
  }

  delete(key: number): void {
    const slot = this.#slots.get(key);
    if (slot === undefined) return;
    this.#dropLists(slot);
    const segment = this.#segmentOf(slot);
    const at = slot % segmentSize;
    segment.setNames(at, "");
    segment.keys[at] = 0;
    segment.parents[at] = 0;
    this.#slots.delete(key);
    this.#free.push(slot);
  }

  /** The keys of all direct children of these parents. */
  below(parents: ReadonlySet<number>): number[] {
    const found: number[] = [];
    for (const segment of this.#segments) {
      for (let at = 0; at < segment.count; at++) {
        if (parents.has(segment.parents[at] as number)) found.push(segment.keys[at] as number);
      }
    }
    return found;
  }

  /** How many things have each word, counting those whose parent passes `sees`. */
  async wordCounts(list: "tags" | "badges", sees: (parent: number) => boolean): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for await (const segment of this.#inTurns()) {
      for (let at = 0; at < segment.count; at++) {
        if (segment.keys[at] === 0 || !sees(segment.parents[at] as number)) continue;
        for (const word of this[list].words(segment[list][at] as number)) counts.set(word, (counts.get(word) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** Calls `each` for every entry whose texts are in a wanted state. */
  async inState(wanted: (state: number) => boolean, each: (key: number, node: number) => void): Promise<void> {
    for await (const segment of this.#inTurns()) {
      for (let at = 0; at < segment.count; at++) {
        const key = segment.keys[at] as number;
        if (key !== 0 && wanted(segment.texts[at] as number)) each(key, segment.nodes[at] as number);
      }
    }
  }

  /** Calls `each` for every entry with `part` in one of its names. */
  async search(part: string, each: (key: number, parent: number, names: string) => void): Promise<void> {
    for await (const segment of this.#inTurns()) {
      const { text } = segment;
      for (let from = text.indexOf(part); from >= 0; ) {
        const at = segment.entryAt(from);
        each(segment.keys[at] as number, segment.parents[at] as number, segment.namesOf(at));
        from = text.indexOf(part, segment.endOf(at));
      }
    }
  }

  /** All segments, with a turn for other requests after every few milliseconds of work. */
  async *#inTurns(): AsyncIterable<Segment> {
    let started = performance.now();
    for (const segment of this.#segments) {
      yield segment;
      if (performance.now() - started < turnMs) continue;
      await new Promise(setImmediate);
      started = performance.now();
    }
  }

  #newSlot(): number {
    const slot = this.#slots.size + this.#free.length;
    if (slot % segmentSize === 0) this.#segments.push(new Segment());
    return slot;
  }

  #segmentOf(slot: number): Segment {
    return this.#segments[Math.floor(slot / segmentSize)] as Segment;
  }

  #dropLists(slot: number): void {
    const segment = this.#segmentOf(slot);
    const at = slot % segmentSize;
    this.tags.drop(segment.tags[at] as number);
    this.badges.drop(segment.badges[at] as number);
    this.texts.drop(segment.nodes[at] as number, segment.texts[at] as number);
  }
}

const turnMs = 8;
