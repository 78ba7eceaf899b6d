import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { limits } from "../../contract/limits.ts";
import type { NewPasskeyAnswer, PasskeyAnswer } from "../../contract/passkeys.ts";
import { Problem } from "../http/problem.ts";
import { shopOrProduct } from "../pages/shop.ts";
import { appendAudit } from "../people/audit.sql.ts";
import {
  type Credential,
  markPasskeyUsed,
  type PasskeyRow,
  passkeyByCredential,
  passkeysOf,
} from "../people/passkeys.sql.ts";
import { lockedUser, type UserRow, userByKey } from "../people/users.sql.ts";
import type { AccessParts } from "./access-parts.ts";
import { challengeMs, insertChallenge, type NewPasskeyFor, takeChallenge } from "./passkey-challenges.sql.ts";
import { signInFailed } from "./sign-in.ts";
import { beginAttempt, refuseWhileWaiting } from "./sign-in-throttle.sql.ts";

/** Loaded with the first passkey: it takes 30 MB, and many services never need it. */
const library = () => import("@simplewebauthn/server");

export const passkeyNotValid = () =>
  new Problem("passkey_not_valid", "The browser's answer is not valid, or came too late. Start again.");

export const tooManyPasskeys = () =>
  new Problem("too_many_passkeys", `You have ${limits.passkeys} passkeys. Remove one first.`);

/** The site that passkeys belong to. PUBLIC_URL is set wherever other machines can reach the service. */
function siteOf({ config }: Pick<AccessParts, "config">, request: Request): { id: string; origins: string[] } {
  const host = request.headers.get("host") ?? "";
  const origins = config.publicUrl === undefined ? [`http://${host}`, `https://${host}`] : [config.publicUrl];
  return { id: new URL(origins[0] as string).hostname, origins };
}

/** The challenge that an answer is for, as it says itself. */
function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString());
    return typeof challenge === "string" ? challenge : "";
  } catch {
    return "";
  }
}

/** Options for the browser to ask for any passkey of this site. */
export async function requestOptions(parts: AccessParts, request: Request, address: string): Promise<object> {
  const { generateAuthenticationOptions } = await library();
  const { id: rpID } = siteOf(parts, request);
  const options = await generateAuthenticationOptions({ rpID, userVerification: "required", timeout: challengeMs });
  await parts.db.write((tx) =>
    insertChallenge(tx, options.challenge, { purpose: "sign-in" }, { address, at: parts.now() }),
  );
  return options;
}

type Asking = { request: Request; user: UserRow; purpose: NewPasskeyFor["purpose"] };

/** Options for the browser to make a passkey for a user. */
export async function creationOptions(
  parts: AccessParts,
  { request, user, purpose, address }: Asking & { address: string },
): Promise<object> {
  const { db, config, now } = parts;
  const { generateRegistrationOptions } = await library();
  const known = await db.read((reader) => passkeysOf(reader, user.key));
  if (known.length >= limits.passkeys) throw tooManyPasskeys();
  const options = await generateRegistrationOptions({
    rpName: (await shopOrProduct(db, config.shopName)).name,
    rpID: siteOf(parts, request).id,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    userDisplayName: user.display_name,
    timeout: challengeMs,
    attestationType: "none",
    excludeCredentials: known.map((row) => ({ id: row.credential_id, transports: JSON.parse(row.transports) })),
    // It is found without a name, and asks for a finger or a PIN: so it counts as both steps.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const given = { purpose, userKey: user.key };
  await db.write((tx) => insertChallenge(tx, options.challenge, given, { address, at: now() }));
  return options;
}

/** Checks the browser's answer to `creationOptions`. Its challenge is used up, whatever the result. */
export async function checkNewPasskey(
  parts: AccessParts,
  { request, user, purpose, answer }: Asking & { answer: NewPasskeyAnswer },
): Promise<Credential> {
  const { verifyRegistrationResponse } = await library();
  const challenge = challengeIn(answer);
  const { id, origins } = siteOf(parts, request);
  const given = { purpose, userKey: user.key };
  const taken = await parts.db.write((tx) => takeChallenge(tx, challenge, given, parts.now()));
  const result = taken
    ? await verifyRegistrationResponse({
        response: answer as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origins,
        expectedRPID: id,
        requireUserVerification: true,
      }).catch(() => undefined)
    : undefined;
  if (!result?.verified) throw passkeyNotValid();
  const { credential } = result.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: JSON.stringify(credential.transports ?? []),
  };
}

/** The user whose passkey answered a challenge to sign in. A failure counts for the address, as a wrong password does. */
export async function checkPasskey(
  parts: AccessParts,
  request: Request,
  answer: PasskeyAnswer,
  address: string,
): Promise<UserRow> {
  const { db, now } = parts;
  const at = now();
  await db.read((reader) => refuseWhileWaiting(reader, undefined, address, at));
  const known = await db.read((reader) => passkeyByCredential(reader, answer.id));
  const challenge = challengeIn(answer);
  const taken = await db.write((tx) => takeChallenge(tx, challenge, { purpose: "sign-in" }, at));
  const counter = known && taken ? await newCounter(parts, { request, answer, challenge, known }) : undefined;
  const user = await db.write(async (tx) => {
    const owner = known && (await lockedUser(tx, known.user_key));
    // Read again: it may have been removed meanwhile.
    const current = owner && (await passkeyByCredential(tx, answer.id));
    if (counter !== undefined && owner?.active === 1 && current) {
      await markPasskeyUsed(tx, current.key, counter, at);
      return owner;
    }
    await beginAttempt(tx, undefined, address, at);
    const subject = known ? ((await userByKey(tx, known.user_key))?.name ?? "") : "";
    const detail = { how: "passkey" };
    await appendAudit(tx, { event: "sign_in_failed", actor: "anonymous", subject, address, detail }, at);
    return undefined;
  });
  if (!user) throw signInFailed("The passkey is not known here, or its answer came too late.");
  return user;
}

type Answered = { request: Request; answer: PasskeyAnswer; challenge: string; known: PasskeyRow };

async function newCounter(
  parts: AccessParts,
  { request, answer, challenge, known }: Answered,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { id, origins } = siteOf(parts, request);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      credential: {
        id: known.credential_id,
        publicKey: new Uint8Array(Buffer.from(known.public_key, "base64url")),
        counter: known.counter,
        transports: JSON.parse(known.transports),
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // It throws for each thing that is wrong with an answer.
    return undefined;
  }
}
