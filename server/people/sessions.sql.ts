import type { OpenSession } from "../../contract/access.ts";
import { idleMs, sessionEnd } from "../access/standing.sql.ts";
import type { Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { newId } from "../http/ids.ts";
import { newToken, secretHash } from "./secrets.ts";

/** A session ends after two weeks, however much it is used. */
export const absoluteMs = 14 * 24 * 60 * 60 * 1000;

export type SessionRow = {
  key: number;
  id: string;
  user_key: number;
  created_at: number;
  seen_at: number;
  expires_at: number;
  address: string;
  user_agent: string;
};

/** Opens a session and returns its token, which is not stored. */
export async function openSession(
  tx: Tx,
  userKey: number,
  from: { address: string; userAgent: string },
  at: number,
): Promise<string> {
  const token = newToken();
  await tx.run(sql`delete from sessions where expires_at <= ${at} or seen_at <= ${at - idleMs}`);
  await tx.run(
    sql`insert into sessions (id, token_hash, user_key, created_at, seen_at, expires_at, address, user_agent)
      values (${newId()}, ${secretHash(token)}, ${userKey}, ${at}, ${at}, ${at + absoluteMs}, ${from.address},
        ${from.userAgent.slice(0, 300)})`,
  );
  return token;
}

export const sessionByToken = (reader: Reader, token: string, at: number) =>
  reader.get<SessionRow>(
    sql`select key, id, user_key, created_at, seen_at, expires_at, address, user_agent from sessions
      where token_hash = ${secretHash(token)} and expires_at > ${at} and seen_at > ${at - idleMs}`,
  );

export const sessionsOfUser = (reader: Reader, userKey: number, at: number) =>
  reader.all<SessionRow>(
    sql`select key, id, user_key, created_at, seen_at, expires_at, address, user_agent from sessions
      where user_key = ${userKey} and expires_at > ${at} and seen_at > ${at - idleMs} order by seen_at desc`,
  );

export const sessionById = (reader: Reader, id: string) =>
  reader.get<SessionRow>(
    sql`select key, id, user_key, created_at, seen_at, expires_at, address, user_agent from sessions where id = ${id}`,
  );

export async function markSeen(tx: Tx, session: SessionRow, at: number): Promise<void> {
  await tx.run(sql`update sessions set seen_at = ${at} where key = ${session.key}`);
  await tx.run(sql`update users set seen_at = ${at} where key = ${session.user_key}`);
}

export function closeSession(tx: Tx, key: number): Promise<number> {
  tx.touch("access");
  return tx.run(sql`delete from sessions where key = ${key}`);
}

export function closeSessionsOf(tx: Tx, userKey: number, exceptKey = 0): Promise<number> {
  tx.touch("access");
  return tx.run(sql`delete from sessions where user_key = ${userKey} and key <> ${exceptKey}`);
}

export const shownSession = (row: SessionRow, user: string, currentKey: number | undefined): OpenSession => ({
  id: row.id,
  user,
  current: row.key === currentKey,
  createdAt: new Date(row.created_at).toISOString(),
  lastSeenAt: new Date(row.seen_at).toISOString(),
  expiresAt: new Date(sessionEnd(row)).toISOString(),
  address: row.address,
  userAgent: row.user_agent,
});
