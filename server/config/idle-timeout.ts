import { longestWaitMs } from "../db/postgres/postgres-pool.ts";
import type { PostgresSettings } from "../db/postgres/postgres-settings.ts";

/** Seconds after which the connection of a client that is gone is closed, at the least. */
const shortest = 30;
/** The most that Bun accepts. */
const longest = 255;
/** Bun checks every four seconds, so it may close a connection that much too early. */
const tick = 4;

/**
 * For how many seconds nothing may be sent on a connection. After that Bun closes it, even while a request is answered.
 * So it must be longer than a request waits for a database that hangs, before it gets a 503.
 */
export function idleTimeoutSeconds(postgres: PostgresSettings | undefined): number {
  const waits = postgres ? Math.ceil(longestWaitMs(postgres) / 1_000) + tick + 1 : 0;
  return Math.min(longest, Math.max(shortest, waits));
}

/** The settings for the service: a statement must end before the connection of its request is closed. */
export function servedSettings(postgres: PostgresSettings): PostgresSettings {
  const most = (longest - tick - 1) * 1_000 - longestWaitMs({ ...postgres, statementTimeoutMs: 0 });
  const perServer = most / (1 + postgres.replicaUrls.length);
  return { ...postgres, statementTimeoutMs: Math.min(postgres.statementTimeoutMs, Math.floor(perServer)) };
}
