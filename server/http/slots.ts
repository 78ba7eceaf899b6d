import { Problem } from "./problem.ts";

type Bounds = { atOnce: number; mostWaiting: number; detail: string; retryAfterSeconds: number };

/** Runs a limited number of calls at a time and lets a limited number wait, in order. Refuses any further call. */
export class Slots {
  readonly #bounds: Bounds;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const { atOnce, mostWaiting, detail, retryAfterSeconds } = this.#bounds;
    if (this.#taken < atOnce) this.#taken++;
    else if (this.#waiting.length >= mostWaiting) {
      throw new Problem("unavailable", detail, {}, { "retry-after": String(retryAfterSeconds) });
    }
    // A call that ends passes its slot on, so that a slot is never counted twice.
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
