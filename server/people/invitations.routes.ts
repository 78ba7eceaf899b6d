import type { Invitation } from "../../contract/access-links.ts";
import { limits } from "../../contract/limits.ts";
import { allowAdmin, allowAdminIn } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import { heldGrants, shownGrants } from "../access/grants.sql.ts";
import { writeAs } from "../access/write-as.ts";
import { type Route, route } from "../api/route.ts";
import type { Reader } from "../db/db.ts";
import { invalid, notFound, Problem } from "../http/problem.ts";
import { appendAudit } from "./audit.sql.ts";
import { allInvitations, insertLink, invitationMs, type LinkRow, linkById, resetMs } from "./links.sql.ts";
import { isOwnAccount } from "./own-account.ts";
import { passkeysOf } from "./passkeys.sql.ts";
import { type LinkParts, sendLink } from "./send-link.ts";
import { deleteUser, insertUser, lockedUser, type UserRow, userById, userByKey } from "./users.sql.ts";

const dayMs = 86_400_000;

/** Nobody can sign in with this account yet. */
const neverCame = async (reader: Reader, user: UserRow): Promise<boolean> =>
  user.password_hash === null && user.provider_subject === null && (await passkeysOf(reader, user.key)).length === 0;

/** The name of whoever makes a link, as the person who gets it knows them. */
const makerOf = ({ holder, actor }: Caller): string => holder?.displayName || actor;

async function shownInvitation(reader: Reader, row: LinkRow, user: UserRow, at: number): Promise<Invitation> {
  return {
    id: row.id,
    userId: user.id,
    name: user.name,
    displayName: user.display_name,
    email: user.email,
    grants: await shownGrants(reader, await heldGrants(reader, "user", user.key)),
    invitedBy: row.created_by,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    state: row.expires_at > at ? "open" : "expired",
  };
}

/** What admins do with links. */
export function invitationRoutes(parts: LinkParts & { now: () => number }): Route[] {
  const { db, now } = parts;

  function expiry(given: string | null | undefined): number {
    const at = now();
    if (given == null) return at + invitationMs;
    const until = Date.parse(given);
    if (until > at && until <= at + limits.invitationDays * dayMs) return until;
    const message = `must be in the future, and at most ${limits.invitationDays} days from now`;
    throw invalid("invalid_body", [{ pointer: "/expiresAt", code: "out_of_range", message }]);
  }

  return [
    route("listInvitations", ({ caller }) => {
      allowAdmin(caller);
      return db.read(async (reader) => {
        const shown: Invitation[] = [];
        for (const row of await allInvitations(reader)) {
          const user = await userByKey(reader, row.user_key);
          if (user) shown.push(await shownInvitation(reader, row, user, now()));
        }
        return { body: JSON.stringify(shown) };
      });
    }),
    route("createInvitation", async ({ body, caller }) => {
      const { actor, address } = caller;
      const made = await writeAs(db, caller, async (tx) => {
        await allowAdminIn(tx, caller);
        const expiresAt = expiry(body.expiresAt);
        const user = await insertUser(
          tx,
          {
            name: body.name,
            displayName: body.displayName || body.name,
            email: body.email ?? null,
            passwordHash: null,
            providerSubject: null,
            grants: body.grants ?? [],
          },
          now(),
        );
        const link = await insertLink(
          tx,
          { kind: "invitation", userKey: user.key, createdBy: makerOf(caller), expiresAt },
          now(),
        );
        const detail = { grants: body.grants ?? [] };
        await appendAudit(tx, { event: "invitation_created", actor, subject: user.name, address, detail }, now());
        return { user, link, invitation: await shownInvitation(tx, link.row, user, now()) };
      });
      const link = await sendLink(parts, made.link, made.user, body.language ?? "en");
      return { body: JSON.stringify({ ...made.invitation, link }), headers: { "cache-control": "no-store" } };
    }),
    route("revokeInvitation", ({ params, caller }) =>
      writeAs(db, caller, async (tx) => {
        await allowAdminIn(tx, caller);
        const row = await linkById(tx, params.invitationId);
        const user = row?.kind === "invitation" ? await lockedUser(tx, row.user_key) : undefined;
        // Read again: the person may have accepted it meanwhile.
        if (!user || (await linkById(tx, params.invitationId)) === undefined) {
          throw notFound("invitation", params.invitationId);
        }
        await deleteUser(tx, user);
        const { actor, address } = caller;
        await appendAudit(tx, { event: "invitation_revoked", actor, subject: user.name, address }, now());
        return undefined;
      }),
    ),
    route("createUserLink", async ({ params, body, caller }) => {
      const { actor, address } = caller;
      const made = await writeAs(db, caller, async (tx) => {
        await allowAdminIn(tx, caller);
        const user = await userById(tx, params.userId);
        if (await isOwnAccount(tx, caller, user)) {
          throw new Problem("not_allowed", "Change your own password under /api/account, which checks who you are.");
        }
        if (user.active !== 1) throw new Problem("not_allowed", "The user is blocked, so no link would work.");
        const kind = (await neverCame(tx, user)) ? "invitation" : "reset";
        const expiresAt = now() + (kind === "invitation" ? invitationMs : resetMs);
        const given = { kind, userKey: user.key, createdBy: makerOf(caller), expiresAt } as const;
        const link = await insertLink(tx, given, now());
        const event = kind === "invitation" ? "invitation_created" : "reset_link_created";
        await appendAudit(tx, { event, actor, subject: user.name, address }, now());
        return { user, link };
      });
      const link = await sendLink(parts, made.link, made.user, body.language ?? "en");
      return { body: JSON.stringify(link), headers: { "cache-control": "no-store" } };
    }),
  ];
}
