import type { WebhookDelivery, WebhookEventType, WebhookOutcome, WebhookReplay } from "../../contract/webhooks.ts";
import type { Reader, Tx } from "../db/db.ts";
import { composed, sql, type Value } from "../db/sql.ts";
import { invalid } from "../http/problem.ts";
import { changeEventJson } from "../live/change-event.ts";
import { eventId, origin, type Position, parseEventId, positionOf } from "../live/event-id.ts";
import { changesAfter, type LoggedChange, positionBefore, reachesBackTo } from "../live/follow.sql.ts";
import { afterFailure, eventTypeOf, resourceOf, suspectAfter, type WebhookSettings } from "./webhooks.rules.ts";
import { positionOfWebhook, type WebhookRow } from "./webhooks.sql.ts";

/** The queue of a webhook is the log; only this much of it is taken out in advance. */
const mostPending = 500;
/** More where it is all about a few things, which the target refuses again and again: the others must not wait for them. */
const mostPendingOfFew = 5_000;
const fewThings = 8;
const takenAtOnce = 100;

export type PendingRow = {
  key: number;
  event_id: string;
  resource: string;
  attempts: number;
  first_attempt_at: number | null;
  next_attempt_at: number;
};

/** What waits, in the order of the log. */
export const pendingDeliveries = (reader: Reader, webhookKey: number) =>
  reader.all<PendingRow>(
    sql`select key, event_id, resource, attempts, first_attempt_at, next_attempt_at from webhook_deliveries
      where webhook_key = ${webhookKey} and state = 'pending' order by key`,
  );

/** Undefined when the delivery was attempted since `pending` was read. */
export const bodyOfDelivery = (reader: Reader, { key, attempts }: PendingRow) =>
  reader.get<{ body: string }>(
    sql`select body from webhook_deliveries where key = ${key} and state = 'pending' and attempts = ${attempts}`,
  );

/** Whether the log has something that was not taken yet, and there is room for it. */
export async function hasMore(reader: Reader, webhook: WebhookRow, pending: readonly PendingRow[]): Promise<boolean> {
  if (pending.length >= mostPending) {
    const things = new Set(pending.map(({ resource }) => resource));
    if (things.size > fewThings || pending.length >= mostPendingOfFew) return false;
  }
  return (await changesAfter(reader, webhook.project_key, positionOfWebhook(webhook), 1)).length > 0;
}

/**
 * Takes the next changes out of the log. The position and what was taken are one transaction, so a process that
 * dies anywhere loses none and takes none twice; whoever moved the position meanwhile wins. Not `complete` when the
 * retention has removed changes before they were taken, as it does behind a webhook that is paused for months.
 */
export async function takeFromLog(tx: Tx, webhook: WebhookRow): Promise<{ complete: boolean }> {
  const from = positionOfWebhook(webhook);
  const changes = await changesAfter(tx, webhook.project_key, from, takenAtOnce);
  const last = changes.at(-1);
  const complete = last === undefined || (await reachesBackTo(tx, from));
  if (!last || !(await movePosition(tx, webhook.key, from, positionOf(last)))) return { complete };
  const wanted = JSON.parse(webhook.events) as WebhookEventType[];
  for (const change of changes) {
    if (wanted.length > 0 && !wanted.includes(eventTypeOf(change))) continue;
    await insertDelivery(tx, webhook, change);
  }
  return { complete };
}

async function movePosition(tx: Tx, webhookKey: number, from: Position, to: Position): Promise<boolean> {
  const moved = await tx.run(
    sql`update webhooks set position_transaction = ${to.transaction}, position_seq = ${to.seq}, position_mark = ${to.mark}
      where key = ${webhookKey} and position_transaction = ${from.transaction} and position_seq = ${from.seq}`,
  );
  return moved === 1;
}

async function insertDelivery(tx: Tx, webhook: WebhookRow, change: LoggedChange): Promise<void> {
  const type = eventTypeOf(change);
  const event = await changeEventJson(tx, change);
  const body = `{"type":"${type}","timestamp":"${new Date(change.at).toISOString()}","data":{"projectId":${JSON.stringify(
    webhook.project_id,
  )},${event.slice(1)}}`;
  await tx.insert(
    sql`insert into webhook_deliveries (webhook_key, event_id, transaction_id, seq, type, resource, resource_id, changed_at,
        body, state, attempts, next_attempt_at, error)
      values (${webhook.key}, ${eventId(positionOf(change))}, ${change.transaction_id}, ${change.seq}, ${type},
        ${resourceOf(change)}, ${change.entity_id}, ${change.at}, ${body}, 'pending', 0, 0, '')`,
    "key",
  );
}

/** The place in the log from which a replay starts. */
export async function startOfReplay(
  reader: Reader,
  { project_key }: WebhookRow,
  { after, since }: WebhookReplay,
): Promise<Position> {
  if (since !== undefined) return (await positionBefore(reader, project_key, Date.parse(since))) ?? origin;
  const position = parseEventId(after ?? "");
  if (position && (await reachesBackTo(reader, position))) return position;
  const message = "is no event that the log still holds; `since` takes a time instead";
  throw invalid("invalid_body", [{ pointer: "/after", code: "not_allowed", message }]);
}

/** Delivers again from `position` on. What waits from there on is taken anew, so that the order holds. */
export async function replayFrom(tx: Tx, webhook: WebhookRow, position: Position): Promise<void> {
  // First: whoever is taking from the log has the row until it is done, and what was taken is found below.
  await tx.run(
    sql`update webhooks set position_transaction = ${position.transaction}, position_seq = ${position.seq},
      position_mark = ${position.mark} where key = ${webhook.key}`,
  );
  await tx.run(
    sql`delete from webhook_deliveries where webhook_key = ${webhook.key} and state = 'pending'
      and (transaction_id, seq) > (${position.transaction}, ${position.seq})`,
  );
}

export async function recordSuccess(
  tx: Tx,
  webhook: WebhookRow,
  delivery: PendingRow,
  outcome: WebhookOutcome,
  now: number,
): Promise<void> {
  await tx.run(
    sql`update webhook_deliveries set state = 'delivered', body = '', attempts = ${delivery.attempts + 1},
        first_attempt_at = coalesce(first_attempt_at, ${now}), last_attempt_at = ${now}, status = ${outcome.status},
        error = '', duration_ms = ${outcome.durationMs}
      where key = ${delivery.key} and state = 'pending'`,
  );
  await tx.run(
    sql`update webhooks set failures = 0, failing_since = null, hold_until = 0, last_success_at = ${now},
        reason = case when paused = 1 then reason else '' end where key = ${webhook.key}`,
  );
  // The target is back: what failed with it need not wait for its own turn.
  if (webhook.failures >= suspectAfter) {
    await tx.run(
      sql`update webhook_deliveries set next_attempt_at = ${now} where webhook_key = ${webhook.key} and state = 'pending'
        and next_attempt_at > ${now}`,
    );
  }
}

type FailingRow = { failures: number; failing_since: number; paused: number };

/** Returns why the webhook was paused, if this failure was the end of its patience. */
export async function recordFailure(
  tx: Tx,
  webhook: WebhookRow,
  delivery: PendingRow,
  outcome: WebhookOutcome,
  now: number,
  settings: WebhookSettings,
): Promise<string | undefined> {
  const failing = await tx.get<FailingRow>(
    sql`update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, ${now})
      where key = ${webhook.key} returning failures, failing_since, paused`,
  );
  if (!failing) return undefined;
  const attempted = { attempts: delivery.attempts + 1, firstAttemptAt: delivery.first_attempt_at ?? now };
  const verdict = afterFailure(
    { failures: failing.failures, failingSince: failing.failing_since },
    attempted,
    outcome,
    now,
    settings,
  );
  const { givenUp, nextAttemptAt, holdUntil, pausedBecause } = verdict;
  await tx.run(
    sql`update webhook_deliveries set state = ${givenUp ? "failed" : "pending"}, attempts = ${attempted.attempts},
        body = case when ${givenUp ? 1 : 0} = 1 then '' else body end,
        first_attempt_at = ${attempted.firstAttemptAt}, last_attempt_at = ${now}, next_attempt_at = ${nextAttemptAt},
        status = ${outcome.status}, error = ${outcome.error}, duration_ms = ${outcome.durationMs}
      where key = ${delivery.key} and state = 'pending'`,
  );
  if (failing.paused === 1) return undefined;
  await tx.run(
    sql`update webhooks set hold_until = ${holdUntil}, paused = ${pausedBecause === undefined ? 0 : 1},
        reason = ${pausedBecause ?? outcome.error} where key = ${webhook.key}`,
  );
  return pausedBecause;
}

/** True when this node is the one that delivers for the webhook until `until`. */
export async function takeLease(tx: Tx, webhookKey: number, owner: string, now: number, until: number) {
  const taken = await tx.run(
    sql`update webhooks set lease_owner = ${owner}, lease_until = ${until}
      where key = ${webhookKey} and (lease_owner = ${owner} or lease_until <= ${now})`,
  );
  return taken === 1;
}

export const giveLeases = (tx: Tx, owner: string) =>
  tx.run(sql`update webhooks set lease_until = 0 where lease_owner = ${owner} and lease_until > 0`);

export const forgetDeliveries = (tx: Tx, before: number) =>
  tx.run(sql`delete from webhook_deliveries where state in ('delivered', 'failed') and last_attempt_at < ${before}`);

type DeliveryRow = {
  key: number;
  event_id: string;
  type: WebhookEventType;
  resource_id: string;
  state: WebhookDelivery["state"];
  attempts: number;
  status: number | null;
  error: string;
  duration_ms: number | null;
  changed_at: number;
  last_attempt_at: number | null;
  next_attempt_at: number;
};

export type DeliveryList = { state: string | undefined; before: number | undefined; limit: number };

/** Newest first. */
export async function deliveriesOf(
  reader: Reader,
  webhookKey: number,
  { state, before, limit }: DeliveryList,
  now: number,
): Promise<WebhookDelivery[]> {
  const values: Value[] = [webhookKey];
  let conditions = "";
  if (state !== undefined) {
    conditions += " and state = ?";
    values.push(state);
  }
  if (before !== undefined) {
    conditions += " and key < ?";
    values.push(before);
  }
  const rows = await reader.all<DeliveryRow>(
    composed(
      `select key, event_id, type, resource_id, state, attempts, status, error, duration_ms, changed_at, last_attempt_at,
        next_attempt_at from webhook_deliveries where webhook_key = ?${conditions} order by key desc limit ?`,
      [...values, limit],
    ),
  );
  return rows.map((row) => ({
    id: String(row.key),
    eventId: row.event_id,
    type: row.type,
    resourceId: row.resource_id,
    state: row.state,
    attempts: row.attempts,
    status: row.status,
    error: row.error,
    durationMs: row.duration_ms,
    changedAt: new Date(row.changed_at).toISOString(),
    lastAttemptAt: row.last_attempt_at === null ? null : new Date(row.last_attempt_at).toISOString(),
    nextAttemptAt: row.state === "pending" ? new Date(Math.max(row.next_attempt_at, now)).toISOString() : null,
  }));
}
