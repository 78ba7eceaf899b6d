import { limits } from "../../contract/limits.ts";
import { Problem } from "../http/problem.ts";
import { withinTime } from "../http/within-time.ts";

export type QueueBounds = {
  /** Jobs that run at the same time. */
  slots: number;
  /** Pixels of all running jobs together; a larger job runs alone. */
  pixels: number;
  /** Jobs that wait, in total and from one address. */
  waiting: number;
  waitingOfOne: number;
  /** How long a job may wait for its turn and for its pixels together. */
  timeoutMs: number;
};

export type Turn = {
  /** Memory for one file, reused by others as soon as the turn is over. */
  memory(): Buffer;
  /** Waits until this many pixels are free, and takes them until the turn is over. Call it at most once in a turn. */
  claim(pixels: number): Promise<void>;
};

export const tooManyPictures = () =>
  new Problem("unavailable", "Too many pictures are being processed at the moment.", {}, { "retry-after": "5" });

type Waiter = { enter: () => void };

/**
 * Limits the work on pixels: how many jobs run at the same time, and how many pixels they have together, so that two
 * big pictures wait for each other and small ones do not. Waiting addresses take turns: a client that requests a
 * hundred pictures delays others by one. A job that finds the queue full, or waits too long, fails with "unavailable".
 */
export class ImageQueue {
  readonly #bounds: QueueBounds;
  /** By address, in the order in which the addresses get their turns. */
  readonly #waiting = new Map<string, Waiter[]>();
  readonly #claims: { pixels: number; enter: () => void }[] = [];
  readonly #memory: Buffer[] = [];
  #waits = 0;
  #running = 0;
  #claimed = 0;
  #pixels = 0;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  async run<T>(address: string, work: (turn: Turn) => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#bounds.timeoutMs;
    if (this.#waits === 0 && this.#running < this.#bounds.slots) this.#running++;
    else await this.#wait(address);
    let memory: Buffer | undefined;
    let claimed: number | undefined;
    try {
      return await work({
        memory: () => {
          memory ??= this.#memory.pop() ?? Buffer.allocUnsafeSlow(limits.imageBytes);
          return memory;
        },
        claim: async (pixels) => {
          await this.#claim(pixels, Math.max(0, deadline - performance.now()));
          claimed = pixels;
        },
      });
    } finally {
      if (memory) this.#memory.push(memory);
      if (claimed !== undefined) this.#giveBack(claimed);
      this.#running--;
      this.#admit();
    }
  }

  async #wait(address: string): Promise<void> {
    const { waiting, waitingOfOne, timeoutMs } = this.#bounds;
    const ofOne = this.#waiting.get(address) ?? [];
    if (this.#waits >= waiting || ofOne.length >= waitingOfOne) throw tooManyPictures();
    const { promise, resolve: enter } = Promise.withResolvers<void>();
    const waiter = { enter };
    ofOne.push(waiter);
    this.#waiting.set(address, ofOne);
    this.#waits++;
    await withinTime(promise, timeoutMs, () => {
      ofOne.splice(ofOne.indexOf(waiter), 1);
      if (ofOne.length === 0) this.#waiting.delete(address);
      this.#waits--;
      return tooManyPictures();
    });
  }

  #admit(): void {
    while (this.#running < this.#bounds.slots) {
      const next = this.#waiting.entries().next().value;
      if (!next) return;
      const [address, waiters] = next;
      const waiter = waiters.shift();
      // To the end of the line: the other addresses get a turn before this one gets another.
      this.#waiting.delete(address);
      if (waiters.length > 0) this.#waiting.set(address, waiters);
      this.#waits--;
      this.#running++;
      waiter?.enter();
    }
  }

  async #claim(pixels: number, timeoutMs: number): Promise<void> {
    if (this.#claims.length === 0 && this.#fits(pixels)) return this.#take(pixels);
    const { promise, resolve: enter } = Promise.withResolvers<void>();
    const claim = { pixels, enter };
    this.#claims.push(claim);
    await withinTime(promise, timeoutMs, () => {
      this.#claims.splice(this.#claims.indexOf(claim), 1);
      this.#grant();
      return tooManyPictures();
    });
  }

  #fits(pixels: number): boolean {
    return this.#claimed === 0 || this.#pixels + pixels <= this.#bounds.pixels;
  }

  #take(pixels: number): void {
    this.#claimed++;
    this.#pixels += pixels;
  }

  #giveBack(pixels: number): void {
    this.#claimed--;
    this.#pixels -= pixels;
    this.#grant();
  }

  #grant(): void {
    for (let next = this.#claims[0]; next && this.#fits(next.pixels); next = this.#claims[0]) {
      this.#claims.shift();
      this.#take(next.pixels);
      next.enter();
    }
  }
}
