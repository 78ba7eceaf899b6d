import type { Caller } from "../access/caller.ts";
import type { Reader } from "../db/db.ts";
import { makerOf } from "./keys.sql.ts";
import type { UserRow } from "./users.sql.ts";

/**
 * Whether an account is the caller's own, or that of the person who made the key. Who steals a session must not get a
 * password or a second step by it, and a key that the session made must not be a way around that. If the key that made
 * this one was revoked, nobody can tell the person: it could be any account.
 */
export async function isOwnAccount(reader: Reader, caller: Caller, user: UserRow): Promise<boolean> {
  const { holder } = caller;
  if (holder?.kind !== "key") return holder?.key === user.key;
  const maker = await makerOf(reader, caller);
  return maker === user.name || maker.startsWith("key:");
}
