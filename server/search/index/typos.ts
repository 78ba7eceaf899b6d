import type { SortedTexts } from "./sorted-texts.ts";
import { hasDigit } from "./words.ts";

/** How many typing errors a word may have: none in short ones and in numbers. */
export function typosAllowed(word: string): 0 | 1 | 2 {
  if (word.length < 5 || hasDigit(word)) return 0;
  return word.length < 9 ? 1 : 2;
}

/** How many letters each text begins with that the one before begins with too. Longer beginnings count as 255. */
export function sharedBeginnings({ text, starts, size }: SortedTexts): Uint8Array {
  const shared = new Uint8Array(size);
  for (let i = 1; i < size; i++) {
    const [before, at] = [starts[i - 1] as number, starts[i] as number];
    const most = Math.min(255, at - 1 - before);
    let length = 0;
    while (length < most && text.charCodeAt(before + length) === text.charCodeAt(at + length)) length++;
    shared[i] = length;
  }
  return shared;
}

/** Rows of distances that are worked out in one step. */
const stepSize = 20_000;

/**
 * Finds the texts, with their shared beginnings, that are `word` with at most `most` typing errors: letters too many, missing or wrong, and pairs that
 * are swapped, which count as one. `take` gets the errors; undefined for a text that only begins with the word, with one
 * error: it is still being typed.
 *
 * The distances between the word and a beginning of a text are worked out once for all texts that begin so, and no text
 * is looked at whose beginning has too many errors already.
 */
export function* findTypos(
  within: { texts: SortedTexts; shared: Uint8Array },
  sought: { word: string; most: number },
  take: (found: number, typos: number | undefined) => void,
): Generator<void> {
  const search = new TypoSearch(within, sought, take);
  for (let from = 0; from < within.texts.size; ) {
    from = search.continueFrom(from);
    yield;
  }
}

class TypoSearch {
  readonly #texts: SortedTexts;
  readonly #shared: Uint8Array;
  readonly #word: string;
  readonly #most: number;
  readonly #take: (found: number, typos: number | undefined) => void;
  /** The distances of the beginnings of the current text, a row for each length; it is known up to `#depth`. */
  readonly #rows: Uint8Array[];
  /** The least errors with which a beginning, up to each length, is the whole word. */
  readonly #begun: Uint8Array;
  #depth = 0;

  constructor(
    { texts, shared }: { texts: SortedTexts; shared: Uint8Array },
    { word, most }: { word: string; most: number },
    take: (found: number, typos: number | undefined) => void,
  ) {
    this.#texts = texts;
    this.#shared = shared;
    this.#word = word;
    this.#most = most;
    this.#take = take;
    // A beginning that is longer has more errors than allowed.
    this.#rows = Array.from({ length: word.length + most + 2 }, () => new Uint8Array(word.length + 1));
    this.#begun = new Uint8Array(this.#rows.length).fill(255);
    for (let i = 0; i <= word.length; i++) (this.#rows[0] as Uint8Array)[i] = i;
  }

  /** Looks at texts from one on, for a step. Returns the next one. */
  continueFrom(from: number): number {
    const { text, starts, size } = this.#texts;
    let rows = 0;
    let at = from;
    while (at < size && rows < stepSize) {
      const start = starts[at] as number;
      const length = (starts[at + 1] as number) - 1 - start;
      let isPossible = true;
      this.#depth = Math.min(this.#depth, this.#shared[at] as number);
      while (isPossible && this.#depth < length) {
        this.#depth++;
        isPossible = this.#addRow(text, start);
        rows++;
      }
      if (isPossible) this.#takeText(at++, length);
      else at = this.#pass(at);
      rows++;
    }
    return at;
  }

  /** Works out the last row. Returns whether any distance in it is small enough. */
  #addRow(text: string, start: number): boolean {
    const depth = this.#depth;
    const word = this.#word;
    const letter = text.charCodeAt(start + depth - 1);
    const [now, one] = [this.#rows[depth] as Uint8Array, this.#rows[depth - 1] as Uint8Array];
    const two = depth > 1 ? (this.#rows[depth - 2] as Uint8Array) : undefined;
    const before = depth > 1 ? text.charCodeAt(start + depth - 2) : 0;
    now[0] = depth;
    let least = depth;
    for (let i = 1; i <= word.length; i++) {
      const own = word.charCodeAt(i - 1);
      let cost = Math.min(
        (one[i] as number) + 1,
        (now[i - 1] as number) + 1,
        (one[i - 1] as number) + (own === letter ? 0 : 1),
      );
      if (two && i > 1 && own === before && word.charCodeAt(i - 2) === letter) {
        cost = Math.min(cost, (two[i - 2] as number) + 1);
      }
      now[i] = cost;
      if (cost < least) least = cost;
    }
    this.#begun[depth] = Math.min(this.#begun[depth - 1] as number, now[word.length] as number);
    return least <= this.#most;
  }

  #takeText(at: number, length: number): void {
    const typos = (this.#rows[length] as Uint8Array)[this.#word.length] as number;
    if (typos <= this.#most) this.#take(at, typos);
    else if ((this.#begun[length] as number) <= 1) this.#take(at, undefined);
  }

  /** Passes all texts with the current beginning. Returns the next one. */
  #pass(from: number): number {
    const isBegun = (this.#begun[this.#depth] as number) <= 1;
    let at = from;
    do {
      if (isBegun) this.#take(at, undefined);
      at++;
    } while (at < this.#texts.size && (this.#shared[at] as number) >= this.#depth);
    return at;
  }
}
