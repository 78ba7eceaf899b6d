import type { Db } from "../db/db.ts";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";
import { giveLeases, type Lease, LeaseWatch, leaseMs, takeLease } from "../log/leases.sql.ts";
import { Paced } from "../log/paced.ts";
import {
  bodyOfDelivery,
  hasMore,
  type PendingRow,
  pendingDeliveries,
  recordFailure,
  recordSuccess,
  takeFromLog,
} from "./deliveries.sql.ts";
import { type Sending, sendMessage } from "./send.ts";
import { dueAt, heldUntil, suspectAfter } from "./webhooks.rules.ts";
import { runningWebhooks, type WebhookRow } from "./webhooks.sql.ts";

const tickMs = 1_000;
/** How many messages are in flight to one target at a time. */
const atOnce = 8;

/** What this node does for one webhook. A resource in flight is not sent again before its answer. */
type Work = {
  inFlight: Set<string>;
  /** When this node took or renewed the lease. */
  renewedAt: number;
};

/**
 * Delivers the changes in the log. The database stores the position and the pending deliveries of each webhook, so no
 * state is only in memory. The node with the lease delivers; the others watch whether it renews it. This is not built on
 * `LeasedWork`, whose rows are worked on until they are over: a webhook never is, and has a lease only while it sends.
 */
export class WebhookDispatcher {
  readonly #db: Db;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #sendWith: Sending;
  readonly #leases: LeaseWatch;
  readonly #work = new Map<number, Work>();
  readonly #turns: Paced;
  readonly #stopCommits: () => void;
  readonly #stopping = new AbortController();
  readonly #sending = new Set<Promise<void>>();
  #endAlarm = () => {};
  #anyRunning = true;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db, log: Log, sendWith: Sending) {
    const { clock } = sendWith;
    this.#db = db;
    this.#log = log;
    this.#clock = clock;
    this.#leases = new LeaseWatch(clock);
    this.#sendWith = sendWith;
    this.#turns = new Paced(
      () => this.#turn(),
      clock,
      tickMs,
      (err) => log.error({ err }, "could not deliver webhooks"),
    );
    // Without running webhooks, a catalog pays for one query a second, not for one at every commit.
    this.#stopCommits = db.onCommit(() => {
      if (this.#anyRunning) this.#turns.wake();
    });
  }

  /** Call it when a webhook was added, changed or replayed. */
  wake(): void {
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.#turns.wake();
  }

  /** Aborts messages without an answer; the next node with the lease sends them again. */
  async close(): Promise<void> {
    this.#stopCommits();
    this.#endAlarm();
    await this.#turns.stop();
    this.#stopping.abort(new Error("The service is stopping."));
    await Promise.all(this.#sending);
    const delivered = [...this.#work.values()].some(({ renewedAt }) => renewedAt >= 0);
    if (delivered) await giveLeases(this.#db, "webhooks", this.#leases.owner);
  }

  async #turn(): Promise<void> {
    const elapsed = this.#clock.elapsed();
    if (!this.#anyRunning && elapsed - this.#lookedAt < tickMs / 2) return;
    this.#lookedAt = elapsed;
    const webhooks = await this.#db.read(runningWebhooks);
    this.#anyRunning = webhooks.length > 0;
    this.#leases.see(webhooks);
    const running = new Set(webhooks.map(({ key }) => key));
    for (const [key, { inFlight }] of this.#work) {
      if (!running.has(key) && inFlight.size === 0) this.#work.delete(key);
    }
    const due = await Promise.all(webhooks.map((webhook) => this.#serve(webhook)));
    this.#wakeAt(Math.min(...due));
  }

  #wakeAt(due: number): void {
    this.#endAlarm();
    const wait = due - this.#clock.now();
    // It may have become due during this turn.
    if (wait <= 0) this.#turns.wake();
    else if (wait < tickMs) this.#endAlarm = this.#clock.after(wait, () => this.#turns.wake());
  }

  /** Sends what is due, and returns the time of the next attempt. */
  async #serve(webhook: WebhookRow): Promise<number> {
    const work = this.#workFor(webhook);
    const { pending, more } = await this.#db.read(async (reader) => {
      const pending = await pendingDeliveries(reader, webhook.key);
      return { pending, more: await hasMore(reader, webhook, pending) };
    });
    const { ready, due } = this.#ready(webhook, pending, work);
    if (work.inFlight.size === 0 && ready.length === 0 && !more) return due;
    const lease = await this.#lease(webhook, work);
    if (!lease) return Number.POSITIVE_INFINITY;
    if (more) {
      const { complete } = await this.#db.write((tx) => takeFromLog(tx, webhook, lease));
      if (!complete) {
        this.#log.warn(
          { webhook: webhook.id },
          "the log was pruned beyond this webhook's position: it may have missed changes",
        );
      }
      this.#turns.wake();
    }
    for (const delivery of ready) {
      work.inFlight.add(delivery.resource);
      const sending = this.#deliver(webhook, delivery, work, lease).finally(() => this.#sending.delete(sending));
      this.#sending.add(sending);
    }
    return due;
  }

  /** The first pending delivery of each resource, if it is due. */
  #ready(webhook: WebhookRow, pending: readonly PendingRow[], work: Work): { ready: PendingRow[]; due: number } {
    const now = this.#clock.now();
    const held = heldUntil(webhook, now);
    // The log is still read meanwhile.
    if (held > now) return { ready: [], due: held };
    const free = (webhook.failures >= suspectAfter ? 1 : atOnce) - work.inFlight.size;
    const seen = new Set(work.inFlight);
    const ready: PendingRow[] = [];
    let due = Number.POSITIVE_INFINITY;
    for (const delivery of pending) {
      if (seen.has(delivery.resource)) continue;
      seen.add(delivery.resource);
      const at = dueAt(delivery, now);
      if (at <= now) ready.push(delivery);
      else due = Math.min(due, at);
    }
    // A failing target is probed with the least tried delivery: one bad message must not hold up the rest.
    if (webhook.failures >= suspectAfter) ready.sort((one, other) => one.attempts - other.attempts);
    return { ready: ready.slice(0, Math.max(free, 0)), due };
  }

  #workFor({ key }: WebhookRow): Work {
    let work = this.#work.get(key);
    if (!work) {
      work = { inFlight: new Set(), renewedAt: Number.NEGATIVE_INFINITY };
      this.#work.set(key, work);
    }
    return work;
  }

  async #lease(webhook: WebhookRow, work: Work): Promise<Lease | undefined> {
    const { owner } = this.#leases;
    const elapsed = this.#clock.elapsed();
    const isOwn = webhook.lease_owner === owner;
    if (isOwn && elapsed - work.renewedAt < leaseMs / 2) return { owner, term: webhook.lease_term };
    if (!this.#leases.mayTake(webhook)) return undefined;
    const until = this.#clock.now() + leaseMs;
    const lease = await this.#db.write((tx) => takeLease(tx, "webhooks", webhook, { owner, until }));
    if (lease) work.renewedAt = elapsed;
    return lease;
  }

  async #deliver(webhook: WebhookRow, delivery: PendingRow, work: Work, lease: Lease): Promise<void> {
    try {
      const stored = await this.#db.read((reader) => bodyOfDelivery(reader, delivery, lease));
      if (!stored || this.#stopping.signal.aborted) return;
      const message = { id: delivery.event_id, body: stored.body };
      const { signal } = this.#stopping;
      const outcome = await sendMessage(webhook, message, this.#sendWith, signal);
      if (this.#stopping.signal.aborted && !outcome.delivered) return;
      const attempt = { webhook, delivery, outcome, now: this.#clock.now() };
      const paused = await this.#db.write(async (tx) => {
        if (!outcome.delivered) return recordFailure(tx, attempt, this.#sendWith.settings, lease);
        await recordSuccess(tx, attempt);
        return undefined;
      });
      if (paused !== undefined) {
        this.#log.warn(
          { webhook: webhook.id, project: webhook.project_id, url: webhook.url, reason: paused },
          "webhook paused",
        );
      }
    } catch (err) {
      this.#log.error({ err, webhook: webhook.id }, "could not record a delivery");
    } finally {
      work.inFlight.delete(delivery.resource);
      this.#turns.wake();
    }
  }
}
