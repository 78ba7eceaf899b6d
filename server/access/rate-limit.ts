import type { Db } from "../db/db.ts";
import type { Log } from "../http/logger.ts";
import { addUsage } from "./rate-limit.sql.ts";

const windowMs = 60_000;
const shareEveryMs = 500;
/** A client could invent buckets. At this number in a window, all counts start over. */
const maxBuckets = 100_000;

/** Requests per minute: of one person or key, saves of one person or key, and from one address. */
export type RateLimits = { requests: number; saves: number; address: number };

/** A number of requests per minute, or of units of `cost`. The RateLimit header shows the name. */
export type Budget = { name: string; requests: number };

export type Verdict = { allowed: boolean; headers: Record<string, string> };

type Count = { windowStart: number; used: number; unshared: number };

/**
 * Counts requests against budgets, in windows of a minute. If several nodes share a database, each adds its count to
 * the common count twice a second, in one batch. So no request waits for the database, and a limit may be exceeded by
 * what a node accepts in between.
 */
export class RateLimiter {
  readonly #counts = new Map<string, Count>();
  readonly #db: Db;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #shared: boolean;
  #sharing = false;

  constructor({ db, log, now, shared }: { db: Db; log: Log; now: () => number; shared: boolean }) {
    this.#db = db;
    this.#log = log;
    this.#now = now;
    this.#shared = shared;
  }

  /** Takes `cost` from the budget of `who` if that much is left. A cost of 0 only checks whether anything is left. */
  take(who: string, budget: Budget, cost = 1): Verdict {
    const now = this.#now();
    const count = this.#count(`${budget.name} ${who}`, now);
    const allowed = count.used + Math.max(cost, 1) <= budget.requests;
    if (allowed) {
      count.used += cost;
      count.unshared += cost;
      if (this.#shared) this.#shareSoon();
    }
    const reset = Math.max(1, Math.ceil((count.windowStart + windowMs - now) / 1000));
    const remaining = Math.max(0, budget.requests - count.used);
    return {
      allowed,
      headers: {
        "ratelimit-policy": `"${budget.name}";q=${budget.requests};w=${windowMs / 1000}`,
        ratelimit: `"${budget.name}";r=${remaining};t=${reset}`,
        ...(allowed ? {} : { "retry-after": String(reset) }),
      },
    };
  }

  #count(bucket: string, now: number): Count {
    const windowStart = now - (now % windowMs);
    const known = this.#counts.get(bucket);
    if (known?.windowStart === windowStart) return known;
    if (!known && this.#counts.size >= maxBuckets) this.#counts.clear();
    const fresh = { windowStart, used: 0, unshared: 0 };
    this.#counts.set(bucket, fresh);
    return fresh;
  }

  #shareSoon(): void {
    if (this.#sharing) return;
    this.#sharing = true;
    setTimeout(() => {
      this.#share().then(
        () => {
          this.#sharing = false;
        },
        (error) => {
          // Each node continues with its own count: an unreachable database must not make the limits stricter.
          this.#sharing = false;
          this.#log.warn({ err: error }, "could not share the rate limits");
        },
      );
    }, shareEveryMs).unref();
  }

  async #share(): Promise<void> {
    const now = this.#now();
    const usage = [];
    for (const [bucket, count] of this.#counts) {
      if (count.unshared > 0) usage.push({ bucket, windowStart: count.windowStart, used: count.unshared });
      else if (now - count.windowStart > windowMs) this.#counts.delete(bucket);
      count.unshared = 0;
    }
    if (usage.length === 0) return;
    for (const total of await addUsage(this.#db, usage, now)) {
      const count = this.#counts.get(total.bucket);
      // Requests that were counted while the batch was written are not in the total yet.
      if (count?.windowStart === total.windowStart) count.used = total.used + count.unshared;
    }
  }
}
