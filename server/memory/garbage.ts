import { edenGC, fullGC } from "bun:jsc";

const megabyte = 1024 * 1024;
/** If memory grows by this much since the last collection, the young generation is collected. */
const youngStep = 20 * megabyte;
/** If it grows by this much since the last full collection, everything is collected. */
const fullStep = 40 * megabyte;
const lookEveryMs = 100;
/**
 * If memory shrinks, the value that it is compared with falls by at most this much per check. Pictures often need tens
 * of megabytes for a moment, which a collection does not free: each full one stopped all requests for 20 to 50 ms.
 */
const fall = megabyte;

/** The memory of a process and its garbage collection. Tests have their own. */
export type Collector = { resident(): number; young(): void; full(): void };

const ofThisProcess: Collector = { resident: process.memoryUsage.rss, young: edenGC, full: fullGC };

/**
 * Keeps the memory of the process near what it really uses. The engine lets garbage grow to the size of all live
 * memory, which includes the cached answers: 200 MB of garbage besides them. Collecting earlier costs some
 * milliseconds, and only while memory grows.
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

  /** Checks at intervals. Returns a function that stops it. */
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
