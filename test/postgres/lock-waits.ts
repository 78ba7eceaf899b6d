import postgres from "postgres";
import { until } from "../support/until.ts";

/**
 * Waits until a session in this database waits for a lock, as `request` should. If none does, the error says how the
 * request was answered, and what the sessions do: whether one still holds the lock.
 */
export async function untilSomeoneWaits(url: string, request?: Promise<unknown>): Promise<void> {
  const outside = postgres(url, { max: 1 });
  const ofDatabase = "from pg_stat_activity where datname = current_database()";
  let ended = false;
  const end = () => {
    ended = true;
  };
  request?.then(end, end);
  const waiting = async () =>
    (await outside.unsafe(`select count(*)::int as n ${ofDatabase} and wait_event_type = 'Lock'`))[0]?.n;
  const sessions = async () =>
    JSON.stringify(
      await outside.unsafe(
        `select pid, backend_start, xact_start, state, wait_event_type, wait_event, left(query, 200) as query ${ofDatabase}`,
      ),
    );
  try {
    await until(async () => ended || (await waiting()) > 0, "someone waits for a lock");
    if (!ended) return;
    const answer = await request;
    const shown = answer instanceof Response ? `${answer.status} ${await answer.text()}` : Bun.inspect(answer);
    throw new Error(`The request did not wait for a lock: ${shown}`);
  } catch (error) {
    throw new Error(`${(error as Error).message}: ${await sessions()}`);
  } finally {
    await outside.end();
  }
}
