import type { Db } from "../db/db.ts";
import type { Log } from "../http/logger.ts";
import { addUsage } from "./rate-limit.sql.ts";

const windowMs = 60_000;
const shareEveryMs = 500;
/** The most buckets in a window. More means that a client invents names; the window then starts over. */
const maxBuckets = 100_000;

/** Requests per minute: of one person or key, the writes among them, and from one address. */
export type RateLimits = { requests: number; saves: number; address: number };

/** A limit per minute, in requests or in units of `cost`. The name appears in the RateLimit header. */
export type Budget = { name: string; requests: number };

export type Verdict = { allowed: boolean; headers: Record<string, string> };

type Count = { windowStart: number; used: number; unshared: number };

/**
 * Counts requests against budgets, in windows of a minute. Nodes that share a database add their counts to common ones
 * twice a second, in one batch. So the database is not asked on every request, and a limit can be exceeded by what the
 * nodes accept in between.
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

  /** Takes `cost` from the budget of `who` if so much is left. A cost of 0 only checks whether anything is left. */
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
          // Each node continues with its own count while the database is unreachable.
          this.#sharing = false;
          this.#log.warn({ err: error }, "the rate limits could not be shared");
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
      // Add what was taken while the batch was on its way.
      if (count?.windowStart === total.windowStart) count.used = total.used + count.unshared;
    }
  }
}
