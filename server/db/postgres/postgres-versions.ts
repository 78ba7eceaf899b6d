import type { Scope } from "../scope.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import type { KnownTimeline } from "./postgres-timeline.ts";

type Snapshot = { xmin: number; xmax: number; open: string };
type SyncRow = { snapshot: string; timeline: string; position: string; scopes: string | null; count: number };

/** With more new touches than this, all versions start over. */
const mostTouches = 2_000;
const maxScopes = 100_000;
/** Touches are kept for ten minutes. A node that has not looked for half of that may have missed some. */
const keptMinutes = 10;
const longestPauseMs = 5 * 60_000;

/** The timeline is needed because a promoted standby uses the same transaction numbers again. */
const facts = `pg_current_snapshot()::text as snapshot, substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as timeline,
  pg_current_wal_insert_lsn()::text as position`;
const firstLook = `select ${facts}, null as scopes, 0 as count`;
// The limit makes the planner use the index, whatever size it estimates for the table.
const look = `select ${facts}, string_agg(scopes, ' ') as scopes, count(*) as count from (
    (select scopes from touches where transaction_id >= $1 order by transaction_id limit ${mostTouches})
    union all
    select scopes from touches where transaction_id = any(cast(cast($2 as text) as bigint[]))
  ) as news`;

/**
 * Knows which scopes were touched, by all nodes, without a row that two writers would both have to lock.
 *
 * Every write adds a row to `touches` in its own transaction: the scopes whose contents it changes. A node keeps the
 * snapshot of its last look. The transactions committed since are exactly those from the `xmax` of that snapshot on,
 * and those that were open in it, even if they commit late. Two index lookups find them.
 *
 * Every read that needs a version takes a look, never an answer from memory. Reads that wait at the same time share the
 * look that starts after all of them arrived.
 */
export class PostgresVersions {
  readonly #pool: PostgresPool;
  readonly #known: KnownTimeline;
  readonly #touchedAt = new Map<Scope, number>();
  #snapshot: Snapshot | undefined;
  #timeline = "";
  #position = 0n;
  #lookedAt = 0;
  #generation = 1;
  #epochStart = 1;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(pool: PostgresPool, known: KnownTimeline) {
    this.#pool = pool;
    this.#known = known;
  }

  /** Grows when a look finds something new. */
  get generation(): number {
    return this.#generation;
  }

  /** The position of the primary's write-ahead log at the last look. */
  get position(): bigint {
    return this.#position;
  }

  get timeline(): string {
    return this.#timeline;
  }

  /** All transactions below it had ended on the primary at the last look. */
  get horizon(): number {
    return this.#snapshot?.xmin ?? 0;
  }

  /** Resolves after a look that started no earlier than this call. */
  look(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#look().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.look();
      });
    return this.#next;
  }

  /** The version at the last look; undefined if the scope was touched, or may have been touched, after `generation`. */
  of(scope: Scope, generation: number): number | undefined {
    const touched = this.#touchedAt.get(scope) ?? this.#epochStart;
    return touched > generation ? undefined : touched;
  }

  async #look(): Promise<void> {
    const before = this.#snapshot;
    const [found] = before
      ? await this.#pool.single(look, [before.xmax, `{${before.open}}`])
      : await this.#pool.single(firstLook, []);
    const row = found as SyncRow | undefined;
    if (!row) return;
    // Behind a pooler, a connection may lead to another server from one statement to the next.
    this.#known.admit({ timeline: row.timeline });
    const [xmin = "0", xmax = "0", open = ""] = row.snapshot.split(":");
    const snapshot = { xmin: Number(xmin), xmax: Number(xmax), open };
    const now = performance.now();
    const lost =
      !before ||
      row.timeline !== this.#timeline ||
      snapshot.xmax < before.xmax ||
      now - this.#lookedAt > longestPauseMs ||
      row.count >= mostTouches ||
      this.#touchedAt.size > maxScopes;
    this.#lookedAt = now;
    this.#snapshot = snapshot;
    this.#timeline = row.timeline;
    this.#position = walPosition(row.position);
    if (lost) this.#startOver();
    else if (row.scopes) this.#apply(row.scopes.split(" ") as Scope[]);
  }

  #apply(scopes: readonly Scope[]): void {
    this.#generation++;
    for (const scope of scopes) this.#touchedAt.set(scope, this.#generation);
  }

  #startOver(): void {
    this.#generation++;
    this.#epochStart = this.#generation;
    this.#touchedAt.clear();
  }

  /** Deletes old touches. Any node may do it at any time. */
  async forgetOld(): Promise<void> {
    await this.#pool.single(`delete from touches where at < clock_timestamp() - interval '${keptMinutes} minutes'`, []);
  }
}

/** Converts a position like `16/B374D848` to a number. */
export function walPosition(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
