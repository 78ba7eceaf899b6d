import postgres from "postgres";
import { until } from "../support/until.ts";

/** Waits until a session in this database waits for a lock. */
export async function untilSomeoneWaits(url: string): Promise<void> {
  const outside = postgres(url, { max: 1 });
  const waiting = async () =>
    (
      await outside.unsafe(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    )[0]?.n;
  await until(async () => (await waiting()) > 0, "someone waits for a lock");
  await outside.end();
}
