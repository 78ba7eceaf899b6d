/** How well a name matches: lower is better. */
export const ranks = { exact: 0, start: 1, wordStart: 2, part: 3, allWords: 4 } as const;

const isWordPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);

/** The rank of a folded name, undefined if it does not match; `words` are the words of the needle. */
export function rankOf(name: string, needle: string, words: readonly string[]): number | undefined {
  const first = name.indexOf(needle);
  if (first < 0) return words.every((word) => name.includes(word)) ? ranks.allWords : undefined;
  if (first === 0) return name.length === needle.length ? ranks.exact : ranks.start;
  for (let at = first; at >= 0; at = name.indexOf(needle, at + 1)) {
    if (!isWordPart(name[at - 1])) return ranks.wordStart;
  }
  return ranks.part;
}

/** The best of any number of values, in the order of their scores. Only a few are in memory at a time. */
export class Best<T> {
  readonly #limit: number;
  #values: { score: number; value: T }[] = [];
  #worst = Number.POSITIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(score: number, value: () => T): void {
    if (score >= this.#worst) return;
    this.#values.push({ score, value: value() });
    if (this.#values.length >= 2 * this.#limit + 16) this.#cut();
  }

  inOrder(): T[] {
    this.#cut();
    return this.#values.map(({ value }) => value);
  }

  #cut(): void {
    this.#values.sort((one, other) => one.score - other.score);
    this.#values.length = Math.min(this.#values.length, this.#limit);
    if (this.#values.length === this.#limit) this.#worst = this.#values.at(-1)?.score ?? this.#worst;
  }
}
