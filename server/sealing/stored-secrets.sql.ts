import type { Reader, Tx } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { ofUser, ofWebhook } from "./sealing.ts";

type SecretColumn =
  | { table: "users"; column: "totp_secret" | "totp_pending" }
  | { table: "webhooks"; column: "secret" | "previous_secret" };

/** A stored secret, sealed or in clear, with its table, column and row. */
export type StoredSecret = SecretColumn & { key: number; id: string; owner: string; stored: string };

type UserSecrets = { key: number; id: string; totp_secret: string | null; totp_pending: string | null };
type WebhookSecrets = { key: number; id: string; secret: string; previous_secret: string | null };

/** All secrets that must be read again. Passwords, tokens and keys are not among them: they are stored as hashes. */
export async function storedSecrets(reader: Reader): Promise<StoredSecret[]> {
  const found: StoredSecret[] = [];
  const add = (
    column: SecretColumn,
    { key, id }: { key: number; id: string },
    owner: string,
    stored: string | null,
  ) => {
    if (stored !== null) found.push({ ...column, key, id, owner, stored });
  };
  const users = await reader.all<UserSecrets>(
    sql`select key, id, totp_secret, totp_pending from users
      where totp_secret is not null or totp_pending is not null order by key`,
  );
  for (const user of users) {
    add({ table: "users", column: "totp_secret" }, user, ofUser(user.id), user.totp_secret);
    add({ table: "users", column: "totp_pending" }, user, ofUser(user.id), user.totp_pending);
  }
  const webhooks = await reader.all<WebhookSecrets>(
    sql`select key, id, secret, previous_secret from webhooks order by key`,
  );
  for (const webhook of webhooks) {
    add({ table: "webhooks", column: "secret" }, webhook, ofWebhook(webhook.id), webhook.secret);
    add({ table: "webhooks", column: "previous_secret" }, webhook, ofWebhook(webhook.id), webhook.previous_secret);
  }
  return found;
}

/** Replaces a stored secret, unless it was changed meanwhile. */
export const replaceStored = (tx: Tx, { table, column, key, stored }: StoredSecret, next: string) =>
  tx.run(composed(`update ${table} set ${column} = ? where key = ? and ${column} = ?`, [next, key, stored]));
