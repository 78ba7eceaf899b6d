import type { Db, Reader } from "../db/db.ts";
import { followLog, readOverview } from "./overview.sql.ts";
import type { ProjectOverview } from "./project-overview.ts";

/** Who has not been asked for this long is let go; the next question reads the project again. */
const idleMs = 15 * 60_000;
const sweepMs = 60_000;
/** What an entry of an overview takes, measured. */
const entryBytes = 320;

type Loaded = { overview: Promise<ProjectOverview>; turn: Promise<unknown>; usedAt: number; bytes: number };

/**
 * The overviews in use, one for each project that anyone searches. Nothing is written for them: they are read when
 * first asked for, and then follow the log, so that an answer holds everything that was committed before it was
 * asked for. What was not used for longest makes room; the one in use stays, however large its project is.
 */
export class Overviews {
  readonly #db: Db;
  readonly #kept = new Map<number, Loaded>();
  readonly #maxBytes: number;
  readonly #sweeping: NodeJS.Timeout;

  constructor(db: Db, maxBytes: number) {
    this.#db = db;
    this.#maxBytes = maxBytes;
    this.#sweeping = setInterval(() => this.#letGo(performance.now() - idleMs), sweepMs);
    this.#sweeping.unref();
  }

  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#kept.values()) sum += bytes;
    return sum;
  }

  /** Runs `ask` with the overview of a project as this moment sees it. */
  async of<T>(projectKey: number, ask: (overview: ProjectOverview, reader: Reader) => Promise<T>): Promise<T> {
    for (;;) {
      const kept = this.#keptOf(projectKey);
      kept.usedAt = performance.now();
      const overview = await kept.overview;
      kept.bytes = overview.entries.size * entryBytes;
      this.#makeRoom(kept);
      // One at a time: two that follow the log would take in each other's rows in the wrong order.
      const turn = kept.turn.then(() =>
        this.#db.read(async (reader) =>
          (await followLog(reader, overview, projectKey)) ? { answer: await ask(overview, reader) } : undefined,
        ),
      );
      kept.turn = turn.catch(() => {});
      const done = await turn;
      if (done) return done.answer;
      if (this.#kept.get(projectKey) === kept) this.#kept.delete(projectKey);
    }
  }

  close(): void {
    clearInterval(this.#sweeping);
    this.#kept.clear();
  }

  #keptOf(projectKey: number): Loaded {
    const kept = this.#kept.get(projectKey);
    if (kept) return kept;
    const overview = readOverview(this.#db, projectKey);
    const made: Loaded = { overview, turn: Promise.resolve(), usedAt: performance.now(), bytes: 0 };
    this.#kept.set(projectKey, made);
    overview.catch(() => this.#kept.get(projectKey) === made && this.#kept.delete(projectKey));
    return made;
  }

  #makeRoom(inUse: Loaded): void {
    const byUse = [...this.#kept].sort(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [projectKey, kept] of byUse) {
      if (this.bytes <= this.#maxBytes || kept === inUse) return;
      this.#kept.delete(projectKey);
    }
  }

  #letGo(before: number): void {
    for (const [projectKey, { usedAt }] of this.#kept) if (usedAt < before) this.#kept.delete(projectKey);
  }
}
