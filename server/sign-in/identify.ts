import { type Caller, callerOf, type HeldGrant, type Holder } from "../access/caller.ts";
import { heldGrants } from "../access/grants.sql.ts";
import { keyIsUnknown, notSignedIn } from "../access/not-signed-in.ts";
import type { Db, Reader } from "../db/db.ts";
import type { Log } from "../http/logger.ts";
import { apiKeyId } from "../people/api-key.ts";
import { findKey, type KeyRow, markUsed } from "../people/keys.sql.ts";
import { sameHash, secretHash } from "../people/secrets.ts";
import { markSeen, type SessionRow, sessionByToken } from "../people/sessions.sql.ts";
import { type UserRow, userByKey } from "../people/users.sql.ts";
import { type CookieJar, sessionCookie } from "./cookies.ts";

/** Times of last use are precise to the minute: a write for each request would cost more than the request. */
const minuteMs = 60_000;

type Parts = { db: Db; jar: CookieJar; log: Log; now: () => number };
type Found = { holder: Holder; grants: HeldGrant[] };

/**
 * Identifies the caller by a key in `Authorization` or a session in the cookie. Undefined for a request without either.
 * Invalid credentials are refused, so that a stale key does not look like an empty catalog.
 */
export function createIdentify({ db, jar, log, now }: Parts) {
  const touch = (work: Promise<unknown>) => {
    work.catch((error) => log.warn({ err: error }, "could not write the time of last use"));
  };

  async function byKey(authorization: string): Promise<Found> {
    const given = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const id = given === undefined ? undefined : apiKeyId(given);
    if (given === undefined || id === undefined) throw notSignedIn("Authorization is not an API key of this service.");
    const at = now();
    const found = await db.read(async (reader) => {
      const row = await findKey(reader, id);
      if (!row || !sameHash(row.secret_hash, secretHash(given))) return undefined;
      return { row, grants: await heldGrants(reader, "key", row.key) };
    });
    if (!found) throw keyIsUnknown();
    const { row, grants } = found;
    if (row.expires_at !== null && row.expires_at <= at) throw notSignedIn("The API key has expired.");
    if (at - (row.used_at ?? 0) > minuteMs) touch(db.write((tx) => markUsed(tx, row.key, at)));
    return { holder: keyHolder(row), grants };
  }

  async function bySession(token: string): Promise<Found | undefined> {
    const at = now();
    const found = await db.read(async (reader) => {
      const session = await sessionByToken(reader, token, at);
      const user = session && (await userByKey(reader, session.user_key));
      if (!session || user?.active !== 1) return undefined;
      return { session, user, grants: await heldGrants(reader, "user", user.key) };
    });
    if (!found) return undefined;
    const { session, user, grants } = found;
    if (at - session.seen_at > minuteMs) touch(db.write((tx) => markSeen(tx, session, at)));
    return { holder: userHolder(user, session), grants };
  }

  return async (request: Request, address: string): Promise<Caller | undefined> => {
    const authorization = request.headers.get("authorization");
    if (authorization !== null) {
      const { holder, grants } = await byKey(authorization);
      return callerOf(holder, grants, address);
    }
    const token = jar.read(request, sessionCookie);
    const found = token === undefined ? undefined : await bySession(token);
    return found && callerOf(found.holder, found.grants, address);
  };
}

const keyHolder = (row: KeyRow): Holder => ({
  kind: "key",
  key: row.key,
  id: row.id,
  name: row.name,
  displayName: row.name,
  secondStep: false,
});

const userHolder = (row: UserRow, session?: SessionRow): Holder => ({
  kind: "user",
  key: row.key,
  id: row.id,
  name: row.name,
  displayName: row.display_name,
  secondStep: row.totp_secret !== null,
  ...(session ? { sessionKey: session.key } : {}),
});

/** The caller that the next request of a user who just signed in will have. */
export const signedInCaller = async (reader: Reader, user: UserRow, address: string): Promise<Caller> =>
  callerOf(userHolder(user), await heldGrants(reader, "user", user.key), address);
