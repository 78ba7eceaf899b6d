import type { Webhook, WebhookCreate, WebhookEventType, WebhookPatch } from "../../contract/webhooks.ts";
import type { Reader, Tx } from "../db/db.ts";
import { composed, sql, updateByKey, type Value } from "../db/sql.ts";
import { newId } from "../http/ids.ts";
import { notFound } from "../http/problem.ts";
import type { Position } from "../log/event-id.ts";
import { endOfLog } from "../log/follow.sql.ts";
import { ofWebhook, type Sealing } from "../sealing/sealing.ts";
import { newSecret } from "./webhooks.rules.ts";

export type WebhookRow = {
  key: number;
  id: string;
  project_key: number;
  project_id: string;
  url: string;
  description: string;
  events: string;
  paused: number;
  reason: string;
  /** Sealed, like the previous one. */
  secret: string;
  previous_secret: string | null;
  previous_secret_until: number | null;
  position_transaction: number;
  position_seq: number;
  position_mark: number;
  failures: number;
  failing_since: number | null;
  hold_from: number;
  hold_until: number;
  last_success_at: number | null;
  lease_owner: string | null;
  lease_term: number;
  lease_beat: number;
  lease_until: number;
  created_at: number;
};

const selection = `select w.key, w.id, w.project_key, p.id as project_id, w.url, w.description, w.events, w.paused, w.reason,
  w.secret, w.previous_secret, w.previous_secret_until, w.position_transaction, w.position_seq, w.position_mark, w.failures,
  w.failing_since, w.hold_from, w.hold_until, w.last_success_at, w.lease_owner, w.lease_term, w.lease_beat, w.lease_until,
  w.created_at
  from webhooks w join projects p on p.key = w.project_key`;

export async function webhookById(reader: Reader, id: string): Promise<WebhookRow> {
  const row = await reader.get<WebhookRow>(composed(`${selection} where w.id = ?`, [id]));
  if (!row) throw notFound("webhook", id);
  return row;
}

export const webhooksOfProject = (reader: Reader, projectKey: number) =>
  reader.all<WebhookRow>(composed(`${selection} where w.project_key = ? order by w.key`, [projectKey]));

export const allWebhooks = (reader: Reader) => reader.all<WebhookRow>(composed(`${selection} order by w.key`, []));

/** The webhooks that are not paused. */
export const runningWebhooks = (reader: Reader) =>
  reader.all<WebhookRow>(composed(`${selection} where w.paused = 0 order by w.key`, []));

export async function webhooksInTrouble(reader: Reader): Promise<number> {
  const row = await reader.get<{ troubled: number }>(
    sql`select count(*) as troubled from webhooks where paused = 1 or failures > 0`,
  );
  return row?.troubled ?? 0;
}

export const positionOfWebhook = (row: WebhookRow): Position => ({
  transaction: row.position_transaction,
  seq: row.position_seq,
  mark: row.position_mark,
});

/** Creates a webhook that gets changes from now on. */
export async function createWebhook(
  tx: Tx,
  projectKey: number,
  body: WebhookCreate,
  { sealing, now }: { sealing: Sealing; now: number },
): Promise<{ id: string; secret: string }> {
  const id = newId();
  const secret = newSecret();
  const start = await endOfLog(tx, projectKey);
  await tx.run(
    sql`insert into webhooks (id, project_key, url, description, events, paused, reason, secret, position_transaction,
        position_seq, position_mark, failures, hold_until, lease_until, created_at)
      values (${id}, ${projectKey}, ${body.url}, ${body.description ?? ""}, ${JSON.stringify(body.events ?? [])}, 0, '',
        ${sealing.seal(secret, ofWebhook(id))}, ${start.transaction}, ${start.seq}, ${start.mark}, 0, 0, 0, ${now})`,
  );
  return { id, secret };
}

export async function updateWebhook(tx: Tx, id: string, patch: WebhookPatch): Promise<void> {
  const row = await webhookById(tx, id);
  const columns: Record<string, Value> = {};
  if (patch.url !== undefined) columns.url = patch.url;
  if (patch.description !== undefined) columns.description = patch.description;
  if (patch.events !== undefined) columns.events = JSON.stringify(patch.events);
  if (patch.paused === true && row.paused === 0) Object.assign(columns, { paused: 1, reason: "Paused by hand." });
  const starts = patch.paused === false && row.paused === 1;
  // A new address is tried at once, and so is the old one when someone resumes the webhook.
  if (starts || (patch.url !== undefined && patch.url !== row.url)) {
    Object.assign(columns, { failures: 0, failing_since: null, hold_until: 0 });
    if (starts) columns.paused = 0;
    if (starts || row.paused === 0) columns.reason = "";
    await tx.run(
      sql`update webhook_deliveries set next_attempt_at = 0, attempts = 0, first_attempt_at = null
        where webhook_key = ${row.key} and state = 'pending'`,
    );
  }
  if (Object.keys(columns).length > 0) await tx.run(updateByKey("webhooks", columns, row.key));
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  const { key } = await webhookById(tx, id);
  await tx.run(sql`delete from webhook_deliveries where webhook_key = ${key}`);
  await tx.run(sql`delete from webhooks where key = ${key}`);
}

/** Until `until`, the old secret signs too. */
export async function rotateSecret(tx: Tx, id: string, sealing: Sealing, until: number): Promise<string> {
  const row = await webhookById(tx, id);
  const secret = newSecret();
  const sealed = sealing.seal(secret, ofWebhook(id));
  await tx.run(
    updateByKey("webhooks", { secret: sealed, previous_secret: row.secret, previous_secret_until: until }, row.key),
  );
  return secret;
}

const isoOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** A webhook as the API shows it, without its secret. */
export async function shownWebhook(reader: Reader, row: WebhookRow, now: number): Promise<Webhook> {
  const waiting = await reader.get<{ pending: number }>(
    sql`select count(*) as pending from webhook_deliveries where webhook_key = ${row.key} and state = 'pending'`,
  );
  return {
    id: row.id,
    projectId: row.project_id,
    url: row.url,
    description: row.description,
    events: JSON.parse(row.events) as WebhookEventType[],
    state: row.paused === 1 ? "paused" : row.failures > 0 ? "failing" : "active",
    stateReason: row.reason,
    failingSince: isoOrNull(row.failing_since),
    lastSuccessAt: isoOrNull(row.last_success_at),
    pending: waiting?.pending ?? 0,
    previousSecretUntil: (row.previous_secret_until ?? 0) > now ? isoOrNull(row.previous_secret_until) : null,
    createdAt: new Date(row.created_at).toISOString(),
  };
}
