const notFound = 0xff;

/** Words of a vocabulary that were found, by their number, and what each costs. Nothing of it ever changes. */
export class FoundWords {
  readonly words: Uint32Array;
  readonly costs: Uint8Array;

  constructor(words: Uint32Array, costs: Uint8Array) {
    this.words = words;
    this.costs = costs;
  }

  get size(): number {
    return this.words.length;
  }

  /** The same words at other costs. */
  at(costOf: (cost: number) => number): FoundWords {
    return new FoundWords(this.words, this.costs.map(costOf));
  }

  /** With more of them. One that is in both is there twice. */
  and({ words, costs }: FoundWords): FoundWords {
    const [allWords, allCosts] = [new Uint32Array(this.size + words.length), new Uint8Array(this.size + words.length)];
    allWords.set(this.words);
    allWords.set(words, this.size);
    allCosts.set(this.costs);
    allCosts.set(costs, this.size);
    return new FoundWords(allWords, allCosts);
  }
}

/** Arrays in which every cost is `notFound`, for the next search. */
const free: Uint8Array[] = [];
const mostFree = 4;

/** Takes what is found, at the lowest cost. */
export class WordTaker {
  readonly #costs: Uint8Array;
  readonly #words: number[] = [];

  constructor(vocabularySize: number) {
    const used = free.pop();
    this.#costs = used && used.length >= vocabularySize ? used : new Uint8Array(vocabularySize).fill(notFound);
  }

  take(word: number, cost: number): void {
    const known = this.#costs[word] as number;
    if (known === notFound) this.#words.push(word);
    if (cost < known) this.#costs[word] = cost;
  }

  /** What was taken; nothing is taken afterwards. */
  finish(): FoundWords {
    const words = Uint32Array.from(this.#words);
    const costs = new Uint8Array(words.length);
    for (let i = 0; i < words.length; i++) {
      const word = words[i] as number;
      costs[i] = this.#costs[word] as number;
      this.#costs[word] = notFound;
    }
    if (free.length < mostFree) free.push(this.#costs);
    return new FoundWords(words, costs);
  }
}
