import type { Db, Reader } from "../db/db.ts";
import { followLog, readOverview } from "./overview.sql.ts";
import type { ProjectOverview } from "./project-overview.ts";

/** An overview that is not used for this long is removed; the next request reads the project again. */
const idleMs = 15 * 60_000;
const sweepMs = 60_000;
/** The memory of one entry, measured. */
const entryBytes = 320;

type Loaded = { overview: Promise<ProjectOverview>; turn: Promise<unknown>; usedAt: number; bytes: number };

/**
 * The overviews of the projects in use. They are read on the first request and then follow the log, so that an answer
 * contains everything that was committed before the request. The least recently used are removed first; the one in use
 * stays, however large its project is.
 */
export class Overviews {
  readonly #db: Db;
  readonly #loaded = new Map<number, Loaded>();
  readonly #maxBytes: number;
  readonly #sweeping: NodeJS.Timeout;

  constructor(db: Db, maxBytes: number) {
    this.#db = db;
    this.#maxBytes = maxBytes;
    this.#sweeping = setInterval(() => this.#removeIdle(performance.now() - idleMs), sweepMs);
    this.#sweeping.unref();
  }

  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#loaded.values()) sum += bytes;
    return sum;
  }

  /** Runs `ask` with the current overview of a project. */
  async of<T>(projectKey: number, ask: (overview: ProjectOverview, reader: Reader) => Promise<T>): Promise<T> {
    for (;;) {
      const loaded = this.#loadedOf(projectKey);
      loaded.usedAt = performance.now();
      const overview = await loaded.overview;
      loaded.bytes = overview.entries.size * entryBytes;
      this.#removeLeastUsed(loaded);
      // One at a time: two that follow the log would apply rows in the wrong order.
      const turn = loaded.turn.then(() =>
        this.#db.read(async (reader) =>
          (await followLog(reader, overview, projectKey)) ? { answer: await ask(overview, reader) } : undefined,
        ),
      );
      loaded.turn = turn.catch(() => {});
      const done = await turn;
      if (done) return done.answer;
      if (this.#loaded.get(projectKey) === loaded) this.#loaded.delete(projectKey);
    }
  }

  close(): void {
    clearInterval(this.#sweeping);
    this.#loaded.clear();
  }

  #loadedOf(projectKey: number): Loaded {
    const loaded = this.#loaded.get(projectKey);
    if (loaded) return loaded;
    const overview = readOverview(this.#db, projectKey);
    const made: Loaded = { overview, turn: Promise.resolve(), usedAt: performance.now(), bytes: 0 };
    this.#loaded.set(projectKey, made);
    overview.catch(() => this.#loaded.get(projectKey) === made && this.#loaded.delete(projectKey));
    return made;
  }

  #removeLeastUsed(inUse: Loaded): void {
    const byUse = [...this.#loaded].sort(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [projectKey, loaded] of byUse) {
      if (this.bytes <= this.#maxBytes || loaded === inUse) return;
      this.#loaded.delete(projectKey);
    }
  }

  #removeIdle(before: number): void {
    for (const [projectKey, { usedAt }] of this.#loaded) if (usedAt < before) this.#loaded.delete(projectKey);
  }
}
