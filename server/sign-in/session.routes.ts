import { type Route, route } from "../api/route.ts";
import { appendAudit } from "../people/audit.sql.ts";
import { hashPassword, refuseWeakPassword } from "../people/passwords.ts";
import { hasUsers, insertUser, userByKey } from "../people/users.sql.ts";
import type { AccessParts } from "./access-parts.ts";
import { sessionCookie } from "./cookies.ts";
import { sessionAnswer, signedInAnswer } from "./session-answer.ts";
import { checkSignIn, endSessionOf, signInFailed, startSession } from "./sign-in.ts";

/** Signing in and out. */
export function sessionRoutes(parts: AccessParts): Route[] {
  const { db, jar, now, firstUser } = parts;

  return [
    route("getSession", ({ caller }) => db.read((reader) => sessionAnswer(parts, reader, caller))),
    route("signIn", async ({ body, caller, request }) => {
      const user = await checkSignIn(parts, {
        name: body.name,
        password: body.password,
        code: body.code ?? undefined,
        address: caller.address,
      });
      const how = user.totp_secret === null ? "password" : "password and code";
      return db.write(async (tx) => {
        const { address } = caller;
        const cookie = await startSession(tx, parts, { user, request, address, how });
        return signedInAnswer(parts, tx, user, { address, cookie });
      });
    }),
    route("signOut", ({ caller, request }) =>
      db.write(async (tx) => {
        const userKey = await endSessionOf(tx, jar, request, now());
        const user = userKey === undefined ? undefined : await userByKey(tx, userKey);
        if (user) {
          const { address } = caller;
          await appendAudit(tx, { event: "sign_out", actor: user.name, subject: user.name, address }, now());
        }
        return new Response(null, { status: 204, headers: { "set-cookie": jar.set(sessionCookie, "", 0) } });
      }),
    ),
    route("createFirstUser", async ({ body, caller, request }) => {
      if (!firstUser?.fits(body.token, now())) throw signInFailed();
      await refuseWeakPassword(body.password, body.name);
      const passwordHash = await hashPassword(body.password);
      return db.write(async (tx) => {
        if (await hasUsers(tx)) throw signInFailed();
        const user = await insertUser(
          tx,
          { name: body.name, displayName: body.name, passwordHash, providerSubject: null, grants: [{ role: "admin" }] },
          now(),
        );
        const { address } = caller;
        await appendAudit(tx, { event: "user_created", actor: "first-user link", subject: user.name, address }, now());
        const cookie = await startSession(tx, parts, { user, request, address, how: "first-user link" });
        return signedInAnswer(parts, tx, user, { address, cookie });
      });
    }),
  ];
}
