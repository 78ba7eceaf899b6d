import type { Db } from "../db/db.ts";
import type { Clock } from "../http/clock.ts";
import { newId } from "../http/ids.ts";
import type { Log } from "../http/logger.ts";
import { Paced } from "../log/paced.ts";
import type { Sealing } from "../sealing/sealing.ts";
import {
  bodyOfDelivery,
  forgetDeliveries,
  hasMore,
  type PendingRow,
  pendingDeliveries,
  recordFailure,
  recordSuccess,
  takeFromLog,
} from "./deliveries.sql.ts";
import { giveLeases, type Lease, type LeaseMark, takeLease } from "./leases.sql.ts";
import { sendMessage } from "./send.ts";
import { dueAt, heldUntil, suspectAfter, type WebhookSettings } from "./webhooks.rules.ts";
import { runningWebhooks, type WebhookRow } from "./webhooks.sql.ts";

const tickMs = 1_000;
/** How many messages are on their way to one target at a time. */
const atOnce = 8;
/** A lease that nobody has kept for so long is free: its node is dead. By how much time passes here, and not by any clock. */
const leaseMs = 6_000;
const keptMs = 7 * 86_400_000;
const forgetEveryMs = 3_600_000;

/** What this node does for one webhook. A resource that is on its way is not sent again before the answer is here. */
type Work = {
  onTheirWay: Set<string>;
  /** The lease as it was seen last, and since when it has been so. */
  seen: LeaseMark;
  seenSince: number;
  /** When this node took it, or said that it is still there. */
  keptAt: number;
};

const sameMark = (one: LeaseMark, other: LeaseMark): boolean =>
  one.lease_owner === other.lease_owner &&
  one.lease_term === other.lease_term &&
  one.lease_beat === other.lease_beat &&
  one.lease_until === other.lease_until;

/**
 * Delivers what the log says, from the database alone: the position of each webhook and what waits are stored, and
 * nothing is known only here. Of several nodes, the one that holds the lease delivers; the others watch whether it keeps it.
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
  #lookedAt = Number.NEGATIVE_INFINITY;
  #forgotAt = Number.NEGATIVE_INFINITY;

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
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.#turns.wake();
  }

  /** What is on its way and not answered yet is given up, and sent again by whoever takes over. */
  async close(): Promise<void> {
    this.#stopCommits();
    this.#endAlarm();
    await this.#turns.stop();
    this.#stopping.abort(new Error("The service is stopping."));
    await Promise.all(this.#sending);
    const delivered = [...this.#work.values()].some(({ keptAt }) => keptAt >= 0);
    if (delivered) await this.#db.write((tx) => giveLeases(tx, this.#owner));
  }

  async #turn(): Promise<void> {
    const elapsed = this.#clock.elapsed();
    if (!this.#anyRunning && elapsed - this.#lookedAt < tickMs / 2) return;
    this.#lookedAt = elapsed;
    const webhooks = await this.#db.read(runningWebhooks);
    this.#anyRunning = webhooks.length > 0;
    const running = new Set(webhooks.map(({ key }) => key));
    for (const [key, { onTheirWay }] of this.#work) {
      if (!running.has(key) && onTheirWay.size === 0) this.#work.delete(key);
    }
    const due = await Promise.all(webhooks.map((webhook) => this.#serve(webhook)));
    this.#wakeAt(Math.min(...due));
    if (this.#anyRunning && elapsed - this.#forgotAt > forgetEveryMs) {
      this.#forgotAt = elapsed;
      await this.#db.write((tx) => forgetDeliveries(tx, this.#clock.now() - keptMs));
    }
  }

  #wakeAt(due: number): void {
    this.#endAlarm();
    const wait = due - this.#clock.now();
    if (wait < tickMs) this.#endAlarm = this.#clock.after(Math.max(wait, 1), () => this.#turns.wake());
  }

  /** Sends what may be sent now, and returns when there is more to do. */
  async #serve(webhook: WebhookRow): Promise<number> {
    const work = this.#watch(webhook);
    const { pending, more } = await this.#db.read(async (reader) => {
      const pending = await pendingDeliveries(reader, webhook.key);
      return { pending, more: await hasMore(reader, webhook, pending) };
    });
    const { ready, due } = this.#ready(webhook, pending, work);
    if (work.onTheirWay.size === 0 && ready.length === 0 && !more) return due;
    const lease = await this.#lease(webhook, work);
    if (!lease) return Number.POSITIVE_INFINITY;
    if (more) {
      const { complete } = await this.#db.write((tx) => takeFromLog(tx, webhook, lease));
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
      const sending = this.#deliver(webhook, delivery, work, lease).finally(() => this.#sending.delete(sending));
      this.#sending.add(sending);
    }
    return due;
  }

  /** Of each resource the first that waits, where it is due. */
  #ready(webhook: WebhookRow, pending: readonly PendingRow[], work: Work): { ready: PendingRow[]; due: number } {
    const now = this.#clock.now();
    const held = heldUntil(webhook, now);
    // What is to be tried next is taken from the log meanwhile.
    if (held > now) return { ready: [], due: held };
    const room = (webhook.failures >= suspectAfter ? 1 : atOnce) - work.onTheirWay.size;
    const seen = new Set(work.onTheirWay);
    const ready: PendingRow[] = [];
    let due = Number.POSITIVE_INFINITY;
    for (const delivery of pending) {
      if (seen.has(delivery.resource)) continue;
      seen.add(delivery.resource);
      const at = dueAt(delivery, now);
      if (at <= now) ready.push(delivery);
      else due = Math.min(due, at);
    }
    // A target that fails is probed with what was tried least: one message that it chokes on must not hold up the rest.
    if (webhook.failures >= suspectAfter) ready.sort((one, other) => one.attempts - other.attempts);
    return { ready: ready.slice(0, Math.max(room, 0)), due };
  }

  /** Looks whether whoever has the lease still keeps it. */
  #watch(webhook: WebhookRow): Work {
    const elapsed = this.#clock.elapsed();
    let work = this.#work.get(webhook.key);
    if (!work) {
      work = { onTheirWay: new Set(), seen: webhook, seenSince: elapsed, keptAt: Number.NEGATIVE_INFINITY };
      this.#work.set(webhook.key, work);
    }
    if (!sameMark(work.seen, webhook)) work.seenSince = elapsed;
    work.seen = webhook;
    return work;
  }

  async #lease(webhook: WebhookRow, work: Work): Promise<Lease | undefined> {
    const owner = this.#owner;
    const elapsed = this.#clock.elapsed();
    const isOwn = webhook.lease_owner === owner;
    if (isOwn && elapsed - work.keptAt < leaseMs / 2) return { owner, term: webhook.lease_term };
    const isFree = webhook.lease_until === 0 || elapsed - work.seenSince >= leaseMs;
    if (!isOwn && !isFree) return undefined;
    const until = this.#clock.now() + leaseMs;
    const lease = await this.#db.write((tx) => takeLease(tx, webhook.key, webhook, owner, until));
    if (lease) work.keptAt = elapsed;
    return lease;
  }

  async #deliver(webhook: WebhookRow, delivery: PendingRow, work: Work, lease: Lease): Promise<void> {
    try {
      const stored = await this.#db.read((reader) => bodyOfDelivery(reader, delivery, lease));
      if (!stored || this.#stopping.signal.aborted) return;
      const message = { id: delivery.event_id, body: stored.body };
      const { signal } = this.#stopping;
      const outcome = await sendMessage(webhook, message, this.#settings, this.#sealing, this.#clock, signal);
      if (this.#stopping.signal.aborted && !outcome.delivered) return;
      const now = this.#clock.now();
      const paused = await this.#db.write(async (tx) => {
        if (!outcome.delivered) return recordFailure(tx, webhook, delivery, outcome, now, this.#settings, lease);
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
