import type { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";

/** How many commits wait for a synchronous standby. */
export const waitingCommits = async (server: PostgresServer): Promise<number> =>
  (await server.query("select 1 from pg_stat_activity where wait_event = 'SyncRep'")).length;

/** Ends all waits for a synchronous standby until `ended` is true. */
export const endWaits = (server: PostgresServer, how: string, ended: () => boolean): Promise<void> =>
  until(async () => {
    await server.query(`select ${how}(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
    return ended();
  }, "the wait for the standby has ended");

/**
 * Sets the synchronous standbys, and returns when commits wait for them. The checkpointer puts the setting into effect at
 * its own time, and only a commit shows it.
 */
export async function commitsWaitFor(server: PostgresServer, names: string): Promise<void> {
  await server.query(`alter system set synchronous_standby_names = '${names}'`);
  await server.query("select pg_reload_conf()");
  await until(() => commitWaits(server), "the setting is in effect");
}

async function commitWaits(server: PostgresServer): Promise<boolean> {
  let ended = false;
  const commit = server.query("select pg_logical_emit_message(true, 'trial', '')").then(() => {
    ended = true;
  });
  await until(async () => ended || (await waitingCommits(server)) > 0, "a commit waits for the standby or ends");
  if (ended) return false;
  await endWaits(server, "pg_cancel_backend", () => ended);
  await commit;
  return true;
}
