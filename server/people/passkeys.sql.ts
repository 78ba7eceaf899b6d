import type { Passkey } from "../../contract/passkeys.ts";
import type { Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { newId } from "../http/ids.ts";

export type PasskeyRow = {
  key: number;
  id: string;
  user_key: number;
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string;
  name: string;
  created_at: number;
  used_at: number | null;
};

export const passkeysOf = (reader: Reader, userKey: number) =>
  reader.all<PasskeyRow>(
    sql`select key, id, user_key, credential_id, public_key, counter, transports, name, created_at, used_at
      from passkeys where user_key = ${userKey} order by key`,
  );

export const passkeyByCredential = (reader: Reader, credentialId: string) =>
  reader.get<PasskeyRow>(
    sql`select key, id, user_key, credential_id, public_key, counter, transports, name, created_at, used_at
      from passkeys where credential_id = ${credentialId}`,
  );

export type Credential = Pick<PasskeyRow, "credential_id" | "public_key" | "counter" | "transports">;
export type NewPasskey = Credential & { name: string };

export async function insertPasskey(tx: Tx, userKey: number, made: NewPasskey, at: number): Promise<PasskeyRow> {
  await tx.run(
    sql`insert into passkeys (id, user_key, credential_id, public_key, counter, transports, name, created_at)
      values (${newId()}, ${userKey}, ${made.credential_id}, ${made.public_key}, ${made.counter}, ${made.transports},
        ${made.name}, ${at})`,
  );
  return (await passkeyByCredential(tx, made.credential_id)) as PasskeyRow;
}

export const markPasskeyUsed = (tx: Tx, key: number, counter: number, at: number) =>
  tx.run(sql`update passkeys set counter = ${counter}, used_at = ${at} where key = ${key}`);

export const renamePasskey = (tx: Tx, key: number, name: string) =>
  tx.run(sql`update passkeys set name = ${name} where key = ${key}`);

export const deletePasskey = (tx: Tx, key: number) => tx.run(sql`delete from passkeys where key = ${key}`);

export const deletePasskeysOf = (tx: Tx, userKey: number) =>
  tx.run(sql`delete from passkeys where user_key = ${userKey}`);

export const shownPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: new Date(row.created_at).toISOString(),
  lastUsedAt: row.used_at === null ? null : new Date(row.used_at).toISOString(),
});
