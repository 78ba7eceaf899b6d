import type { Database } from "bun:sqlite";
import type { Checkpointed } from "./checkpoint-worker.ts";

/** The serving thread checkpoints at commits while the log has more pages than this: 64 MB. */
const boundLog = "pragma wal_autocheckpoint = 32000";
/** With more pages in the log, it checkpoints at the commit of a long batch too. */
const mostLeftPages = 64_000;

type Told = {
  damaged(): void;
  /** Whether a transaction of writes is open. */
  isWriting(): boolean;
};

/**
 * The thread that checkpoints the write-ahead log of an open file and looks for damage in it. The serving thread
 * checkpoints only if this one falls behind, so that the log stays bounded.
 */
export class SqliteCheckpoints {
  readonly #worker = new Worker(new URL("./checkpoint-worker.ts", import.meta.url).href);
  readonly #database: Database;
  /** Pages of the log that the next commit adds to; undefined while the thread is asked to copy them, or is dead. */
  #logPages: number | undefined = 0;

  constructor(file: string, database: Database, { damaged, isWriting }: Told) {
    this.#database = database;
    this.#worker.onmessage = ({ data }: MessageEvent<"damaged" | Checkpointed>) => {
      if (data === "damaged") damaged();
      else {
        // The log starts over with the next write, but not with one that may have added to it before all was copied.
        this.#logPages = data.isCopied && !isWriting() ? 0 : data.logPages;
        database.exec(boundLog);
      }
    };
    // Without this thread, the serving one checkpoints alone.
    this.#worker.onerror = () => {
      this.#logPages = undefined;
      database.exec(boundLog);
    };
    this.#worker.postMessage(file);
    database.exec(boundLog);
  }

  /**
   * Commits a long batch. What it has added to the log, this thread copies before the serving one looks at it, unless it
   * has not caught up with the batch before.
   */
  commitLong(commit: () => void): void {
    const isFree = this.#logPages !== undefined;
    const isLeft = this.#logPages !== undefined && this.#logPages < mostLeftPages;
    this.#database.exec(isLeft ? "pragma wal_autocheckpoint = 0" : boundLog);
    try {
      commit();
    } finally {
      if (isFree) {
        this.#logPages = undefined;
        this.#worker.postMessage("checkpoint");
      }
    }
  }

  /** Looks for damage now. */
  check(): void {
    this.#worker.postMessage("check");
  }

  /** A thread that does not answer does not delay the stop: the next start does what it left undone. */
  async end(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === "closed") resolve();
    };
    this.#worker.onerror = () => resolve();
    this.#worker.postMessage("close");
    await Promise.race([promise, Bun.sleep(1_000)]);
    this.#worker.terminate();
  }
}
