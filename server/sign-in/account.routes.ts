import { allowAdmin, isUnlimited } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import { writeAs } from "../access/write-as.ts";
import { type Route, route } from "../api/route.ts";
import type { Tx } from "../db/db.ts";
import { notFound } from "../http/problem.ts";
import { appendAudit } from "../people/audit.sql.ts";
import { deleteLinkOf } from "../people/links.sql.ts";
import { hashPassword, refuseWeakPassword } from "../people/passwords.ts";
import { closeSession, closeSessionsOf, sessionById, sessionsOfUser, shownSession } from "../people/sessions.sql.ts";
import { lockedUser, type UserRow, updateUserColumns, userById, userByKey } from "../people/users.sql.ts";
import { ofUser } from "../sealing/sealing.ts";
import type { AccessParts } from "./access-parts.ts";
import { confirmed, confirmedOnce, ownUser } from "./own-user.ts";
import { newAuthenticator, newRecoveryCodes, stepOfCode } from "./second-step.ts";
import { codeNeeded, signInFailed } from "./sign-in.ts";

/** What a person does with the own account. Everything that matters asks for the password again. */
export function accountRoutes(parts: AccessParts): Route[] {
  const { db, now, sealing } = parts;

  return [
    route("changeEmail", async ({ body, caller, request }) => {
      const user = await confirmedOnce(parts, caller, request, body);
      return db.write(async (tx) => {
        await updateUserColumns(tx, user.key, { email: body.email });
        await appendAudit(tx, { event: "user_changed", ...own(user, caller), detail: { fields: ["email"] } }, now());
        return undefined;
      });
    }),
    route("changePassword", async ({ body, caller, request }) => {
      const user = await confirmedOnce(parts, caller, request, { password: body.current, passkey: body.passkey });
      await refuseWeakPassword(body.next, user.name);
      const passwordHash = await hashPassword(body.next);
      return db.write(async (tx) => {
        await updateUserColumns(tx, user.key, { password_hash: passwordHash });
        await closeSessionsOf(tx, user.key, caller.holder?.sessionKey);
        await deleteLinkOf(tx, user.key);
        await appendAudit(tx, { event: "password_changed", ...own(user, caller) }, now());
        return undefined;
      });
    }),
    route("startSecondStep", async ({ body, caller, request }) => {
      // Replacing an authenticator needs a code of the old one; otherwise it would be a way around removing it.
      const user = await confirmed(parts, caller, request, body);
      const authenticator = newAuthenticator(user.name);
      await db.write(async (tx) => {
        await refuseOtherSecondStep(tx, user);
        await updateUserColumns(tx, user.key, { totp_pending: sealing.seal(authenticator.secret, ofUser(user.id)) });
      });
      return { body: JSON.stringify(authenticator), headers: { "cache-control": "no-store" } };
    }),
    route("confirmSecondStep", async ({ body, caller }) => {
      const { codes, hashes } = newRecoveryCodes();
      const self = await ownUser(db, caller);
      return db.write(async (tx) => {
        const user = await lockedUser(tx, self.key);
        const secret = user?.totp_pending && sealing.open(user.totp_pending, ofUser(user.id));
        const step = secret ? stepOfCode(secret, body.code, now(), 0) : undefined;
        if (!user || step === undefined) throw signInFailed();
        await updateUserColumns(tx, user.key, {
          totp_secret: user.totp_pending,
          totp_pending: null,
          totp_step: step,
          recovery_codes: JSON.stringify(hashes),
        });
        await closeSessionsOf(tx, user.key, caller.holder?.sessionKey);
        await appendAudit(tx, { event: "second_step_added", ...own(user, caller) }, now());
        return { body: JSON.stringify({ recoveryCodes: codes }), headers: { "cache-control": "no-store" } };
      });
    }),
    route("removeSecondStep", async ({ body, caller, request }) => {
      const user = await confirmed(parts, caller, request, body);
      return db.write(async (tx) => {
        await refuseOtherSecondStep(tx, user);
        await updateUserColumns(tx, user.key, { totp_secret: null, totp_pending: null, recovery_codes: "[]" });
        await appendAudit(tx, { event: "second_step_removed", ...own(user, caller) }, now());
        return undefined;
      });
    }),
    route("listSessions", async ({ query, caller }) => {
      const self = await ownUser(db, caller);
      if (query.user !== undefined && query.user !== self.id) allowAdmin(caller);
      return db.read(async (reader) => {
        const user = query.user === undefined ? self : await userById(reader, query.user);
        const rows = await sessionsOfUser(reader, user.key, now());
        return { body: JSON.stringify(rows.map((row) => shownSession(row, user.name, caller.holder?.sessionKey))) };
      });
    }),
    route("revokeSession", ({ params, caller }) =>
      writeAs(db, caller, async (tx) => {
        const session = await sessionById(tx, params.sessionId);
        const isOwn = session?.user_key === caller.holder?.key;
        if (!((await isUnlimited(tx, caller)) || isOwn) || !session) throw notFound("session", params.sessionId);
        const user = await userByKey(tx, session.user_key);
        await closeSession(tx, session.key);
        await appendAudit(
          tx,
          { event: "session_revoked", actor: caller.actor, subject: user?.name ?? "", address: caller.address },
          now(),
        );
        return undefined;
      }),
    ),
  ];
}

const own = (user: UserRow, { address }: Caller) => ({ actor: user.name, subject: user.name, address });

/** Refuses if the second step was replaced after the code was checked: the code was not for the new one. */
async function refuseOtherSecondStep(tx: Tx, checked: UserRow): Promise<void> {
  const user = await lockedUser(tx, checked.key);
  if (user?.totp_secret !== checked.totp_secret) throw codeNeeded();
}
