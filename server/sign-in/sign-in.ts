import type { Tx } from "../db/db.ts";
import { Problem } from "../http/problem.ts";
import { appendAudit } from "../people/audit.sql.ts";
import { ownerOf } from "../people/passwords.ts";
import { absoluteMs, closeSession, openSession, sessionByToken } from "../people/sessions.sql.ts";
import { lockedUser, type UserRow, updateUserColumns, userByName } from "../people/users.sql.ts";
import { ofUser, type Sealing } from "../sealing/sealing.ts";
import type { AccessParts } from "./access-parts.ts";
import { type CookieJar, sessionCookie } from "./cookies.ts";
import { stepOfCode, withoutRecoveryCode } from "./second-step.ts";
import { attemptSucceeded, beginAttempt, refuseWhileWaiting, returnAttempt } from "./sign-in-throttle.sql.ts";

export const signInFailed = (detail = "The name, the password or the code is wrong.") =>
  new Problem("sign_in_failed", detail);

export const codeNeeded = () => new Problem("second_step_needed", "Send the code from your authenticator as `code`.");

type Attempt = { name: string; password: string; code: string | undefined; address: string };

/**
 * Checks a name and a password, and the code if the account has an authenticator. A failure gives the same answer in
 * the same time, whether or not the account exists.
 */
export async function checkSignIn({ db, now, sealing }: AccessParts, attempt: Attempt): Promise<UserRow> {
  const { name, password, code, address } = attempt;
  const at = now();
  // A read first: an attempt that has to wait costs no write and no slot for checking a password.
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
        // Not for the account: a known password must not clear its count of guessed codes.
        await returnAttempt(tx, address);
        return "code needed";
      }
      if (current.totp_secret === null || (await redeemCode(tx, sealing, current, { code: code ?? "", at }))) {
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

/** Accepts a code of the authenticator or a recovery code, each of them once. */
async function redeemCode(
  tx: Tx,
  sealing: Sealing,
  user: UserRow,
  { code, at }: { code: string; at: number },
): Promise<boolean> {
  if (user.totp_secret === null) return false;
  // First, because it works without the key that seals secrets, even if that is lost.
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

/** Someone whose credentials were checked; `how` is for the audit log. */
type Checked = { user: UserRow; request: Request; address: string; how: string };

/** Opens a session with a new token, and ends the one in the request, so that an attacker cannot plant theirs. */
export async function startSession(
  tx: Tx,
  { jar, now }: Pick<AccessParts, "jar" | "now">,
  { user, request, address, how }: Checked,
): Promise<string> {
  const at = now();
  // The user was checked before this transaction: the password may have changed since, or the account may be closed.
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
