import { longestWaitMs } from "../db/postgres/postgres-pool.ts";
import type { PostgresSettings } from "../db/postgres/postgres-settings.ts";

/** The connections of people who went away without a word are closed after so long at the least. */
const shortest = 30;
/** Bun takes no more. */
const longest = 255;
/** Its clock ticks every four seconds: it may close a connection that much too early. */
const tick = 4;

/**
 * For how many seconds nothing may move on a connection. It is closed then, with a request that is being answered too:
 * so it must outlast whoever waits for a database that hangs, and is told so in the end.
 */
export function idleTimeoutSeconds(postgres: PostgresSettings | undefined): number {
  const waits = postgres ? Math.ceil(longestWaitMs(postgres) / 1_000) + tick + 1 : 0;
  return Math.min(longest, Math.max(shortest, waits));
}

/** The settings of a service: whatever a command may take, a statement of a request ends before its connection does. */
export function servedSettings(postgres: PostgresSettings): PostgresSettings {
  const most = (longest - tick - 1) * 1_000 - longestWaitMs({ ...postgres, statementTimeoutMs: 0 });
  const perServer = most / (1 + postgres.replicaUrls.length);
  return { ...postgres, statementTimeoutMs: Math.min(postgres.statementTimeoutMs, Math.floor(perServer)) };
}
