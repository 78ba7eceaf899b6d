/**
 * The tags or the badges of all items. Many items have the same list, so each list is stored once and an item has its
 * number. Also counts how many items have each word.
 */
export class WordLists {
  readonly #numbers = new Map<string, number>();
  readonly #lists: { text: string; words: readonly string[]; uses: number }[] = [];
  readonly #free: number[] = [];
  readonly counts = new Map<string, number>();

  /** Counts one more use of a list, given as JSON text, and returns its number. */
  take(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#free.pop() ?? this.#lists.length;
      // A word that an item has twice counts once.
      this.#lists[number] = { text, words: [...new Set(JSON.parse(text) as string[])], uses: 0 };
      this.#numbers.set(text, number);
    }
    this.#count(number, 1);
    return number;
  }

  drop(number: number): void {
    this.#count(number, -1);
    const list = this.#lists[number];
    if (!list || list.uses > 0) return;
    this.#numbers.delete(list.text);
    this.#free.push(number);
  }

  words(number: number): readonly string[] {
    return this.#lists[number]?.words ?? [];
  }

  #count(number: number, by: 1 | -1): void {
    const list = this.#lists[number];
    if (!list) return;
    list.uses += by;
    for (const word of list.words) {
      const count = (this.counts.get(word) ?? 0) + by;
      if (count === 0) this.counts.delete(word);
      else this.counts.set(word, count);
    }
  }
}
