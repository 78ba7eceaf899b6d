import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { WebhookRow } from "./webhooks.sql.ts";

/**
 * The right to deliver for a webhook. A node that stalled may have lost its lease without knowing it; the term shows
 * that its writes no longer count.
 */
export type Lease = { owner: string; term: number };

/** What nodes compare of a lease: it changes while its owner renews it. */
export type LeaseMark = Pick<WebhookRow, "lease_owner" | "lease_term" | "lease_beat" | "lease_until">;

/**
 * Takes or renews a lease; undefined if it has changed since it was read. Only nodes of the previous version use
 * `until`.
 */
export async function takeLease(
  tx: Tx,
  webhookKey: number,
  seen: LeaseMark,
  owner: string,
  until: number,
): Promise<Lease | undefined> {
  const term = seen.lease_owner === owner ? seen.lease_term : seen.lease_term + 1;
  const taken = await tx.run(
    sql`update webhooks set lease_owner = ${owner}, lease_term = ${term}, lease_beat = lease_beat + 1, lease_until = ${until}
      where key = ${webhookKey} and lease_term = ${seen.lease_term} and lease_beat = ${seen.lease_beat}
        and lease_until = ${seen.lease_until}`,
  );
  return taken === 1 ? { owner, term } : undefined;
}

export const giveLeases = (tx: Tx, owner: string) =>
  tx.run(sql`update webhooks set lease_until = 0 where lease_owner = ${owner} and lease_until > 0`);
