import type { ApiKey, Grant } from "../../contract/access.ts";
import type { Caller } from "../access/caller.ts";
import { deleteGrants, heldGrants, replaceGrants, shownGrants } from "../access/grants.sql.ts";
import type { Reader, Tx } from "../db/db.ts";
import { sql, updateByKey } from "../db/sql.ts";
import { newId } from "../http/ids.ts";
import { notFound } from "../http/problem.ts";
import { deletePrivateViewsOf } from "../views/views.sql.ts";
import { newApiKey } from "./api-key.ts";
import { secretHash } from "./secrets.ts";

export type KeyRow = {
  key: number;
  id: string;
  name: string;
  secret_hash: string;
  created_by: string;
  created_at: number;
  expires_at: number | null;
  used_at: number | null;
};

export const allKeys = (reader: Reader) =>
  reader.all<KeyRow>(
    sql`select key, id, name, secret_hash, created_by, created_at, expires_at, used_at from api_keys order by key`,
  );

export const findKey = (reader: Reader, id: string) =>
  reader.get<KeyRow>(
    sql`select key, id, name, secret_hash, created_by, created_at, expires_at, used_at from api_keys where id = ${id}`,
  );

export async function keyById(reader: Reader, id: string): Promise<KeyRow> {
  const row = await findKey(reader, id);
  if (!row) throw notFound("key", id);
  return row;
}

export async function hasKeys(reader: Reader): Promise<boolean> {
  return (await reader.get(sql`select key from api_keys limit 1`)) !== undefined;
}

/** The name of the person who is responsible for what a caller creates: a key answers for whoever made it. */
export async function makerOf(reader: Reader, { actor, holder }: Pick<Caller, "actor" | "holder">): Promise<string> {
  if (holder?.kind !== "key") return actor;
  let maker = (await findKey(reader, holder.id))?.created_by ?? actor;
  // Keys of an earlier version name the key that made them.
  for (let steps = 0; maker.startsWith("key:") && steps < mostSteps; steps++) {
    const before = await findKey(reader, maker.slice("key:".length));
    if (!before) break;
    maker = before.created_by;
  }
  return maker;
}

const mostSteps = 100;

export type NewKey = { name: string; grants: readonly Grant[]; expiresAt: number | null; createdBy: string };

/** Creates a key and returns it with its secret, which is not stored. */
export async function insertKey(tx: Tx, given: NewKey, at: number): Promise<{ row: KeyRow; secret: string }> {
  const id = newId();
  const secret = newApiKey(id);
  await tx.run(
    sql`insert into api_keys (id, name, secret_hash, created_by, created_at, expires_at)
      values (${id}, ${given.name}, ${secretHash(secret)}, ${given.createdBy}, ${at}, ${given.expiresAt})`,
  );
  const row = await keyById(tx, id);
  await replaceGrants(tx, "key", row.key, given.grants);
  return { row, secret };
}

export function updateKeyColumns(tx: Tx, key: number, columns: Partial<Pick<KeyRow, "name" | "expires_at">>) {
  if (columns.expires_at !== undefined) tx.touch("access");
  return tx.run(updateByKey("api_keys", columns, key));
}

export const markUsed = (tx: Tx, key: number, at: number) =>
  tx.run(sql`update api_keys set used_at = ${at} where key = ${key}`);

export async function deleteKey(tx: Tx, row: KeyRow): Promise<void> {
  await deleteGrants(tx, "key", row.key);
  await deletePrivateViewsOf(tx, { kind: "key", key: row.key });
  await tx.run(sql`delete from api_keys where key = ${row.key}`);
}

export async function shownKey(reader: Reader, row: KeyRow): Promise<ApiKey> {
  return {
    id: row.id,
    name: row.name,
    grants: await shownGrants(reader, await heldGrants(reader, "key", row.key)),
    createdBy: row.created_by,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    lastUsedAt: row.used_at === null ? null : new Date(row.used_at).toISOString(),
  };
}
