import { presenceExpiresMs } from "../../contract/constants.ts";
import { limits } from "../../contract/limits.ts";
import type { Person, Presence } from "../../contract/live.ts";
import type { Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";

type Signal = { actor: string; clientId: string; name: string; itemId: string | null };

/** Client ids are visible to everyone. Stored with the actor, so that nobody can signal or leave for someone else. */
const ownId = (actor: string, clientId: string): string => `${actor}\n${clientId}`;
const clientIdOf = (stored: string): string => stored.slice(stored.indexOf("\n") + 1);

/** Stored in the database so that editors on all nodes see each other. It may be lost at any time. */
export async function signalPresence(tx: Tx, projectKey: number, signal: Signal, now: number): Promise<void> {
  const until = now + presenceExpiresMs;
  await tx.run(
    sql`insert into presence (project_key, client_id, name, item_id, since, until)
      values (${projectKey}, ${ownId(signal.actor, signal.clientId)}, ${signal.name}, ${signal.itemId}, ${now}, ${until})
      on conflict (project_key, client_id) do update set name = excluded.name, item_id = excluded.item_id,
        since = case when presence.until > ${now} then presence.since else excluded.since end, until = excluded.until`,
  );
}

export const leavePresence = (tx: Tx, projectKey: number, actor: string, clientId: string) =>
  tx.run(sql`delete from presence where project_key = ${projectKey} and client_id = ${ownId(actor, clientId)}`);

export const forgetAbsent = (tx: Tx, now: number) => tx.run(sql`delete from presence where until <= ${now}`);

type PresenceRow = { client_id: string; name: string; item_id: string | null };

/** Everyone who is present, in the order of their arrival. */
export async function presenceJson(reader: Reader, projectKey: number, now: number): Promise<string> {
  const rows = await reader.all<PresenceRow>(
    sql`select client_id, name, item_id from presence where project_key = ${projectKey} and until > ${now}
      order by since, client_id limit ${limits.presentClients}`,
  );
  const present = rows.map(
    (row): Person => ({ clientId: clientIdOf(row.client_id), name: row.name, itemId: row.item_id }),
  );
  return JSON.stringify({ present } satisfies Presence);
}
