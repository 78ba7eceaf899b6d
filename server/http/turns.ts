let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a round of the event loop of its own. Whoever has milliseconds of work to do waits for this before each
 * part of it: of all such work one part is done in a round, and everyone else's requests get their turn in between.
 */
export function turn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}

/** For work on many pieces: after so much of it the next turn is waited for. */
export class Pace {
  readonly #most: number;
  #done = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Before a piece of this size. */
  next(size: number): Promise<void> | undefined {
    this.#done += size;
    if (this.#done <= this.#most) return undefined;
    this.#done = size;
    return turn();
  }
}
