import { errorCodes } from "../../contract/errors.ts";
import { DatabaseUnavailable, type Db, type Reader } from "../db/db.ts";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";
import { Problem } from "../http/problem.ts";
import { Slots } from "../http/slots.ts";
import { turn } from "../http/turns.ts";
import {
  giveLeases,
  type Lease,
  type Leased,
  LeaseWatch,
  leaseMs,
  NotMine,
  renewLease,
  takeLease,
} from "./leases.sql.ts";
import { Paced } from "./paced.ts";

const tickMs = 1_000;

type Kind = {
  table: "imports" | "undos";
  /** The rows that have something to do. */
  waiting(reader: Reader): Promise<readonly Leased[]>;
  /** Works on a row until it is over, and leaves what fails to be logged here. */
  work(held: Held): Promise<void>;
  /** Pieces that wait for their turn, of all work and of what else this node does in turn. */
  mostPieces: number;
  /** For whoever finds no place for a piece. */
  detail: string;
};

/** A row that this node works on. */
export type Held = {
  key: number;
  lease: Lease;
  /** Aborted when this node no longer has the row: another one has it, somebody has stopped it, or the service stops. */
  signal: AbortSignal;
};

/**
 * Work that goes on without a request, each in a row of the database with a lease. What is done is stored in the
 * transaction that does it, so that nothing is lost or done twice when a node dies: the next one with the lease goes on.
 * On each node one piece of work at a time is done, of each person in turn.
 */
export class LeasedWork {
  readonly #db: Db;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #kind: Kind;
  readonly #leases: LeaseWatch;
  readonly #turns: Paced;
  readonly #pieces: Slots;
  readonly #closing = new AbortController();
  /** By the key of the row. */
  readonly #works = new Map<number, Promise<void>>();

  constructor({ db, log, clock }: { db: Db; log: Log; clock: Clock }, kind: Kind) {
    this.#db = db;
    this.#log = log;
    this.#clock = clock;
    this.#kind = kind;
    this.#leases = new LeaseWatch(clock);
    this.#pieces = new Slots({
      atOnce: 1,
      mostWaiting: kind.mostPieces,
      detail: kind.detail,
      retryAfterSeconds: 5,
    });
    this.#turns = new Paced(
      () => this.#turn(),
      clock,
      tickMs,
      (err) => log.error({ err }, `could not go on with ${kind.table}`),
    );
  }

  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Whether this node works on a row now. */
  get isWorking(): boolean {
    return this.#works.size > 0;
  }

  /** The lease of a row that this node stores, to work on it at once. */
  get firstLease(): Lease {
    return { owner: this.#leases.owner, term: 1 };
  }

  /** Call it when there is something to do. */
  wake(): void {
    this.#turns.wake();
  }

  /** Works on a row whose lease this node has. */
  begin(rowKey: number, lease: Lease): void {
    if (this.closed || this.#works.has(rowKey)) return;
    const lost = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, lost.signal]);
    const endBeats = this.#clock.every(
      leaseMs / 3,
      renewing(() => this.#renew(rowKey, lease, lost)),
    );
    const work = this.#kind
      .work({ key: rowKey, lease, signal })
      .catch((err) => {
        if (err instanceof NotMine) return;
        if (isPassing(err)) this.#log.warn({ err, key: rowKey }, `goes on with ${this.#kind.table} later`);
        else this.#log.error({ err, key: rowKey }, `could not go on with ${this.#kind.table}`);
      })
      .finally(() => {
        endBeats();
        this.#works.delete(rowKey);
      });
    this.#works.set(rowKey, work);
  }

  /** Runs a piece of work beside no other of this node. Those of one person do not hold up those of another. */
  inTurn<T>(who: string, piece: () => Promise<T>, signal: AbortSignal = this.#closing.signal): Promise<T> {
    return this.#pieces.run(
      async () => {
        await turn();
        return piece();
      },
      who,
      signal,
    );
  }

  /** Resolves when the pieces in work are on disk; another node, or the next start, goes on at once. */
  async close(): Promise<void> {
    this.#closing.abort(new NotMine());
    await this.#turns.stop();
    await Promise.all(this.#works.values());
    await giveLeases(this.#db, this.#kind.table, this.#leases.owner);
  }

  async #turn(): Promise<void> {
    const { table, waiting } = this.#kind;
    const rows = await this.#db.read(waiting);
    this.#leases.see(rows);
    for (const row of rows) {
      if (this.closed) return;
      if (this.#works.has(row.key) || !this.#leases.mayTake(row)) continue;
      const until = this.#db.now() + leaseMs;
      const lease = await this.#db.write((tx) => takeLease(tx, table, row, { owner: this.#leases.owner, until }));
      if (lease) this.begin(row.key, lease);
    }
  }

  async #renew(rowKey: number, lease: Lease, lost: AbortController): Promise<void> {
    const until = this.#db.now() + leaseMs;
    if (!(await this.#db.write((tx) => renewLease(tx, this.#kind.table, rowKey, { ...lease, until }))))
      lost.abort(new NotMine());
  }
}

/** Whether another node has the work now, or it is tried again in a second: what is only busy is no fault of the work. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NotMine ||
  error instanceof DatabaseUnavailable ||
  (error instanceof Problem && errorCodes[error.code].status >= 500);

/** One at a time: a renewal may wait for a piece that holds the row. What fails is tried again at the next beat. */
function renewing(renew: () => Promise<void>): () => void {
  let isBusy = false;
  return () => {
    if (isBusy) return;
    isBusy = true;
    void renew()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false;
      });
  };
}
