import type { Db } from "../db/db.ts";
import type { Clock } from "../http/clock.ts";
import { newId } from "../http/ids.ts";
import type { Log } from "../http/log.ts";
import { Paced } from "../live/paced.ts";
import type { Sealing } from "../sealing/sealing.ts";
import {
  bodyOfDelivery,
  forgetDeliveries,
  giveLeases,
  hasMore,
  type PendingRow,
  pendingDeliveries,
  recordFailure,
  recordSuccess,
  takeFromLog,
  takeLease,
} from "./deliveries.sql.ts";
import { sendMessage } from "./send.ts";
import { suspectAfter, type WebhookSettings } from "./webhooks.rules.ts";
import { runningWebhooks, type WebhookRow } from "./webhooks.sql.ts";

const tickMs = 1_000;
/** How many messages are on their way to one target at a time. */
const atOnce = 8;
/** A node that dies keeps a webhook from the others for so long. */
const leaseMs = 6_000;
const keptMs = 7 * 86_400_000;
const forgetEveryMs = 3_600_000;

/** What this node does for one webhook. A resource that is on its way is not sent again before the answer is here. */
type Work = { onTheirWay: Set<string>; leaseUntil: number };

/**
 * Delivers what the log says, from the database alone: the position of each webhook and what waits are stored, and
 * nothing is known only here. Of several nodes, the one that holds the lease delivers.
 */
export class WebhookDispatcher {
  readonly #db: Db;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #settings: WebhookSettings;
  readonly #sealing: Sealing;
  readonly #owner = newId();
  readonly #work = new Map<number, Work>();
  readonly #turns: Paced;
  readonly #stopCommits: () => void;
  readonly #stopping = new AbortController();
  readonly #sending = new Set<Promise<void>>();
  #endAlarm = () => {};
  #anyRunning = true;
  #lookedAt = 0;
  #forgotAt = 0;

  constructor(db: Db, log: Log, clock: Clock, settings: WebhookSettings, sealing: Sealing) {
    this.#db = db;
    this.#log = log;
    this.#clock = clock;
    this.#settings = settings;
    this.#sealing = sealing;
    this.#turns = new Paced(
      () => this.#turn(),
      clock,
      tickMs,
      (err) => log.error({ err }, "webhooks could not be delivered"),
    );
    // A catalog without webhooks pays for a look once a second, and not for one at every commit.
    this.#stopCommits = db.onCommit(() => {
      if (this.#anyRunning) this.#turns.wake();
    });
  }

  /** A webhook was added, changed or told to replay. */
  wake(): void {
    this.#lookedAt = 0;
    this.#turns.wake();
  }

  /** What is on its way and not answered yet is given up, and sent again by whoever takes over. */
  async close(): Promise<void> {
    this.#stopCommits();
    this.#endAlarm();
    await this.#turns.stop();
    this.#stopping.abort(new Error("The service is stopping."));
    await Promise.all(this.#sending);
    if (this.#work.size > 0) await this.#db.write((tx) => giveLeases(tx, this.#owner));
  }

  async #turn(): Promise<void> {
    const now = this.#clock.now();
    if (!this.#anyRunning && now - this.#lookedAt < tickMs / 2) return;
    this.#lookedAt = now;
    const webhooks = await this.#db.read(runningWebhooks);
    this.#anyRunning = webhooks.length > 0;
    const running = new Set(webhooks.map(({ key }) => key));
    for (const [key, { onTheirWay }] of this.#work) {
      if (!running.has(key) && onTheirWay.size === 0) this.#work.delete(key);
    }
    const due = await Promise.all(webhooks.map((webhook) => this.#serve(webhook)));
    this.#wakeAt(Math.min(...due));
    if (this.#anyRunning && now - this.#forgotAt > forgetEveryMs) {
      this.#forgotAt = now;
      await this.#db.write((tx) => forgetDeliveries(tx, now - keptMs));
    }
  }

  #wakeAt(due: number): void {
    this.#endAlarm();
    const wait = due - this.#clock.now();
    if (wait < tickMs) this.#endAlarm = this.#clock.after(Math.max(wait, 1), () => this.#turns.wake());
  }

  /** Sends what may be sent now, and returns when there is more to do. */
  async #serve(webhook: WebhookRow): Promise<number> {
    if (webhook.hold_until > this.#clock.now()) return webhook.hold_until;
    const { pending, more } = await this.#db.read(async (reader) => {
      const pending = await pendingDeliveries(reader, webhook.key);
      return { pending, more: await hasMore(reader, webhook, pending) };
    });
    const work = this.#work.get(webhook.key) ?? { onTheirWay: new Set(), leaseUntil: 0 };
    const { ready, due } = this.#ready(webhook, pending, work);
    if (work.onTheirWay.size === 0 && ready.length === 0 && !more) return due;
    if (!(await this.#lease(webhook, work))) return Number.POSITIVE_INFINITY;
    if (more) {
      const { complete } = await this.#db.write((tx) => takeFromLog(tx, webhook));
      if (!complete) {
        this.#log.warn(
          { webhook: webhook.id },
          "the log was pruned where this webhook stood: it may have missed changes",
        );
      }
      this.#turns.wake();
    }
    for (const delivery of ready) {
      work.onTheirWay.add(delivery.resource);
      const sending = this.#deliver(webhook, delivery, work).finally(() => this.#sending.delete(sending));
      this.#sending.add(sending);
    }
    return due;
  }

  /** Of each resource the first that waits, where it is due. */
  #ready(webhook: WebhookRow, pending: readonly PendingRow[], work: Work): { ready: PendingRow[]; due: number } {
    const now = this.#clock.now();
    const room = (webhook.failures >= suspectAfter ? 1 : atOnce) - work.onTheirWay.size;
    const seen = new Set(work.onTheirWay);
    const ready: PendingRow[] = [];
    let due = Number.POSITIVE_INFINITY;
    for (const delivery of pending) {
      if (seen.has(delivery.resource)) continue;
      seen.add(delivery.resource);
      if (delivery.next_attempt_at <= now) ready.push(delivery);
      else due = Math.min(due, delivery.next_attempt_at);
    }
    // A target that fails is probed with what was tried least: one message that it chokes on must not hold up the rest.
    if (webhook.failures >= suspectAfter) ready.sort((one, other) => one.attempts - other.attempts);
    return { ready: ready.slice(0, Math.max(room, 0)), due };
  }

  async #lease(webhook: WebhookRow, work: Work): Promise<boolean> {
    const now = this.#clock.now();
    if (work.leaseUntil - now > leaseMs / 2) return true;
    const until = now + leaseMs;
    if (!(await this.#db.write((tx) => takeLease(tx, webhook.key, this.#owner, now, until)))) return false;
    work.leaseUntil = until;
    this.#work.set(webhook.key, work);
    return true;
  }

  async #deliver(webhook: WebhookRow, delivery: PendingRow, work: Work): Promise<void> {
    try {
      const stored = await this.#db.read((reader) => bodyOfDelivery(reader, delivery));
      if (!stored || this.#stopping.signal.aborted) return;
      const message = { id: delivery.event_id, body: stored.body };
      const { signal } = this.#stopping;
      const outcome = await sendMessage(webhook, message, this.#settings, this.#sealing, this.#clock, signal);
      if (this.#stopping.signal.aborted && !outcome.delivered) return;
      const now = this.#clock.now();
      const paused = await this.#db.write(async (tx) => {
        if (!outcome.delivered) return recordFailure(tx, webhook, delivery, outcome, now, this.#settings);
        await recordSuccess(tx, webhook, delivery, outcome, now);
        return undefined;
      });
      if (paused !== undefined) {
        this.#log.warn(
          { webhook: webhook.id, project: webhook.project_id, url: webhook.url, reason: paused },
          "webhook paused",
        );
      }
    } catch (err) {
      this.#log.error({ err, webhook: webhook.id }, "a delivery could not be written down");
    } finally {
      work.onTheirWay.delete(delivery.resource);
      this.#turns.wake();
    }
  }
}
