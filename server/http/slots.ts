import { Problem } from "./problem.ts";

type Bounds = { atOnce: number; mostWaiting: number; words: string; retryAfterSeconds: number };

/** Lets so many in at a time and has so many wait, in turn; whoever comes then is told to come again. */
export class Slots {
  readonly #bounds: Bounds;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const { atOnce, mostWaiting, words, retryAfterSeconds } = this.#bounds;
    if (this.#taken < atOnce) this.#taken++;
    else if (this.#waiting.length >= mostWaiting) {
      throw new Problem("unavailable", words, {}, { "retry-after": String(retryAfterSeconds) });
    }
    // Whoever ends hands the slot over, so that it is never counted twice.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken--;
    }
  }
}
