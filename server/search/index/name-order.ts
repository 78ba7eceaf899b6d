import { defaultLanguage } from "../../../contract/languages.ts";
import { toAlphabet } from "./alphabet.ts";
import { ByteWriter } from "./bytes.ts";
import { sortInSteps } from "./step-sort.ts";

/** Keys between two that are written out in full. */
const blockSize = 32;

/**
 * The entries of a part of the index in the order of their names. Neighbours begin alike, so each key is written as how many bytes
 * it shares with the one before, and the rest.
 */
export class NameOrder {
  /** The entry at each place. */
  readonly entries: Uint32Array;
  readonly blocks: Uint32Array;
  readonly bytes: Uint8Array;
  #places: Uint32Array | undefined;

  constructor(entries: Uint32Array, blocks: Uint32Array, bytes: Uint8Array) {
    this.entries = entries;
    this.blocks = blocks;
    this.bytes = bytes;
  }

  get size(): number {
    return this.entries.length;
  }

  keyAt(place: number): string {
    const keys = this.keysFrom(place - (place % blockSize));
    let key = "";
    for (let i = place % blockSize; i >= 0; i--) key = keys.next().value as string;
    return key;
  }

  /** The place of each entry. Made with its first use: most projects are sorted in one or two languages. */
  get places(): Uint32Array {
    if (!this.#places) {
      this.#places = new Uint32Array(this.size);
      for (let place = 0; place < this.size; place++) this.#places[this.entries[place] as number] = place;
    }
    return this.#places;
  }

  /** The first place whose key is not before `key`; the end if there is none. */
  firstFrom(key: string): number {
    let [low, high] = [0, this.blocks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keyAt(middle * blockSize) < key) low = middle + 1;
      else high = middle;
    }
    // It is in the block before the first one that starts with it or later.
    let place = Math.max(0, low - 1) * blockSize;
    for (const each of this.keysFrom(place)) {
      if (each >= key) break;
      place++;
    }
    return place;
  }

  /** The keys in their order, from the first one of a block on. */
  *keysFrom(place: number): Generator<string, undefined> {
    const bytes = Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
    let at = this.blocks[Math.floor(place / blockSize)] as number;
    let key = "";
    for (let i = place; i < this.size; i++) {
      const shared = i % blockSize === 0 ? 0 : (bytes[at++] as number);
      const length = bytes[at++] as number;
      key = key.slice(0, shared) + bytes.toString("latin1", at, at + length);
      at += length;
      yield key;
    }
    return undefined;
  }
}

export class NameOrderWriter {
  readonly #entries: Uint32Array;
  readonly #blocks: Uint32Array;
  readonly #bytes = new ByteWriter();
  #place = 0;
  #last = "";

  constructor(size: number) {
    this.#entries = new Uint32Array(size);
    this.#blocks = new Uint32Array(Math.ceil(size / blockSize));
  }

  /** Keys come in their order, each shorter than 256 bytes. */
  add(key: string, entry: number): void {
    const place = this.#place++;
    this.#entries[place] = entry;
    let shared = 0;
    if (place % blockSize === 0) this.#blocks[place / blockSize] = this.#bytes.length;
    else {
      const most = Math.min(key.length, this.#last.length);
      while (shared < most && key.charCodeAt(shared) === this.#last.charCodeAt(shared)) shared++;
      this.#bytes.byte(shared);
    }
    this.#bytes.byte(key.length - shared);
    for (let i = shared; i < key.length; i++) this.#bytes.byte(key.charCodeAt(i));
    this.#last = key;
  }

  finish(): NameOrder {
    return new NameOrder(this.#entries, this.#blocks, this.#bytes.finish());
  }
}

/** An order of entries by their keys, made in steps. Equal keys are in the order of the entries. */
export function* orderOfKeys(keys: readonly string[]): Generator<void, NameOrder> {
  const order = yield* sortInSteps(
    Uint32Array.from(keys, (_, entry) => entry),
    (one, other) => {
      const [a, b] = [keys[one] as string, keys[other] as string];
      return a < b ? -1 : a > b ? 1 : one - other;
    },
  );
  const writer = new NameOrderWriter(keys.length);
  for (const [place, entry] of order.entries()) {
    writer.add(keys[entry] as string, entry);
    if (place % 2_000 === 1_999) yield;
  }
  return writer.finish();
}

const inOtherAlphabets = new WeakMap<NameOrder, Map<string, NameOrder>>();

/** The order of the names in a language. Where no entry has a name in it, the default names in its alphabet. */
export function* orderIn(orders: ReadonlyMap<string, NameOrder>, language: string): Generator<void, NameOrder> {
  const own = orders.get(language);
  if (own) return own;
  const names = orders.get(defaultLanguage) as NameOrder;
  const known = inOtherAlphabets.get(names) ?? new Map<string, NameOrder>();
  inOtherAlphabets.set(names, known);
  let order = known.get(language);
  if (!order) {
    order = yield* inAlphabet(names, language);
    known.set(language, order);
  }
  return order;
}

function* inAlphabet(names: NameOrder, language: string): Generator<void, NameOrder> {
  const keyIn = toAlphabet(defaultLanguage, language);
  if (!keyIn) return names;
  const keys = new Array<string>(names.size);
  let place = 0;
  for (const key of names.keysFrom(0)) {
    keys[names.entries[place++] as number] = keyIn(key);
    if (place % 1_000 === 0) yield;
  }
  return yield* orderOfKeys(keys);
}
