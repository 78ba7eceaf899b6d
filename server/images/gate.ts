import { limits } from "../../contract/limits.ts";

/**
 * Lets work on pixels through: as many pieces at a time as there are slots, and no more megapixels in flight than
 * the budget, so that two big pictures wait for each other and small ones do not. Whoever waits goes in turn.
 */
export class Gate {
  readonly #slots: number;
  readonly #budget: number;
  readonly #waiting: { pixels: number; enter: () => void }[] = [];
  readonly #memory: Buffer[] = [];
  #running = 0;
  #pixels = 0;

  constructor(slots: number, budget: number) {
    this.#slots = slots;
    this.#budget = budget;
  }

  /** `work` gets memory for one file, which is another's as soon as it is done. */
  async run<T>(pixels: number, work: (memory: Buffer) => Promise<T>): Promise<T> {
    if (this.#waiting.length > 0 || !this.#fits(pixels)) {
      await new Promise<void>((enter) => this.#waiting.push({ pixels, enter }));
    } else {
      this.#enter(pixels);
    }
    const memory = this.#memory.pop() ?? Buffer.allocUnsafeSlow(limits.imageBytes);
    try {
      return await work(memory);
    } finally {
      this.#memory.push(memory);
      this.#running--;
      this.#pixels -= pixels;
      this.#admit();
    }
  }

  #fits(pixels: number): boolean {
    return this.#running === 0 || (this.#running < this.#slots && this.#pixels + pixels <= this.#budget);
  }

  #enter(pixels: number): void {
    this.#running++;
    this.#pixels += pixels;
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next && this.#fits(next.pixels); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#enter(next.pixels);
      next.enter();
    }
  }
}
