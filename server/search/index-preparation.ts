import type { Db } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";
import { turn } from "../http/turns.ts";
import { reachesBackTo } from "../log/follow.sql.ts";
import { isPassing } from "../log/leased-work.ts";
import { Paced } from "../log/paced.ts";
import type { Indexes } from "./indexes.ts";

const lookEveryMs = 60_000;
/** The first requests after a start do not wait for this work. */
const firstAfterMs = 1_000;
/**
 * So many changes may be missing in an index on disk: whoever asks first waits for them, a second or two. A project with
 * more than this in a minute is being imported, and is left alone until that ends.
 */
const usuallyBehind = 20_000;
const projectsAtOnce = 500;

/** With less room than this on the disk, an index must not take what the catalog itself needs. */
const leastRoom = 100 * 1024 * 1024;

type PreparationParts = {
  db: Db;
  indexes: Indexes;
  log: Log;
  clock: Clock;
  /** Whether other work without a request is going on, such as an import: one of them at a time takes enough memory. */
  isBusy?: () => boolean;
  mostBehind?: number;
};

/** A project's last change in the log, and the last one that its index on disk has. */
type State = { last: number; prepared: number | undefined };

/**
 * Makes the search indexes that nobody has asked for yet, and updates those that are far behind: when the service has
 * started, when an import has ended, and when another node has written much. It makes one at a time, that of the project
 * that changed last first. They are only kept on disk, so they take no memory; whoever asks first reads one from there.
 */
export class IndexPreparation {
  readonly #db: Db;
  readonly #indexes: Indexes;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #mostBehind: number;
  readonly #isBusy: () => boolean;
  /** By the key of the project, as the last look found it. */
  #states = new Map<number, State>();
  /** Whether the next look takes projects that grew fast until now too: at the start, and after an import. */
  #ignoresGrowth = true;
  #isClosed = false;
  #paced: Paced | undefined;
  #cancelStart = () => {};

  constructor({ db, indexes, log, clock, isBusy = () => false, mostBehind = usuallyBehind }: PreparationParts) {
    this.#db = db;
    this.#indexes = indexes;
    this.#log = log;
    this.#clock = clock;
    this.#mostBehind = mostBehind;
    this.#isBusy = isBusy;
  }

  /** Call when the service listens. */
  start(): void {
    this.#cancelStart = this.#clock.after(firstAfterMs, () => {
      this.#paced = new Paced(
        () => this.#prepareAll(),
        this.#clock,
        lookEveryMs,
        (error) => {
          if (!this.#isClosed) this.#log.warn({ err: error }, "the search indexes are prepared later");
        },
      );
      this.#paced.wake();
    });
  }

  /** Call when an import has ended. */
  importEnded(): void {
    this.#ignoresGrowth = true;
    this.#paced?.wake();
  }

  /** The indexes have to be closed at the same time, which ends the work on one of them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelStart();
    await this.#paced?.stop();
  }

  async #prepareAll(): Promise<void> {
    for (const projectKey of await this.#due()) {
      if (this.#isClosed || !(await this.#indexes.hasRoom(leastRoom))) return;
      await this.#prepare(projectKey);
    }
  }

  async #prepare(projectKey: number): Promise<void> {
    const state = this.#states.get(projectKey) as State;
    try {
      state.prepared ??= await this.#onDisk(projectKey);
      if (state.last - (state.prepared ?? Number.NEGATIVE_INFINITY) <= this.#mostBehind) return;
      state.prepared = await this.#indexes.prepare(projectKey, this.#isBusy);
    } catch (error) {
      if (isPassing(error)) throw error;
      // Tried again after as many changes, not every minute.
      state.prepared = state.last;
      this.#log.error({ err: error }, "a search index cannot be made");
    }
  }

  /** The last change that the index on disk has; undefined without one, or if it is of another log. */
  async #onDisk(projectKey: number): Promise<number | undefined> {
    const position = await this.#indexes.positionOnDisk(projectKey);
    const isOfLog = position && (await this.#db.read((reader) => reachesBackTo(reader, position)));
    return isOfLog ? position.seq : undefined;
  }

  /** The keys of the projects whose index is to be made or updated, in this order. */
  async #due(): Promise<number[]> {
    const ignoresGrowth = this.#ignoresGrowth;
    this.#ignoresGrowth = false;
    const before = this.#states;
    this.#states = new Map();
    const due: { projectKey: number; last: number }[] = [];
    for await (const { key: projectKey, last } of this.#projects()) {
      const known = before.get(projectKey);
      const prepared = known?.prepared;
      this.#states.set(projectKey, { last, prepared });
      const isBehind = prepared === undefined || last - prepared > this.#mostBehind;
      const isQuiet = ignoresGrowth || last - (known?.last ?? 0) <= this.#mostBehind;
      if (isBehind && isQuiet) due.push({ projectKey, last });
    }
    return due.sort((one, other) => other.last - one.last).map(({ projectKey }) => projectKey);
  }

  /** All projects, and the last change of each. */
  async *#projects(): AsyncGenerator<{ key: number; last: number }> {
    for (let after = 0; ; ) {
      const query = composed(
        `select p.key, coalesce((select seq from changes where project_key = p.key
          order by transaction_id desc, seq desc limit 1), 0) as last
          from projects p where p.key > ? order by p.key limit ${projectsAtOnce}`,
        [after],
      );
      const rows = await this.#db.read((reader) => reader.all<{ key: number; last: number }>(query));
      yield* rows;
      if (rows.length < projectsAtOnce) return;
      after = (rows.at(-1) as { key: number }).key;
      await turn();
    }
  }
}
