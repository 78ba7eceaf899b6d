import type { Db } from "../db/db.ts";
import type { Log } from "../http/logger.ts";
import { addUsage } from "./rate-limit.sql.ts";

const windowMs = 60_000;
const shareEveryMs = 500;
/** Past this many buckets in a window someone is making them up: the window starts over. */
const maxBuckets = 100_000;

/** Requests a minute: of one person or key, of the saves among them, and from one address. */
export type RateLimits = { requests: number; saves: number; address: number };

/** So many requests a minute, or so much of what is paid by `cost`. The name is what the RateLimit header calls it. */
export type Budget = { name: string; requests: number };

export type Verdict = { allowed: boolean; headers: Record<string, string> };

type Count = { windowStart: number; used: number; unshared: number };

/**
 * Counts requests against budgets, in windows of a minute. Where several nodes share a database, each adds what it has
 * counted to the common count twice a second, in one batch: a limit may be passed by what a node takes in between, and
 * the database is not asked on every request.
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

  /** Uses `cost` of the budget that `who` has, if that much is left; a cost of 0 only asks whether anything is. */
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
          // Each node goes on with its own count: a database that is away must not make the limits worse.
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
      // What was taken while the batch was on its way is on top of the total.
      if (count?.windowStart === total.windowStart) count.used = total.used + count.unshared;
    }
  }
}
