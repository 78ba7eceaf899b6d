import { databaseTime, type PostgresClock } from "./postgres-clock.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import type { PostgresPool } from "./postgres-pool.ts";

const channel = "catalog_commits";
/** Commits within this time share one notification. */
const gatherMs = 10;
const pollMs = 1_000;
const ask = `select pg_snapshot_xmax(pg_current_snapshot())::text as seen, ${databaseTime} as time`;

/**
 * Notifies the other nodes of commits, and receives their notifications. They are not sent inside the transaction: a
 * commit that notifies holds a lock on the whole cluster until it is on disk, so no two could be flushed together. The
 * poll finds what is missed if a node dies in between or a pooler cannot LISTEN.
 */
export class PostgresNews {
  readonly #pool: PostgresPool;
  readonly #listens: boolean;
  readonly #clock: PostgresClock;
  readonly #listeners = new Set<() => void>();
  #connection: PostgresConnection | undefined;
  #poll: Timer | undefined;
  #notifying: Timer | undefined;
  #seen = "";

  constructor(pool: PostgresPool, listens: boolean, clock: PostgresClock) {
    this.#pool = pool;
    this.#listens = listens;
    this.#clock = clock;
  }

  committed(): void {
    this.#call();
    this.#notifying ??= setTimeout(() => {
      this.#notifying = undefined;
      void this.#pool.single(`select pg_notify('${channel}', '')`, []).catch(() => {});
    }, gatherMs);
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (!this.#poll) this.#start();
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    clearTimeout(this.#notifying);
    this.#listeners.clear();
  }

  #start(): void {
    this.#poll = setInterval(() => void this.#look().catch(() => {}), pollMs);
    this.#poll.unref();
    if (this.#listens) void this.#subscribe().catch(() => {});
  }

  async #subscribe(): Promise<void> {
    this.#connection = await this.#pool.listener(() => this.#call());
    await this.#connection.script(`listen ${channel}`);
    // There may have been commits before the subscription.
    this.#call();
  }

  async #look(): Promise<void> {
    if (this.#listens && this.#connection?.broken !== false) await this.#subscribe();
    const row = await this.#clock.learn(() => this.#pool.single(ask, []));
    if (row?.seen === this.#seen) return;
    this.#seen = row?.seen ?? "";
    this.#call();
  }

  #call(): void {
    for (const listener of this.#listeners) listener();
  }
}
