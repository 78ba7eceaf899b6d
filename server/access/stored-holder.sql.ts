import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import { anyone, type Caller, callerOf, type Holder } from "./caller.ts";
import { standings } from "./standing.sql.ts";

/** Who started work that goes on without a request, as it is stored with the work; anyone where nobody signs in. */
export type StoredHolder = { holder_kind: Holder["kind"] | "anyone"; holder_key: number };

export const holderOf = ({ holder }: Caller): StoredHolder =>
  holder ? { holder_kind: holder.kind, holder_key: holder.key } : { holder_kind: "anyone", holder_key: 0 };

const tables = {
  user: "select id, name, display_name as shown from users where key = ?",
  key: "select id, name, name as shown from api_keys where key = ?",
} as const;

/**
 * The caller for the checks of such work: what they may do is read anew in each transaction. Undefined if they were
 * removed. It does not end with their session: the work goes on when the browser is closed.
 */
export async function callerOfHolder(
  reader: Reader,
  { holder_kind, holder_key }: StoredHolder,
): Promise<Caller | undefined> {
  if (holder_kind === "anyone") return { ...anyone, known: { grantsAt: new Map() } };
  const row = await reader.get<{ id: string; name: string; shown: string }>(
    composed(tables[holder_kind], [holder_key]),
  );
  if (!row) return undefined;
  const { id, name, shown } = row;
  const holder: Holder = { kind: holder_kind, key: holder_key, id, name, displayName: shown, secondStep: false };
  return callerOf(holder, [], "");
}

/** Whether the key or the account behind such work still has access: it may be removed, expire or be closed meanwhile. */
export async function stillHasAccess(reader: Reader, { holder }: Caller, now: number): Promise<boolean> {
  if (!holder) return true;
  const [standing] = await standings(reader, [holder]);
  return standing !== undefined && standing.until > now;
}
