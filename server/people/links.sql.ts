import type { linkKinds } from "../../contract/constants.ts";
import type { Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { newId } from "../http/ids.ts";
import { newToken, secretHash } from "./secrets.ts";

/** How long links are valid, unless someone says otherwise. */
export const resetMs = 86_400_000;
export const invitationMs = 7 * resetMs;

type LinkKind = (typeof linkKinds)[number];

export type LinkRow = {
  key: number;
  id: string;
  kind: LinkKind;
  user_key: number;
  created_by: string;
  created_at: number;
  expires_at: number;
};

/** `createdBy` is shown to the person; "" if they asked for the link themselves. */
type NewLink = { kind: LinkKind; userKey: number; createdBy: string; expiresAt: number };

/** Replaces the link of a user, and returns the token of the new one, which is not stored. */
export async function insertLink(tx: Tx, given: NewLink, at: number): Promise<{ row: LinkRow; token: string }> {
  const id = newId();
  const token = newToken();
  // Locks the user: of two links that are made at the same time, the second replaces the first.
  await tx.lock(sql`select key from users where key = ${given.userKey}`);
  await deleteLinkOf(tx, given.userKey);
  await tx.run(
    sql`insert into access_links (id, kind, user_key, token_hash, created_by, created_at, expires_at)
      values (${id}, ${given.kind}, ${given.userKey}, ${secretHash(token)}, ${given.createdBy}, ${at},
        ${given.expiresAt})`,
  );
  return { row: (await linkById(tx, id)) as LinkRow, token };
}

/** Returns 0 if it was used or replaced meanwhile. */
export const deleteLink = (tx: Tx, key: number) => tx.run(sql`delete from access_links where key = ${key}`);

export const deleteLinkOf = (tx: Tx, userKey: number) =>
  tx.run(sql`delete from access_links where user_key = ${userKey}`);

export const linkById = (reader: Reader, id: string) =>
  reader.get<LinkRow>(
    sql`select key, id, kind, user_key, created_by, created_at, expires_at from access_links where id = ${id}`,
  );

/** The link with this token, unless it has expired. */
export const linkByToken = (reader: Reader, token: string, at: number) =>
  reader.get<LinkRow>(
    sql`select key, id, kind, user_key, created_by, created_at, expires_at from access_links
      where token_hash = ${secretHash(token)} and expires_at > ${at}`,
  );

export const allInvitations = (reader: Reader) =>
  reader.all<LinkRow>(
    sql`select key, id, kind, user_key, created_by, created_at, expires_at from access_links
      where kind = 'invitation' order by key`,
  );
