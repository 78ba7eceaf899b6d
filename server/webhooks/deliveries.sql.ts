import type { WebhookDelivery, WebhookEventType, WebhookOutcome, WebhookReplay } from "../../contract/webhooks.ts";
import type { Reader, Tx } from "../db/db.ts";
import { composed, sql, type Value } from "../db/sql.ts";
import { invalid } from "../http/problem.ts";
import { changeEventJson } from "../log/change-event.ts";
import { isImported } from "../log/changes.sql.ts";
import { eventId, origin, type Position, parseEventId, positionOf } from "../log/event-id.ts";
import { changesAfter, type LoggedChange, lastImported, positionBefore, reachesBackTo } from "../log/follow.sql.ts";
import type { Lease } from "../log/leases.sql.ts";
import { untilNothingIsLeft } from "../log/pruning.ts";
import { commentDeliveries } from "./comment-deliveries.sql.ts";
import { eventIdOf, foldDeliveries, type NewDelivery } from "./fold-deliveries.ts";
import { afterFailure, dueAt, eventTypeOf, resourceOf, suspectAfter, type WebhookSettings } from "./webhooks.rules.ts";
import { positionOfWebhook, type WebhookRow } from "./webhooks.sql.ts";

/** The queue of a webhook is the log; only this many deliveries are taken from it in advance. */
const mostUntried = 500;
/**
 * Refused deliveries wait beside the rest, for up to this many entities; with more, the target itself does not work.
 */
const mostRefused = 5_000;
const takenAtOnce = 100;

export type PendingRow = {
  key: number;
  event_id: string;
  resource: string;
  attempts: number;
  first_attempt_at: number | null;
  last_attempt_at: number | null;
  next_attempt_at: number;
};

/** The pending deliveries, in the order of the log. */
export const pendingDeliveries = (reader: Reader, webhookKey: number) =>
  reader.all<PendingRow>(
    sql`select key, event_id, resource, attempts, first_attempt_at, last_attempt_at, next_attempt_at from webhook_deliveries
      where webhook_key = ${webhookKey} and state = 'pending' order by key`,
  );

/** Undefined if the delivery was attempted or changed since it was read, or if another node has the lease now. */
export const bodyOfDelivery = (reader: Reader, { key, event_id, attempts }: PendingRow, { owner, term }: Lease) =>
  reader.get<{ body: string }>(
    sql`select body from webhook_deliveries d join webhooks w on w.key = d.webhook_key
      where d.key = ${key} and d.state = 'pending' and d.event_id = ${event_id} and d.attempts = ${attempts}
        and w.lease_owner = ${owner} and w.lease_term = ${term}`,
  );

/** The first pending delivery of each entity, for which its others wait. */
function firstOfEach(pending: readonly PendingRow[]): Map<string, PendingRow> {
  const first = new Map<string, PendingRow>();
  for (const row of pending) if (!first.has(row.resource)) first.set(row.resource, row);
  return first;
}

/** Whether the log has changes that are not taken yet, and the limits allow more. */
export async function hasMore(reader: Reader, webhook: WebhookRow, pending: readonly PendingRow[]): Promise<boolean> {
  const first = firstOfEach(pending);
  const isRefused = ({ resource }: PendingRow) => (first.get(resource)?.attempts ?? 0) > 0;
  if (pending.filter((row) => !isRefused(row)).length >= mostUntried) return false;
  if ([...first.values()].filter(isRefused).length >= mostRefused) return false;
  return (await changesAfter(reader, webhook.project_key, positionOfWebhook(webhook), 1)).length > 0;
}

/**
 * Takes the next changes from the log. One transaction writes the deliveries and the position, so a crash loses no
 * change and takes none twice; if another node has moved the position or has the lease, nothing is taken. Not
 * `complete` if the retention has removed changes before they were taken, as during a pause of months.
 */
export async function takeFromLog(tx: Tx, webhook: WebhookRow, lease: Lease): Promise<{ complete: boolean }> {
  const from = positionOfWebhook(webhook);
  const changes = await changesAfter(tx, webhook.project_key, from, takenAtOnce);
  const last = changes.every(isImported) ? await lastImported(tx, webhook.project_key, from) : changes.at(-1);
  const complete = last === undefined || (await reachesBackTo(tx, from));
  if (!last || !(await movePosition(tx, webhook.key, lease, { from, to: positionOf(last) }))) return { complete };
  const wanted = JSON.parse(webhook.events) as WebhookEventType[];
  // Read only now, when the row of the webhook is locked: recording a refusal waits for that lock.
  const first = firstOfEach(await pendingDeliveries(tx, webhook.key));
  const behind = new Map<PendingRow, NewDelivery[]>();
  for (const change of changes) {
    if (isImported(change)) continue;
    for (const delivery of await deliveriesFor(tx, webhook, wanted, change)) {
      const refused = first.get(delivery.resource);
      if (!refused || refused.attempts === 0) await insertDelivery(tx, webhook.key, delivery);
      else behind.set(refused, [...(behind.get(refused) ?? []), delivery]);
    }
  }
  for (const [refused, taken] of behind) await foldBehind(tx, webhook.key, refused, taken);
  return { complete };
}

async function movePosition(
  tx: Tx,
  webhookKey: number,
  { owner, term }: Lease,
  { from, to }: { from: Position; to: Position },
) {
  const moved = await tx.run(
    sql`update webhooks set position_transaction = ${to.transaction}, position_seq = ${to.seq}, position_mark = ${to.mark}
      where key = ${webhookKey} and position_transaction = ${from.transaction} and position_seq = ${from.seq}
        and lease_owner = ${owner} and lease_term = ${term}`,
  );
  return moved === 1;
}

/** The messages about a change: that of its entity, and those of the comments that it concerns. */
async function deliveriesFor(
  tx: Tx,
  webhook: WebhookRow,
  wanted: readonly WebhookEventType[],
  change: LoggedChange,
): Promise<NewDelivery[]> {
  const isWanted = (type: WebhookEventType) => wanted.length === 0 || wanted.includes(type);
  const own = isWanted(eventTypeOf(change)) ? [await newDelivery(tx, webhook, change)] : [];
  return [...own, ...(await commentDeliveries(tx, webhook.project_id, change, isWanted))];
}

async function newDelivery(tx: Tx, webhook: WebhookRow, change: LoggedChange): Promise<NewDelivery> {
  const type = eventTypeOf(change);
  const event = await changeEventJson(tx, change);
  return {
    event_id: eventId(positionOf(change)),
    transaction_id: change.transaction_id,
    seq: change.seq,
    first_seq: null,
    saves: 1,
    type,
    resource: resourceOf(change),
    resource_id: change.entity_id,
    changed_at: change.at,
    body: `{"type":"${type}","timestamp":"${new Date(change.at).toISOString()}","data":{"projectId":${JSON.stringify(
      webhook.project_id,
    )},${event.slice(1)}}`,
  };
}

const insertDelivery = (tx: Tx, webhookKey: number, delivery: NewDelivery) =>
  tx.run(
    sql`insert into webhook_deliveries (webhook_key, event_id, transaction_id, seq, first_seq, saves, type, resource,
        resource_id, changed_at, body, state, attempts, next_attempt_at, error)
      values (${webhookKey}, ${delivery.event_id}, ${delivery.transaction_id}, ${delivery.seq}, ${delivery.first_seq},
        ${delivery.saves}, ${delivery.type}, ${delivery.resource}, ${delivery.resource_id}, ${delivery.changed_at},
        ${delivery.body}, 'pending', 0, 0, '')`,
  );

/**
 * Folds everything that waits behind a refused message of its entity. So an entity that the target never accepts does
 * not fill the queue, and once it is accepted, the target gets the latest state and not a day of saves.
 */
async function foldBehind(tx: Tx, webhookKey: number, refused: PendingRow, taken: NewDelivery[] = []): Promise<void> {
  const waiting = await tx.all<NewDelivery & { key: number }>(
    sql`select key, event_id, transaction_id, seq, first_seq, saves, type, resource, resource_id, changed_at, body
      from webhook_deliveries
      where webhook_key = ${webhookKey} and state = 'pending' and key > ${refused.key} and resource = ${refused.resource}
      order by key`,
  );
  const folded = foldDeliveries([...waiting, ...taken]);
  if (taken.length === 0 && folded.length === waiting.length) return;
  await tx.run(composed("delete from webhook_deliveries where key in (?)", [waiting.map(({ key }) => key)]));
  for (const delivery of folded) await insertDelivery(tx, webhookKey, delivery);
}

/** The position in the log where a replay starts. */
export async function startOfReplay(
  reader: Reader,
  { project_key }: WebhookRow,
  { after, since }: WebhookReplay,
): Promise<Position> {
  if (since !== undefined) return (await positionBefore(reader, project_key, Date.parse(since))) ?? origin;
  const position = parseEventId(eventIdOf(after ?? ""));
  if (position && (await reachesBackTo(reader, position))) return position;
  const message = "is not an event that is still in the log; use `since` with a time instead";
  throw invalid("invalid_body", [{ pointer: "/after", code: "not_allowed", message }]);
}

/**
 * Delivers again from `position` on. Pending deliveries after it are taken from the log again, which keeps the order. A
 * delivery that also combines earlier changes stays, and comes first.
 */
export async function replayFrom(tx: Tx, webhook: WebhookRow, position: Position): Promise<void> {
  // First, because this waits for a node that is taking from the log; the statement below then sees what it took.
  await tx.run(
    sql`update webhooks set position_transaction = ${position.transaction}, position_seq = ${position.seq},
      position_mark = ${position.mark} where key = ${webhook.key}`,
  );
  await tx.run(
    sql`delete from webhook_deliveries where webhook_key = ${webhook.key} and state = 'pending'
      and (transaction_id, seq) > (${position.transaction}, ${position.seq})
      and (first_seq is null or exists (select 1 from changes c where c.seq = first_seq
        and (c.transaction_id, c.seq) > (${position.transaction}, ${position.seq})))`,
  );
}

/** What became of an attempt. */
type Attempt = { webhook: WebhookRow; delivery: PendingRow; outcome: WebhookOutcome; now: number };

/** Also without the lease: the target has the message, and must not get it again. */
export async function recordSuccess(tx: Tx, { webhook, delivery, outcome, now }: Attempt): Promise<void> {
  await tx.run(
    sql`update webhook_deliveries set state = 'delivered', body = '', attempts = ${delivery.attempts + 1},
        first_attempt_at = coalesce(first_attempt_at, ${now}), last_attempt_at = ${now}, status = ${outcome.status},
        error = '', duration_ms = ${outcome.durationMs}
      where key = ${delivery.key} and state = 'pending' and event_id = ${delivery.event_id}`,
  );
  await tx.run(
    sql`update webhooks set failures = 0, failing_since = null, hold_until = 0, last_success_at = ${now},
        reason = case when paused = 1 then reason else '' end where key = ${webhook.key}`,
  );
  // The target works again, so deliveries that failed with it need not wait any longer.
  if (webhook.failures >= suspectAfter) {
    await tx.run(
      sql`update webhook_deliveries set next_attempt_at = ${now} where webhook_key = ${webhook.key} and state = 'pending'
        and next_attempt_at > ${now}`,
    );
  }
}

type FailingRow = { failures: number; failing_since: number; paused: number };

/** Returns why the webhook was paused, if this failure paused it. */
export async function recordFailure(
  tx: Tx,
  { webhook, delivery, outcome, now }: Attempt,
  settings: WebhookSettings,
  { owner, term }: Lease,
): Promise<string | undefined> {
  // A start in the future means that the clock was set back.
  const failing = await tx.get<FailingRow>(
    sql`update webhooks set failures = failures + 1,
        failing_since = case when failing_since <= ${now} then failing_since else ${now} end
      where key = ${webhook.key} and lease_owner = ${owner} and lease_term = ${term}
      returning failures, failing_since, paused`,
  );
  if (!failing) return undefined;
  const attempted = {
    attempts: delivery.attempts + 1,
    firstAttemptAt: Math.min(delivery.first_attempt_at ?? now, now),
  };
  const verdict = afterFailure(
    { failing: { failures: failing.failures, failingSince: failing.failing_since }, attempted, outcome },
    now,
    settings,
  );
  const { givenUp, nextAttemptAt, holdUntil, pausedBecause } = verdict;
  await tx.run(
    sql`update webhook_deliveries set state = ${givenUp ? "failed" : "pending"}, attempts = ${attempted.attempts},
        body = case when ${givenUp ? 1 : 0} = 1 then '' else body end,
        first_attempt_at = ${attempted.firstAttemptAt}, last_attempt_at = ${now}, next_attempt_at = ${nextAttemptAt},
        status = ${outcome.status}, error = ${outcome.error}, duration_ms = ${outcome.durationMs}
      where key = ${delivery.key} and state = 'pending' and event_id = ${delivery.event_id}`,
  );
  if (attempted.attempts === 1 && !givenUp) await foldBehind(tx, webhook.key, delivery);
  if (failing.paused === 1) return undefined;
  await tx.run(
    sql`update webhooks set hold_from = ${now}, hold_until = ${holdUntil}, paused = ${pausedBecause === undefined ? 0 : 1},
        reason = ${pausedBecause ?? outcome.error} where key = ${webhook.key}`,
  );
  return pausedBecause;
}

const finishedKeptMs = 7 * 86_400_000;
const deliveriesPerStep = 1_000;

/** Removes deliveries that were over long ago. */
export const forgetDeliveries = untilNothingIsLeft((tx, now) =>
  tx.run(
    sql`delete from webhook_deliveries where key in (
        select key from webhook_deliveries where state in ('delivered', 'failed')
          and last_attempt_at < ${now - finishedKeptMs} limit ${deliveriesPerStep}
      )`,
  ),
);

type DeliveryRow = {
  key: number;
  event_id: string;
  type: WebhookEventType;
  resource_id: string;
  saves: number;
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
      `select key, event_id, type, resource_id, saves, state, attempts, status, error, duration_ms, changed_at, last_attempt_at,
        next_attempt_at from webhook_deliveries where webhook_key = ?${conditions} order by key desc limit ?`,
      [...values, limit],
    ),
  );
  return rows.map((row) => ({
    id: String(row.key),
    eventId: row.event_id,
    type: row.type,
    resourceId: row.resource_id,
    saves: row.saves,
    state: row.state,
    attempts: row.attempts,
    status: row.status,
    error: row.error,
    durationMs: row.duration_ms,
    changedAt: new Date(row.changed_at).toISOString(),
    lastAttemptAt: row.last_attempt_at === null ? null : new Date(row.last_attempt_at).toISOString(),
    nextAttemptAt: row.state === "pending" ? new Date(Math.max(dueAt(row, now), now)).toISOString() : null,
  }));
}
