let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a separate round of the event loop. Work that takes milliseconds waits for this before each of its parts:
 * one such part runs per round, and other requests run in between.
 */
export function turn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}

/** For work on many pieces: waits for the next turn after pieces of a total size of `most`. */
export class Pace {
  readonly #most: number;
  #done = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Call before a piece of this size. */
  next(size: number): Promise<void> | undefined {
    this.#done += size;
    if (this.#done <= this.#most) return undefined;
    this.#done = size;
    return turn();
  }
}

/** So long does one part of a long piece of work take, at most, before other requests get their turn. */
const partMs = 5;

/** For work that waits for other things between its steps: waits for the next turn after every few milliseconds of it. */
export class Rest {
  #due = performance.now() + partMs;

  /** Call before each step. */
  async ifDue(): Promise<void> {
    if (performance.now() < this.#due) return;
    await turn();
    this.#due = performance.now() + partMs;
  }
}

/** Runs work that is made in steps, with a turn for other requests after every few milliseconds of it. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + partMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await turn();
  }
}
