import type { Session } from "../../contract/access.ts";
import type { Caller } from "../access/caller.ts";
import { shownGrants } from "../access/grants.sql.ts";
import type { Answer } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Reader } from "../db/db.ts";
import type { AccessParts } from "./access-parts.ts";
import { appendAudit } from "./audit.sql.ts";
import { sessionCookie } from "./cookies.ts";
import { signedInCaller } from "./identify.ts";
import { hashPassword, refuseWeakPassword } from "./passwords.ts";
import { checkSignIn, endSessionOf, signInFailed, startSession } from "./sign-in.ts";
import { hasUsers, insertUser, userByKey } from "./users.sql.ts";

/** Signing in and out. No cache may store an answer that sets a cookie. */
export function sessionRoutes(parts: AccessParts): Route[] {
  const { db, jar, now, config, firstUser } = parts;

  async function shown(reader: Reader, caller: Caller): Promise<string> {
    const { holder } = caller;
    const required = config.access === "required";
    const session: Session = {
      access: required ? "required" : "open",
      signIn: {
        password: required,
        provider: required && config.oidc ? { label: config.oidc.label, url: "/api/oidc/start" } : null,
        firstUser: firstUser !== undefined && !(await hasUsers(reader)),
      },
      who: holder
        ? {
            kind: holder.kind,
            id: holder.id,
            name: holder.name,
            displayName: holder.displayName,
            secondStep: holder.secondStep,
          }
        : null,
      grants: required ? await shownGrants(reader, caller.grants) : [{ role: "admin" }],
    };
    return JSON.stringify(session);
  }

  const withCookie = (body: string, cookie: string): Answer => ({
    body,
    headers: { "set-cookie": cookie, "cache-control": "no-store" },
  });

  return [
    route("getSession", ({ caller }) =>
      db.read(async (reader) => ({ body: await shown(reader, caller), headers: { "cache-control": "no-store" } })),
    ),
    route("signIn", async ({ body, caller, request }) => {
      const user = await checkSignIn(parts, {
        name: body.name,
        password: body.password,
        code: body.code ?? undefined,
        address: caller.address,
      });
      const how = user.totp_secret === null ? "password" : "password and code";
      return db.write(async (tx) => {
        const cookie = await startSession(tx, parts, user, request, caller.address, how);
        return withCookie(await shown(tx, await signedInCaller(tx, user, caller.address)), cookie);
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
        const cookie = await startSession(tx, parts, user, request, address, "first-user link");
        return withCookie(await shown(tx, await signedInCaller(tx, user, address)), cookie);
      });
    }),
  ];
}
