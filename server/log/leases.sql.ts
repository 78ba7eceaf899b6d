import type { Db, Tx } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import type { Clock } from "../http/clock.ts";
import { newId } from "../http/ids.ts";

/** A lease that is not renewed for this long is free: its node is dead. Measured in elapsed time, not by a clock. */
export const leaseMs = 6_000;

/**
 * The right to work on something, such as the deliveries of a webhook. A node that stalled may have lost its lease
 * without knowing it; the term shows that its writes no longer count.
 */
export type Lease = { owner: string; term: number };

/** What nodes compare of a lease: it changes while its owner renews it. `lease_until` is 0 if nobody has it. */
type LeaseMark = { lease_owner: string | null; lease_term: number; lease_beat: number; lease_until: number };

/** A row that one node at a time works on. */
export type Leased = LeaseMark & { key: number };

/** The columns of a row that this needs. */
export const leaseColumns = "key, lease_owner, lease_term, lease_beat, lease_until";

type Table = "webhooks" | "imports" | "undos";

/** Another node has the lease now, or there is nothing to do any more: somebody has stopped the work. */
export class NotMine extends Error {}

/**
 * Takes or renews a lease; undefined if it has changed since it was read. Only nodes of the previous version use
 * `until`.
 */
export async function takeLease(
  tx: Tx,
  table: Table,
  seen: Leased,
  { owner, until }: { owner: string; until: number },
): Promise<Lease | undefined> {
  const term = seen.lease_owner === owner ? seen.lease_term : seen.lease_term + 1;
  const taken = await tx.run(
    composed(
      `update ${table} set lease_owner = ?, lease_term = ?, lease_beat = lease_beat + 1, lease_until = ?
        where key = ? and lease_term = ? and lease_beat = ? and lease_until = ?`,
      [owner, term, until, seen.key, seen.lease_term, seen.lease_beat, seen.lease_until],
    ),
  );
  return taken === 1 ? { owner, term } : undefined;
}

/** Renews the lease of work that takes long. False if the node no longer has it. */
export async function renewLease(
  tx: Tx,
  table: Table,
  rowKey: number,
  { owner, term, until }: Lease & { until: number },
): Promise<boolean> {
  const renewed = await tx.run(
    composed(
      `update ${table} set lease_beat = lease_beat + 1, lease_until = ?
        where key = ? and lease_owner = ? and lease_term = ? and lease_until > 0`,
      [until, rowKey, owner, term],
    ),
  );
  return renewed === 1;
}

/** Gives back all leases of a node that stops, which does not wait for a database that does not answer: they run out. */
export const giveLeases = (db: Db, table: Table, owner: string): Promise<unknown> =>
  db
    .write((tx) =>
      tx.run(composed(`update ${table} set lease_until = 0 where lease_owner = ? and lease_until > 0`, [owner])),
    )
    .catch(() => undefined);

/** Watches whether other nodes still renew their leases. */
export class LeaseWatch {
  readonly #clock: Clock;
  /** By the key of the row: its lease as last read, and since when it has been the same. */
  readonly #seen = new Map<number, { mark: string; since: number }>();
  readonly owner = newId();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call it with the rows each time they are read: a lease is free if it stays the same for too long. */
  see(rows: readonly Leased[]): void {
    const keys = new Set(rows.map(({ key }) => key));
    for (const key of this.#seen.keys()) if (!keys.has(key)) this.#seen.delete(key);
    const since = this.#clock.elapsed();
    for (const row of rows) {
      const mark = `${row.lease_owner} ${row.lease_term} ${row.lease_beat} ${row.lease_until}`;
      if (this.#seen.get(row.key)?.mark !== mark) this.#seen.set(row.key, { mark, since });
    }
  }

  /** Whether this node may take the lease, or has it. */
  mayTake(row: Leased): boolean {
    if (row.lease_until === 0 || row.lease_owner === this.owner) return true;
    const elapsed = this.#clock.elapsed();
    return elapsed - (this.#seen.get(row.key)?.since ?? elapsed) >= leaseMs;
  }
}
