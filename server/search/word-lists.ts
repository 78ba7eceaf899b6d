/**
 * The tags of all items, or the badges. Many items carry the same list, so each list is kept once and an item holds
 * its number; how many items carry a word is counted along.
 */
export class WordLists {
  readonly #numbers = new Map<string, number>();
  readonly #lists: { text: string; words: readonly string[]; uses: number }[] = [];
  readonly #free: number[] = [];
  readonly counts = new Map<string, number>();

  /** Takes the JSON text of a list into use and returns its number. */
  take(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#free.pop() ?? this.#lists.length;
      // A word that an item carries twice counts once.
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
