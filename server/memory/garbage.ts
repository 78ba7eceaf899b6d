import { edenGC, fullGC } from "bun:jsc";

const megabyte = 1024 * 1024;
/** So much more memory than after the last time, and what was thrown away lately is collected. */
const youngStep = 20 * megabyte;
/** And so much more than after the last full collection, and all of it is. */
const fullStep = 40 * megabyte;
const lookEveryMs = 100;
/**
 * What memory is measured against falls by so much in a look, where memory fell. Pictures take tens of megabytes for a
 * moment, again and again, which no collection would give back: each full one held everybody for 20 to 50 ms.
 */
const fall = megabyte;

/** The memory of a process, and how its garbage is collected; a test has its own. */
export type Collector = { resident(): number; young(): void; full(): void };

const ofThisProcess: Collector = { resident: process.memoryUsage.rss, young: edenGC, full: fullGC };

/**
 * Keeps the process near what it really uses. The engine lets garbage grow to the size of all that is alive, and counts
 * the kept answers as alive: 200 MB of garbage beside them. Collecting the young earlier costs some milliseconds, and only
 * while memory grows.
 */
export class GarbageWatch {
  readonly #collector: Collector;
  #afterAny: number;
  #afterFull: number;

  constructor(collector: Collector = ofThisProcess) {
    this.#collector = collector;
    this.#afterAny = collector.resident();
    this.#afterFull = this.#afterAny;
  }

  /** Looks again and again; the function that it returns ends that. */
  start(): () => void {
    const timer = setInterval(() => this.look(), lookEveryMs);
    timer.unref();
    return () => clearInterval(timer);
  }

  look(): void {
    const now = this.#collector.resident();
    this.#afterAny = lowered(this.#afterAny, now);
    this.#afterFull = lowered(this.#afterFull, now);
    if (now > this.#afterFull + fullStep) {
      this.#collector.full();
      this.#afterFull = this.#collector.resident();
      this.#afterAny = this.#afterFull;
    } else if (now > this.#afterAny + youngStep) {
      this.#collector.young();
      this.#afterAny = this.#collector.resident();
    }
  }
}

const lowered = (mark: number, now: number): number => Math.min(mark, Math.max(now, mark - fall));
