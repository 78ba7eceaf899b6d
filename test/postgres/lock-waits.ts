import postgres from "postgres";
import { until } from "../support/until.ts";

/**
 * Waits until a session in this database waits for a lock, as `request` should. If none does, the error says how the
 * request was answered, or what the sessions do.
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
  try {
    await until(async () => ended || (await waiting()) > 0, "someone waits for a lock");
  } catch (error) {
    const sessions = await outside.unsafe(`select state, wait_event_type, wait_event, left(query, 200) ${ofDatabase}`);
    throw new Error(`${(error as Error).message}: ${JSON.stringify(sessions)}`);
  } finally {
    await outside.end();
  }
  if (!ended) return;
  const answer = await request;
  const shown = answer instanceof Response ? `${answer.status} ${await answer.text()}` : Bun.inspect(answer);
  throw new Error(`The request did not wait for a lock: ${shown}`);
}
