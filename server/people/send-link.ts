import type { MadeLink } from "../../contract/access-links.ts";
import type { InterfaceLanguage } from "../../contract/constants.ts";
import type { Db } from "../db/db.ts";
import { words } from "../pages/page-words.ts";
import { shopOf } from "../pages/shop.ts";
import type { LinkRow } from "./links.sql.ts";
import type { Mailer } from "./mailer.ts";
import type { UserRow } from "./users.sql.ts";

export type LinkParts = {
  db: Db;
  config: { publicUrl: string | undefined; shopName: string | undefined };
  /** Undefined if the service sends no mail. */
  mailer: Mailer | undefined;
};

/** The token is in the fragment, which browsers do not send and no log contains. */
const pathOf = (kind: LinkRow["kind"], token: string) => `/${kind}#${token}`;

const moment = (at: number, language: InterfaceLanguage) =>
  `${new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`;

/** Sends a new link by mail if that is possible, after it is stored. The link works whether or not it arrives. */
export async function sendLink(
  { db, config, mailer }: LinkParts,
  { row, token }: { row: LinkRow; token: string },
  user: Pick<UserRow, "name" | "email">,
  language: InterfaceLanguage,
): Promise<MadeLink> {
  const path = pathOf(row.kind, token);
  const url = config.publicUrl === undefined ? null : config.publicUrl + path;
  const link = { kind: row.kind, path, url, expiresAt: new Date(row.expires_at).toISOString() };
  if (!mailer || user.email === null || url === null) return { ...link, mail: null };
  const shop = await db.read((reader) => shopOf(reader, config.shopName));
  const facts = { shop: shop.name, name: user.name, by: row.created_by, url, until: moment(row.expires_at, language) };
  const reason = (await mailer.send({ to: user.email, ...words[language].mails[row.kind](facts) })) ?? null;
  return { ...link, mail: { address: user.email, sent: reason === null, reason } };
}
