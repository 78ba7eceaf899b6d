import type { Grant, User } from "../../contract/access.ts";
import { deleteGrants, hasAdmin, heldGrants, replaceGrants, shownGrants } from "../access/grants.sql.ts";
import { type Reader, type Tx, UniqueViolation } from "../db/db.ts";
import { sql, updateByKey } from "../db/sql.ts";
import { newId } from "../http/ids.ts";
import { notFound, Problem } from "../http/problem.ts";
import { deleteNoticesOf } from "../notices/notices.sql.ts";
import { deletePrivateViewsOf } from "../views/views.sql.ts";
import { deleteLinkOf } from "./links.sql.ts";
import { deletePasskeysOf, passkeysOf } from "./passkeys.sql.ts";
import { closeSessionsOf } from "./sessions.sql.ts";

export type UserRow = {
  key: number;
  id: string;
  name: string;
  display_name: string;
  email: string | null;
  active: number;
  password_hash: string | null;
  provider_subject: string | null;
  totp_secret: string | null;
  totp_pending: string | null;
  totp_step: number;
  recovery_codes: string;
  created_at: number;
  seen_at: number | null;
};

/** Names that differ only in case or Unicode composition are the same name. */
export const foldedName = (name: string): string => name.normalize("NFKC").toLowerCase();

export const allUsers = (reader: Reader) =>
  reader.all<UserRow>(
    sql`select key, id, name, display_name, email, active, password_hash, provider_subject, totp_secret, totp_pending,
        totp_step, recovery_codes, created_at, seen_at from users order by key`,
  );

export const userByName = (reader: Reader, name: string) =>
  reader.get<UserRow>(
    sql`select key, id, name, display_name, email, active, password_hash, provider_subject, totp_secret, totp_pending,
        totp_step, recovery_codes, created_at, seen_at from users where folded_name = ${foldedName(name)}`,
  );

export const userByKey = (reader: Reader, key: number) =>
  reader.get<UserRow>(
    sql`select key, id, name, display_name, email, active, password_hash, provider_subject, totp_secret, totp_pending,
        totp_step, recovery_codes, created_at, seen_at from users where key = ${key}`,
  );

/** Locks and then reads a user: of two requests with the same code, the second finds it used. */
export async function lockedUser(tx: Tx, key: number): Promise<UserRow | undefined> {
  await tx.lock(sql`select key from users where key = ${key}`);
  return userByKey(tx, key);
}

export const userBySubject = (reader: Reader, subject: string) =>
  reader.get<UserRow>(
    sql`select key, id, name, display_name, email, active, password_hash, provider_subject, totp_secret, totp_pending,
        totp_step, recovery_codes, created_at, seen_at from users where provider_subject = ${subject}`,
  );

export async function userById(reader: Reader, id: string): Promise<UserRow> {
  const row = await reader.get<UserRow>(
    sql`select key, id, name, display_name, email, active, password_hash, provider_subject, totp_secret, totp_pending,
        totp_step, recovery_codes, created_at, seen_at from users where id = ${id}`,
  );
  if (!row) throw notFound("user", id);
  return row;
}

export async function hasUsers(reader: Reader): Promise<boolean> {
  return (await reader.get(sql`select key from users limit 1`)) !== undefined;
}

export type NewUser = {
  name: string;
  displayName: string;
  email?: string | null;
  passwordHash: string | null;
  providerSubject: string | null;
  grants: readonly Grant[];
};

export async function insertUser(tx: Tx, user: NewUser, at: number): Promise<UserRow> {
  const id = newId();
  try {
    await tx.run(
      sql`insert into users (id, name, folded_name, display_name, email, active, password_hash, provider_subject,
          created_at)
        values (${id}, ${user.name}, ${foldedName(user.name)}, ${user.displayName}, ${user.email ?? null}, 1,
          ${user.passwordHash}, ${user.providerSubject}, ${at})`,
    );
  } catch (error) {
    if (error instanceof UniqueViolation) throw new Problem("id_taken", `There is already a user "${user.name}".`);
    throw error;
  }
  const row = await userById(tx, id);
  await replaceGrants(tx, "user", row.key, user.grants);
  return row;
}

export type UserColumns = Partial<
  Pick<
    UserRow,
    | "display_name"
    | "email"
    | "active"
    | "password_hash"
    | "provider_subject"
    | "totp_secret"
    | "totp_pending"
    | "totp_step"
    | "recovery_codes"
    | "seen_at"
  >
>;

export function updateUserColumns(tx: Tx, key: number, columns: UserColumns): Promise<number> {
  if (columns.active !== undefined) tx.touch("access");
  return tx.run(updateByKey("users", columns, key));
}

export async function deleteUser(tx: Tx, row: UserRow): Promise<void> {
  await closeSessionsOf(tx, row.key);
  await deleteLinkOf(tx, row.key);
  await deletePasskeysOf(tx, row.key);
  await deleteGrants(tx, "user", row.key);
  await deletePrivateViewsOf(tx, { kind: "user", key: row.key });
  await deleteNoticesOf(tx, row.key);
  await tx.run(sql`delete from users where key = ${row.key}`);
}

/** Locks users before any change that may remove rights: of two admins who remove each other, the second is refused. */
export const lockUsers = (tx: Tx) => tx.lock(sql`select key from users order by key`);

/** Call it at the end of any change that may remove rights. It rolls the transaction back if no admin is left. */
export async function refuseToLoseLastAdmin(tx: Tx): Promise<void> {
  if (await hasAdmin(tx)) return;
  throw new Problem("last_admin", "The service would have no admin left. Make another user an admin first.");
}

export async function shownUser(reader: Reader, row: UserRow): Promise<User> {
  return {
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    email: row.email,
    active: row.active === 1,
    secondStep: row.totp_secret !== null,
    password: row.password_hash !== null,
    passkeys: (await passkeysOf(reader, row.key)).length,
    grants: await shownGrants(reader, await heldGrants(reader, "user", row.key)),
    createdAt: new Date(row.created_at).toISOString(),
    lastSeenAt: row.seen_at === null ? null : new Date(row.seen_at).toISOString(),
  };
}
