import type { OpenedLink } from "../../contract/access-links.ts";
import { stranger } from "../access/caller.ts";
import { type Route, route } from "../api/route.ts";
import { hashPassword, refuseWeakPassword } from "../people/passwords.ts";
import { updateUserColumns } from "../people/users.sql.ts";
import type { AccessParts } from "./access-parts.ts";
import { openedLink, redeemedLink } from "./open-link.ts";
import { sessionAnswer, signedInAnswer } from "./session-answer.ts";
import { startSession } from "./sign-in.ts";

/** What the person who has a link does with it. */
export function linkRoutes(parts: AccessParts): Route[] {
  const { db } = parts;
  return [
    route("openLink", async ({ body, caller }) => {
      const { link, user } = await openedLink(parts, body.token, caller.address);
      const shown: OpenedLink = {
        kind: link.kind,
        name: user.name,
        displayName: user.display_name,
        by: link.created_by || null,
        expiresAt: new Date(link.expires_at).toISOString(),
      };
      return { body: JSON.stringify(shown), headers: { "cache-control": "no-store" } };
    }),
    route("setPasswordByLink", async ({ body, caller, request }) => {
      const { address } = caller;
      const { user: known } = await openedLink(parts, body.token, address);
      await refuseWeakPassword(body.password, known.name);
      const passwordHash = await hashPassword(body.password);
      return db.write(async (tx) => {
        const { link, user } = await redeemedLink(parts, tx, body.token, address);
        await updateUserColumns(tx, user.key, { password_hash: passwordHash });
        // The link stands for the password alone: a second step is still needed.
        if (user.totp_secret !== null) return sessionAnswer(parts, tx, stranger(address));
        const current = { ...user, password_hash: passwordHash };
        const cookie = await startSession(tx, parts, { user: current, request, address, how: link.kind });
        return signedInAnswer(parts, tx, current, { address, cookie });
      });
    }),
  ];
}
