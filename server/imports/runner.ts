import { errorCodes } from "../../contract/errors.ts";
import { DatabaseUnavailable, type Db } from "../db/db.ts";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";
import { Problem } from "../http/problem.ts";
import { giveLeases, type Lease, LeaseWatch, leaseMs, takeLease } from "../log/leases.sql.ts";
import { Paced } from "../log/paced.ts";
import { NotMine } from "./chunk-run.ts";
import { type Circumstances, ImportWork } from "./import-work.ts";
import { finish, forgetImports, type ImportRow, importByKey, waitingImports } from "./imports.sql.ts";

const tickMs = 1_000;
const forgetEveryMs = 3_600_000;

/**
 * Carries out imports. The database stores what is done, in the transaction that does it, so that nothing is done twice
 * or lost when a node dies: the next node with the lease goes on. On each node one import at a time reads or writes; those
 * that wait for pictures hold up no other.
 */
export class ImportRunner {
  readonly #db: Db;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #circumstances: Circumstances;
  readonly #leases: LeaseWatch;
  readonly #turns: Paced;
  readonly #closing = new AbortController();
  /** By the key of the import. */
  readonly #works = new Map<number, Promise<void>>();
  #last: Promise<unknown> = Promise.resolve();
  #forgotAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db, log: Log, clock: Clock, circumstances: Circumstances) {
    this.#db = db;
    this.#circumstances = circumstances;
    this.#log = log;
    this.#clock = clock;
    this.#leases = new LeaseWatch(clock);
    this.#turns = new Paced(
      () => this.#turn(),
      clock,
      tickMs,
      (err) => log.error({ err }, "could not go on with imports"),
    );
  }

  /** Call it when there is something to do. */
  wake(): void {
    this.#turns.wake();
  }

  /** Resolves when the chunk in work is on disk; another node, or the next start, goes on. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#turns.stop();
    await Promise.all(this.#works.values());
    await this.#db.write((tx) => giveLeases(tx, "imports", this.#leases.owner));
  }

  async #turn(): Promise<void> {
    const elapsed = this.#clock.elapsed();
    if (elapsed - this.#forgotAt > forgetEveryMs) {
      this.#forgotAt = elapsed;
      await this.#db.write((tx) => forgetImports(tx, this.#clock.now()));
    }
    const waiting = await this.#db.read(waitingImports);
    this.#leases.see(waiting);
    for (const row of waiting) {
      if (this.#closing.signal.aborted) return;
      if (this.#works.has(row.key)) continue;
      const lease = this.#leases.mayTake(row) && (await take(this.#db, row, this.#leases.owner));
      if (!lease) continue;
      const work = this.#work(row.key, lease).finally(() => this.#works.delete(row.key));
      this.#works.set(row.key, work);
    }
  }

  async #work(key: number, lease: Lease): Promise<void> {
    let row: ImportRow | undefined;
    try {
      row = await this.#db.read((reader) => importByKey(reader, key));
      if (!row) return;
      const inTurn = this.#inTurn;
      const { signal } = this.#closing;
      const parts = {
        db: this.#db,
        clock: this.#clock,
        log: this.#log,
        ...this.#circumstances,
        inTurn,
        closing: signal,
      };
      await new ImportWork(parts, row, lease).run();
    } catch (error) {
      await this.#ended(row, lease, error).catch((err) => this.#log.error({ err }, "could not end an import"));
    }
  }

  readonly #inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  };

  async #ended(row: ImportRow | undefined, lease: Lease, err: unknown): Promise<void> {
    // What is only busy is tried again in a second.
    const isBusy = err instanceof Problem && errorCodes[err.code].status >= 500;
    if (err instanceof NotMine || err instanceof DatabaseUnavailable || isBusy || !row) return;
    if (this.#closing.signal.aborted && err === this.#closing.signal.reason) return;
    this.#log.error({ err, import: row.id }, "an import failed");
    const { key, state } = row;
    const error = "Something went wrong, and the rest was not imported. The log of the service has the details.";
    const now = this.#clock.now();
    await this.#db.write((tx) => finish(tx, { key, state }, lease, { state: "failed", error, now }));
  }
}

/** Takes or renews the lease of an import. */
const take = (db: Db, row: ImportRow, owner: string): Promise<Lease | undefined> =>
  db.write((tx) => takeLease(tx, "imports", row, owner, db.now() + leaseMs));
