import { limits } from "../../contract/limits.ts";
import { Problem } from "../http/problem.ts";
import { withinTime } from "../http/within-time.ts";

export type QueueBounds = {
  /** Pieces of work at a time. */
  slots: number;
  /** Pixels in work together; what is larger is worked on alone. */
  pixels: number;
  /** Pieces that wait, in all and from one address. */
  waiting: number;
  waitingOfOne: number;
  /** How long one waits at most, for its turn and for its pixels together. */
  patienceMs: number;
};

export type Turn = {
  /** Memory for one file, which is another's as soon as the turn is over. */
  memory(): Buffer;
  /** Waits until so many pixels may be in work, and takes them until the turn is over. At most once in a turn. */
  claim(pixels: number): Promise<void>;
};

export const tooManyPictures = () =>
  new Problem("unavailable", "Too many pictures are being worked on at this moment.", {}, { "retry-after": "5" });

type Waiting = { enter: () => void };

/**
 * Lets work on pixels through: so many pieces at a time, and so many pixels in work together, so that two big pictures
 * wait for each other and small ones do not. Of those who wait, each address has its turn after the others: whoever asks
 * for a hundred pictures keeps nobody else waiting for more than one. Whoever finds no place, or waits for too long, is
 * told to come again.
 */
export class ImageQueue {
  readonly #bounds: QueueBounds;
  /** By address, and the addresses in the order in which they have their turn. */
  readonly #waiting = new Map<string, Waiting[]>();
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
    const deadline = performance.now() + this.#bounds.patienceMs;
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
          await this.#claim(pixels, deadline - performance.now());
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
    const { waiting, waitingOfOne, patienceMs } = this.#bounds;
    const ofOne = this.#waiting.get(address) ?? [];
    if (this.#waits >= waiting || ofOne.length >= waitingOfOne) throw tooManyPictures();
    const { promise, resolve: enter } = Promise.withResolvers<void>();
    const place = { enter };
    ofOne.push(place);
    this.#waiting.set(address, ofOne);
    this.#waits++;
    await withinTime(promise, patienceMs, () => {
      ofOne.splice(ofOne.indexOf(place), 1);
      if (ofOne.length === 0) this.#waiting.delete(address);
      this.#waits--;
      return tooManyPictures();
    });
  }

  #admit(): void {
    while (this.#running < this.#bounds.slots) {
      const next = this.#waiting.entries().next().value;
      if (!next) return;
      const [address, places] = next;
      const place = places.shift();
      // To the end: the other addresses have their turn before this one has another.
      this.#waiting.delete(address);
      if (places.length > 0) this.#waiting.set(address, places);
      this.#waits--;
      this.#running++;
      place?.enter();
    }
  }

  async #claim(pixels: number, patienceMs: number): Promise<void> {
    if (this.#claims.length === 0 && this.#fits(pixels)) return this.#take(pixels);
    const { promise, resolve: enter } = Promise.withResolvers<void>();
    const claim = { pixels, enter };
    this.#claims.push(claim);
    await withinTime(promise, patienceMs, () => {
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
