import { type Entry, kinds } from "./entry.ts";
import { type Numbers, packNumbers } from "./number-words.ts";
import { Uint32Writer } from "./uint32-writer.ts";

/** Bits of the column `flags`; the lowest two are the kind. */
export const flags = { kind: 3, visible: 4, picture: 8, comments: 16 } as const;

/** Values that many entries share: each once, and its number for every entry. */
export type Choices<Value = string> = { readonly values: readonly Value[]; readonly numbers: Numbers };
/**
 * The same for entries that have several, at most 255: `counts` says how many, and `starts` where those of every
 * sixteenth entry start in `numbers`. A start for each entry would take three times as much memory.
 */
export type Lists = Choices & { readonly starts: Uint32Array; readonly counts: Uint8Array };

/** Where the values of an entry start in `numbers`. */
export function startOfList({ starts, counts }: Lists, entry: number): number {
  let start = starts[entry >>> 4] as number;
  for (let i = entry & ~15; i < entry; i++) start += counts[i] as number;
  return start;
}

/** Makes the lists of entries, one after the other. */
export class ListsWriter {
  readonly #numbering = new Numbering<string>();
  readonly #numbers = new Uint32Writer();
  readonly #starts: Uint32Array;
  readonly #counts: Uint8Array;
  #entry = 0;

  constructor(size: number) {
    this.#starts = new Uint32Array(Math.ceil(size / 16));
    this.#counts = new Uint8Array(size);
  }

  /** Adds a value to the current entry. */
  value(value: string): void {
    this.#numbers.add(this.#numbering.of(value));
    this.#counts[this.#entry] = (this.#counts[this.#entry] as number) + 1;
  }

  endEntry(): void {
    this.#entry++;
    if (this.#entry % 16 === 0) this.#starts[this.#entry / 16] = this.#numbers.length;
  }

  /** In steps. */
  *finish(): Generator<void, Lists> {
    const numbers = yield* packNumbers(this.#numbers.finish());
    return { values: this.#numbering.values, numbers, starts: this.#starts, counts: this.#counts };
  }
}

/** Everything that entries are filtered, sorted and counted by, in the order of the entries. */
export type Columns = {
  readonly keys: Numbers;
  readonly versions: Numbers;
  readonly flags: Uint8Array;
  readonly priority: Numbers;
  readonly price: Numbers;
  readonly discount: Numbers;
  readonly quantity: Numbers;
  /** Words of the shortest name: among equal matches, the shorter name is meant. */
  readonly nameLength: Uint8Array;
  readonly places: Choices<number>;
  readonly currency: Choices;
  readonly actor: Choices;
  readonly textState: Choices;
  readonly tags: Lists;
  readonly badges: Lists;
};

/** Made in steps, one column each. */
export function* columnsOf(entries: readonly Entry[], nameLength: Uint8Array): Generator<void, Columns> {
  function* numbers(of: (entry: Entry) => number) {
    yield;
    const all = new Float64Array(entries.length);
    for (let i = 0; i < all.length; i++) all[i] = of(entries[i] as Entry);
    return yield* packNumbers(all);
  }
  return {
    keys: yield* numbers(({ key }) => key),
    versions: yield* numbers(({ version }) => version),
    flags: Uint8Array.from(entries, flagsOf),
    priority: yield* numbers(({ priority }) => priority),
    price: yield* numbers(({ price }) => price),
    discount: yield* numbers(({ discount }) => discount),
    quantity: yield* numbers(({ quantity }) => quantity),
    nameLength,
    places: yield* choices(entries, ({ place }) => place),
    currency: yield* choices(entries, ({ currency }) => currency),
    actor: yield* choices(entries, ({ actor }) => actor),
    textState: yield* choices(entries, ({ textState }) => textState),
    tags: yield* lists(entries, ({ tags }) => tags),
    badges: yield* lists(entries, ({ badges }) => badges),
  };
}

const flagsOf = ({ kind, visible, hasPicture, hasComments }: Entry): number =>
  kinds.indexOf(kind) |
  (visible ? flags.visible : 0) |
  (hasPicture ? flags.picture : 0) |
  (hasComments ? flags.comments : 0);

/** Gives each value a number, the same one every time. */
export class Numbering<Value> {
  readonly #numbers = new Map<Value, number>();

  of(value: Value): number {
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(value, number);
    }
    return number;
  }

  get values(): Value[] {
    return [...this.#numbers.keys()];
  }
}

function* choices<Value>(entries: readonly Entry[], of: (entry: Entry) => Value): Generator<void, Choices<Value>> {
  yield;
  const numbering = new Numbering<Value>();
  const all = new Uint32Array(entries.length);
  for (let i = 0; i < all.length; i++) all[i] = numbering.of(of(entries[i] as Entry));
  const numbers = yield* packNumbers(all);
  return { values: numbering.values, numbers };
}

function* lists(entries: readonly Entry[], of: (entry: Entry) => readonly string[]): Generator<void, Lists> {
  yield;
  const writer = new ListsWriter(entries.length);
  for (const entry of entries) {
    // A word that an entry has twice counts once.
    for (const value of new Set(of(entry))) writer.value(value);
    writer.endEntry();
  }
  return yield* writer.finish();
}
