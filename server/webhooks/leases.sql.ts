import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { WebhookRow } from "./webhooks.sql.ts";

/**
 * The right to deliver for a webhook. A node that was overtaken while it stood still does not know it; what it writes then is
 * told from what counts by its term.
 */
export type Lease = { owner: string; term: number };

/** What a node sees of a lease: it changes as long as someone keeps it. */
export type LeaseMark = Pick<WebhookRow, "lease_owner" | "lease_term" | "lease_beat" | "lease_until">;

/**
 * Takes a lease, or keeps it; undefined when it is not as it was seen any more. `until` says nothing to nodes of this version:
 * those of the version before go by it.
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
