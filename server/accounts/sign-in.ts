import type { Tx } from "../db/db.ts";
import { Problem } from "../http/problem.ts";
import { ofUser, type Sealing } from "../sealing/sealing.ts";
import type { AccessParts } from "./access-parts.ts";
import { appendAudit } from "./audit.sql.ts";
import { type CookieJar, sessionCookie } from "./cookies.ts";
import { ownerOf } from "./passwords.ts";
import { stepOfCode, withoutRecoveryCode } from "./second-step.ts";
import { absoluteMs, closeSession, openSession, sessionByToken } from "./sessions.sql.ts";
import { attemptSucceeded, beginAttempt, refuseWhileWaiting, returnAttempt } from "./sign-in-throttle.sql.ts";
import { lockedUser, type UserRow, updateUserColumns, userByName } from "./users.sql.ts";

export const signInFailed = () => new Problem("sign_in_failed", "The name, the password or the code is not right.");

export const codeNeeded = () =>
  new Problem("second_step_needed", "Send the code that the authenticator shows as `code`.");

type Attempt = { name: string; password: string; code: string | undefined; address: string };

/**
 * Checks a name and a password, and the code where the account has an authenticator. Whatever is wrong, the answer and
 * the time it takes are the same, whether or not there is such an account.
 */
export async function checkSignIn({ db, now, sealing }: AccessParts, attempt: Attempt): Promise<UserRow> {
  const { name, password, code, address } = attempt;
  const at = now();
  // First of all, and reading alone: whoever has to wait costs neither a write nor a place to be checked in.
  await db.read((reader) => refuseWhileWaiting(reader, name, address, at));
  const user = await ownerOf(password, async () => {
    await db.write((tx) => beginAttempt(tx, name, address, at));
    return db.read((reader) => userByName(reader, name));
  });
  const checked = await db.write(async (tx): Promise<UserRow | "failed" | "code needed"> => {
    // Read again: the account may have been closed while the hash was computed.
    const current = user && (await lockedUser(tx, user.key));
    if (current?.active === 1 && current.password_hash === user?.password_hash) {
      if (current.totp_secret !== null && code === undefined) {
        // The account keeps it: a known password must not clear the count of guessed codes.
        await returnAttempt(tx, name, address);
        return "code needed";
      }
      if (current.totp_secret === null || (await redeemCode(tx, sealing, current, code ?? "", at))) {
        await attemptSucceeded(tx, name, address);
        return current;
      }
    }
    await appendAudit(tx, { event: "sign_in_failed", actor: "anonymous", subject: name.slice(0, 100), address }, at);
    return "failed";
  });
  if (checked === "failed") throw signInFailed();
  if (checked === "code needed") throw codeNeeded();
  return checked;
}

/** A code of the authenticator or a recovery code; either opens once. */
async function redeemCode(tx: Tx, sealing: Sealing, user: UserRow, code: string, at: number): Promise<boolean> {
  if (user.totp_secret === null) return false;
  // First, because it needs no key: whoever has lost that can still come in.
  const rest = withoutRecoveryCode(JSON.parse(user.recovery_codes) as string[], code);
  if (rest !== undefined) {
    await updateUserColumns(tx, user.key, { recovery_codes: JSON.stringify(rest) });
    return true;
  }
  const step = stepOfCode(sealing.open(user.totp_secret, ofUser(user.id)), code, at, user.totp_step);
  if (step === undefined) return false;
  await updateUserColumns(tx, user.key, { totp_step: step });
  return true;
}

/** Opens a session under a new token; the one that the browser came with ends, so that nobody can plant his own. */
export async function startSession(
  tx: Tx,
  { jar, now }: Pick<AccessParts, "jar" | "now">,
  user: UserRow,
  request: Request,
  address: string,
  how: string,
): Promise<string> {
  const at = now();
  // Who it is was found out before this transaction: the password may have been changed since, or the account closed.
  const current = await lockedUser(tx, user.key);
  if (current?.active !== 1 || current.password_hash !== user.password_hash) throw signInFailed();
  await endSessionOf(tx, jar, request, at);
  const token = await openSession(tx, user.key, { address, userAgent: request.headers.get("user-agent") ?? "" }, at);
  await updateUserColumns(tx, user.key, { seen_at: at });
  await appendAudit(tx, { event: "sign_in", actor: user.name, subject: user.name, address, detail: { how } }, at);
  return jar.set(sessionCookie, token, absoluteMs / 1000);
}

/** Ends the session in the request's cookie, if there is one. */
export async function endSessionOf(tx: Tx, jar: CookieJar, request: Request, at: number): Promise<number | undefined> {
  const token = jar.read(request, sessionCookie);
  const session = token === undefined ? undefined : await sessionByToken(tx, token, at);
  if (session) await closeSession(tx, session.key);
  return session?.user_key;
}
