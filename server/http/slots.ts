import { Problem } from "./problem.ts";

type Share = { atOnce: number; mostWaiting: number; detail: string };

type Bounds = Share & {
  /** The share of one person: a user, a key, or an address. Nobody can take all slots. */
  ofOne?: Share;
  retryAfterSeconds: number;
};

/** What one person has. */
type Taken = { running: number; waiting: number };

type Waiting = { who: string; taken: Taken; round: number; begin(slot: Disposable): void };

/**
 * Runs a limited number of calls at a time and lets a limited number wait. Refuses any further call. Those that wait go in
 * rounds, with one call of each person in each, so that nobody waits for all calls of somebody else.
 */
export class Slots {
  readonly #bounds: Bounds;
  readonly #people = new Map<string, Taken>();
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #round = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get running(): number {
    return this.#running;
  }

  async run<T>(work: () => Promise<T>, who = "", signal?: AbortSignal): Promise<T> {
    const slot = this.enter(who, signal);
    // Without a promise: a call that need not wait starts at once.
    using _ = slot instanceof Promise ? await slot : slot;
    return await work();
  }

  /** A slot, which is taken until it is disposed of. Who leaves while they wait is forgotten. */
  enter(who = "", signal?: AbortSignal): Disposable | Promise<Disposable> {
    const { mostWaiting, detail, ofOne, retryAfterSeconds } = this.#bounds;
    const taken = this.#people.get(who) ?? { running: 0, waiting: 0 };
    if (this.#isFreeFor(taken)) return this.#begin(who, taken);
    const retry = { "retry-after": String(retryAfterSeconds) };
    if (ofOne && taken.running + taken.waiting >= ofOne.atOnce + ofOne.mostWaiting) {
      throw new Problem("rate_limited", ofOne.detail, {}, retry);
    }
    if (this.#waiting.length >= mostWaiting) throw new Problem("unavailable", detail, {}, retry);
    taken.waiting++;
    const last = this.#waiting.findLast((other) => other.taken === taken);
    const round = Math.max(last?.round ?? 0, this.#round) + 1;
    this.#people.set(who, taken);
    return new Promise((resolve, reject) => {
      const begin = (slot: Disposable) => {
        signal?.removeEventListener("abort", leave);
        resolve(slot);
      };
      const place: Waiting = { who, taken, round, begin };
      const behind = this.#waiting.findLastIndex((other) => other.round <= round);
      this.#waiting.splice(behind + 1, 0, place);
      const leave = () => {
        const at = this.#waiting.indexOf(place);
        if (at < 0) return;
        this.#waiting.splice(at, 1);
        taken.waiting--;
        this.#forget(who, taken);
        reject(new Problem("unavailable", detail, {}, retry));
      };
      signal?.addEventListener("abort", leave, { once: true });
      if (signal?.aborted) leave();
    });
  }

  #isFreeFor({ running }: Taken): boolean {
    const { atOnce, ofOne } = this.#bounds;
    return this.#running < atOnce && (!ofOne || running < ofOne.atOnce);
  }

  #begin(who: string, taken: Taken): Disposable {
    this.#running++;
    taken.running++;
    this.#people.set(who, taken);
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#running--;
        taken.running--;
        this.#forget(who, taken);
        this.#next();
      },
    };
  }

  #next(): void {
    const at = this.#waiting.findIndex(({ taken }) => this.#isFreeFor(taken));
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (!next) return;
    this.#round = Math.max(this.#round, next.round);
    next.taken.waiting--;
    next.begin(this.#begin(next.who, next.taken));
  }

  #forget(who: string, { running, waiting }: Taken): void {
    if (running + waiting === 0) this.#people.delete(who);
  }
}
