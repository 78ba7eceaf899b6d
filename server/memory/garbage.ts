const megabyte = 1024 * 1024;
/** If memory grows by this much since the last collection, the young generation is collected. */
const youngStep = 20 * megabyte;
/** If it grows by this much since the last full collection, everything is collected when nobody waits for an answer. */
const fullStep = 40 * megabyte;
/** If it grows by this much, everything is collected although somebody waits: it takes up to 80 ms. */
const mostGrowth = 80 * megabyte;
const lookEveryMs = 100;
/** Nobody waits if the main thread has computed for less than this since the last look. */
const idleMs = 20;
/**
 * If memory shrinks, the value that it is compared with falls by at most this much per check. Pictures often need tens
 * of megabytes for a moment, which a collection does not free: each full one stopped all requests for 20 to 50 ms.
 */
const fall = megabyte;

/** The memory of a process and its garbage collection. Tests have their own. */
export type Collector = {
  resident(): number;
  /** Milliseconds for which the main thread has computed. */
  computed(): number;
  young(): void;
  full(): void;
};

const ofThisProcess: Collector = {
  resident: process.memoryUsage.rss,
  computed() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  // Beside the main thread. The same of everything collects too little.
  young: () => Bun.gc(false),
  // Gives the memory back to the system too, which `fullGC` of the engine does not: 253 MB became 144, and 250.
  full: () => Bun.gc(true),
};

/**
 * Keeps the memory of the process near what it really uses. The engine lets garbage grow to the size of all live
 * memory, which includes the cached answers: 200 MB of garbage besides them. Collecting earlier costs some
 * milliseconds, and only while memory grows.
 */
export class GarbageWatch {
  readonly #collector: Collector;
  #afterAny: number;
  #afterFull: number;
  #computed = 0;

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
    const isIdle = this.#isIdle();
    if (now > this.#afterFull + (isIdle ? fullStep : mostGrowth)) {
      this.#collector.full();
      this.#afterFull = this.#collector.resident();
      this.#afterAny = this.#afterFull;
    } else if (now > this.#afterAny + youngStep) {
      this.#collector.young();
      this.#afterAny = this.#collector.resident();
    }
  }

  #isIdle(): boolean {
    const before = this.#computed;
    this.#computed = this.#collector.computed();
    return this.#computed - before < idleMs;
  }
}

const lowered = (mark: number, now: number): number => Math.min(mark, Math.max(now, mark - fall));
