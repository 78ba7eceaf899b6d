import { anyone, type Caller, callerOf, type Holder } from "../access/caller.ts";
import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import type { ImportRow } from "./imports.sql.ts";

const tables = {
  user: "select id, name, display_name as shown from users where key = ?",
  key: "select id, name, name as shown from api_keys where key = ?",
} as const;

/**
 * Who started an import, for its checks: what they may do is read anew for each chunk. Undefined if they were removed.
 * It does not end with their session: an import goes on when the browser is closed.
 */
export async function callerOfImport(
  reader: Reader,
  { holder_kind, holder_key }: Pick<ImportRow, "holder_kind" | "holder_key">,
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
