import type { Tx } from "../db/db.ts";
import { Problem } from "../http/problem.ts";
import { appendAudit } from "../people/audit.sql.ts";
import { deleteLink, type LinkRow, linkByToken } from "../people/links.sql.ts";
import { closeSessionsOf } from "../people/sessions.sql.ts";
import { lockedUser, type UserRow, userByKey } from "../people/users.sql.ts";
import type { AccessParts } from "./access-parts.ts";
import { beginAttempt, forgiveAccount, refuseWhileWaiting } from "./sign-in-throttle.sql.ts";

const linkNotValid = () =>
  new Problem("link_not_valid", "The link was used or revoked, has expired, or is not complete. Ask for a new one.");

type Opened = { link: LinkRow; user: UserRow };

/** What a link is for. A wrong token counts as a failed sign-in of its address. */
export async function openedLink({ db, now }: AccessParts, token: string, address: string): Promise<Opened> {
  const at = now();
  const found = await db.read(async (reader) => {
    await refuseWhileWaiting(reader, undefined, address, at);
    const link = await linkByToken(reader, token, at);
    const user = link && (await userByKey(reader, link.user_key));
    return link && user?.active === 1 ? { link, user } : undefined;
  });
  if (found) return found;
  await db.write((tx) => beginAttempt(tx, undefined, address, at));
  throw linkNotValid();
}

/** A link to a new password stands for the password alone: with a passkey it would stand for the second step too. */
export async function openedInvitation(parts: AccessParts, token: string, address: string): Promise<Opened> {
  const opened = await openedLink(parts, token, address);
  if (opened.link.kind !== "invitation") throw linkNotValid();
  return opened;
}

/** Uses up a link, and ends the sessions of its user. Of two requests with the same link, the second finds it used. */
export async function redeemedLink({ now }: AccessParts, tx: Tx, token: string, address: string): Promise<Opened> {
  const link = await linkByToken(tx, token, now());
  const user = link && (await lockedUser(tx, link.user_key));
  if (user?.active !== 1 || !link || (await deleteLink(tx, link.key)) === 0) throw linkNotValid();
  await closeSessionsOf(tx, user.key);
  await forgiveAccount(tx, user.name);
  const event = link.kind === "invitation" ? "invitation_accepted" : "password_reset";
  await appendAudit(tx, { event, actor: user.name, subject: user.name, address }, now());
  return { link, user };
}
