import type { Session } from "../../contract/access.ts";
import type { Caller } from "../access/caller.ts";
import { shownGrants } from "../access/grants.sql.ts";
import type { Answer } from "../api/answer.ts";
import type { Reader } from "../db/db.ts";
import { hasUsers, type UserRow } from "../people/users.sql.ts";
import type { AccessParts } from "./access-parts.ts";
import { signedInCaller } from "./identify.ts";

type Parts = Pick<AccessParts, "config" | "firstUser" | "mailer">;

/** Who the caller is, and how to sign in. */
export async function sessionAnswer(parts: Parts, reader: Reader, caller: Caller): Promise<Answer> {
  const { config, firstUser, mailer } = parts;
  const { holder } = caller;
  const required = config.access === "required";
  const session: Session = {
    access: required ? "required" : "open",
    signIn: {
      password: required,
      provider: required && config.oidc ? { label: config.oidc.label, url: "/api/oidc/start" } : null,
      firstUser: firstUser !== undefined && !(await hasUsers(reader)),
      mail: mailer !== undefined,
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
  return { body: JSON.stringify(session), headers: { "cache-control": "no-store" } };
}

/** The answer to someone who just signed in. No cache may store an answer that sets a cookie. */
export async function signedInAnswer(
  parts: Parts,
  reader: Reader,
  user: UserRow,
  { address, cookie }: { address: string; cookie: string },
): Promise<Answer> {
  const { body, headers } = await sessionAnswer(parts, reader, await signedInCaller(reader, user, address));
  return { body, headers: { ...headers, "set-cookie": cookie } };
}
