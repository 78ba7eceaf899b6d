/** How well a name matches: the lower the better. */
export const ranks = { exact: 0, start: 1, wordStart: 2, part: 3, allWords: 4 } as const;

const isWordPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);

/** The rank of one folded name, undefined if it does not match; `words` are those of the needle. */
export function rankOf(name: string, needle: string, words: readonly string[]): number | undefined {
  const first = name.indexOf(needle);
  if (first < 0) return words.every((word) => name.includes(word)) ? ranks.allWords : undefined;
  if (first === 0) return name.length === needle.length ? ranks.exact : ranks.start;
  for (let at = first; at >= 0; at = name.indexOf(needle, at + 1)) {
    if (!isWordPart(name[at - 1])) return ranks.wordStart;
  }
  return ranks.part;
}

/** The best of however many, in the order of their score; only a few are kept at a time. */
export class Best<T> {
  readonly #limit: number;
  #kept: { score: number; value: T }[] = [];
  #worst = Number.POSITIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(score: number, value: () => T): void {
    if (score >= this.#worst) return;
    this.#kept.push({ score, value: value() });
    if (this.#kept.length >= 2 * this.#limit + 16) this.#cut();
  }

  inOrder(): T[] {
    this.#cut();
    return this.#kept.map(({ value }) => value);
  }

  #cut(): void {
    this.#kept.sort((one, other) => one.score - other.score);
    this.#kept.length = Math.min(this.#kept.length, this.#limit);
    if (this.#kept.length === this.#limit) this.#worst = this.#kept.at(-1)?.score ?? this.#worst;
  }
}
