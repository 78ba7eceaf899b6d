import { edenGC, fullGC } from "bun:jsc";

const megabyte = 1024 * 1024;
/** A growth by so much since the last collection starts a collection of young objects. */
const youngStep = 20 * megabyte;
/** A growth by so much since the last full collection starts a full one. */
const fullStep = 40 * megabyte;
const lookEveryMs = 100;
/**
 * When memory falls, the mark that it is compared with falls by at most this much per check. Pictures take tens of
 * megabytes for a moment, again and again, and a full collection, which blocks for 20 to 50 ms, would free none of it.
 */
const fall = megabyte;

/** The memory of a process, and how its garbage is collected; a test has its own. */
export type Collector = { resident(): number; young(): void; full(): void };

const ofThisProcess: Collector = { resident: process.memoryUsage.rss, young: edenGC, full: fullGC };

/**
 * Limits garbage. The engine lets it grow to the size of all live memory, and counts cached responses as live: 200 MB of
 * garbage beside them. Collecting young objects earlier takes some milliseconds, and only while memory grows.
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

  /** Checks regularly. Returns a function that stops it. */
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
