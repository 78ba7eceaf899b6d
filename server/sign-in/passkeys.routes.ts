import { limits } from "../../contract/limits.ts";
import { type Route, route } from "../api/route.ts";
import { type Tx, UniqueViolation } from "../db/db.ts";
import { notFound, Problem } from "../http/problem.ts";
import { appendAudit } from "../people/audit.sql.ts";
import {
  deletePasskey,
  insertPasskey,
  type NewPasskey,
  type PasskeyRow,
  passkeysOf,
  renamePasskey,
  shownPasskey,
} from "../people/passkeys.sql.ts";
import { lockedUser, type UserRow } from "../people/users.sql.ts";
import type { AccessParts } from "./access-parts.ts";
import { openedInvitation, redeemedLink } from "./open-link.ts";
import { confirmed, ownUser } from "./own-user.ts";
import {
  checkNewPasskey,
  checkPasskey,
  creationOptions,
  passkeyNotValid,
  requestOptions,
  tooManyPasskeys,
} from "./passkey-checks.ts";
import { signedInAnswer } from "./session-answer.ts";
import { startSession } from "./sign-in.ts";

const json = (value: unknown) => ({ body: JSON.stringify(value), headers: { "cache-control": "no-store" } });

async function added(tx: Tx, user: UserRow, made: NewPasskey, at: number): Promise<PasskeyRow> {
  await lockedUser(tx, user.key);
  if ((await passkeysOf(tx, user.key)).length >= limits.passkeys) throw tooManyPasskeys();
  try {
    return await insertPasskey(tx, user.key, made, at);
  } catch (error) {
    if (error instanceof UniqueViolation) throw passkeyNotValid();
    throw error;
  }
}

/** Passkeys: signing in with one, and those of the own account. */
export function passkeyRoutes(parts: AccessParts): Route[] {
  const { db, now } = parts;
  return [
    route("startPasskeySignIn", async ({ request, caller }) =>
      json(await requestOptions(parts, request, caller.address)),
    ),
    route("signInWithPasskey", async ({ body, request, caller }) => {
      const { address } = caller;
      const user = await checkPasskey(parts, request, body.passkey, address);
      return db.write(async (tx) => {
        const cookie = await startSession(tx, parts, { user, request, address, how: "passkey" });
        return signedInAnswer(parts, tx, user, { address, cookie });
      });
    }),
    route("startPasskeyByLink", async ({ body, request, caller }) => {
      const { link, user } = await openedInvitation(parts, body.token, caller.address);
      return json(await creationOptions(parts, { request, user, purpose: `link:${link.id}`, address: caller.address }));
    }),
    route("addPasskeyByLink", async ({ body, request, caller }) => {
      const { address } = caller;
      const { link: given, user: known } = await openedInvitation(parts, body.token, address);
      const made = await checkNewPasskey(parts, {
        request,
        user: known,
        purpose: `link:${given.id}`,
        answer: body.passkey,
      });
      return db.write(async (tx) => {
        const { link, user } = await redeemedLink(parts, tx, body.token, address);
        await added(tx, user, { ...made, name: body.name }, now());
        const entry = { actor: user.name, subject: user.name, address, detail: { name: body.name } };
        await appendAudit(tx, { event: "passkey_added", ...entry }, now());
        const cookie = await startSession(tx, parts, { user, request, address, how: link.kind });
        return signedInAnswer(parts, tx, user, { address, cookie });
      });
    }),
    route("getAccount", async ({ caller }) => {
      const user = await ownUser(db, caller);
      const passkeys = await db.read((reader) => passkeysOf(reader, user.key));
      return json({
        email: user.email,
        password: user.password_hash !== null,
        passkeys: passkeys.map(shownPasskey),
      });
    }),
    route("startPasskey", async ({ body, request, caller }) => {
      const user = await confirmed(parts, caller, request, body);
      return json(await creationOptions(parts, { request, user, purpose: "add", address: caller.address }));
    }),
    route("addPasskey", async ({ body, request, caller }) => {
      const user = await ownUser(db, caller);
      const made = await checkNewPasskey(parts, { request, user, purpose: "add", answer: body.passkey });
      return db.write(async (tx) => {
        const row = await added(tx, user, { ...made, name: body.name }, now());
        const entry = { actor: user.name, subject: user.name, address: caller.address, detail: { name: row.name } };
        await appendAudit(tx, { event: "passkey_added", ...entry }, now());
        return json(shownPasskey(row));
      });
    }),
    route("renamePasskey", async ({ params, body, caller }) => {
      const user = await ownUser(db, caller);
      return db.write(async (tx) => {
        const { row } = await ownPasskey(tx, user, params.passkeyId);
        await renamePasskey(tx, row.key, body.name);
        return json(shownPasskey({ ...row, name: body.name }));
      });
    }),
    route("removePasskey", async ({ params, caller }) => {
      const self = await ownUser(db, caller);
      return db.write(async (tx) => {
        // Locked: of two that are removed at the same time, the second may be the last.
        const user = (await lockedUser(tx, self.key)) ?? self;
        const { row, count } = await ownPasskey(tx, user, params.passkeyId);
        if (count === 1 && user.password_hash === null && user.provider_subject === null) {
          throw new Problem(
            "last_credential",
            "You could not sign in any more. Set a password or add a passkey first.",
          );
        }
        await deletePasskey(tx, row.key);
        const entry = { actor: user.name, subject: user.name, address: caller.address, detail: { name: row.name } };
        await appendAudit(tx, { event: "passkey_removed", ...entry }, now());
        return undefined;
      });
    }),
  ];
}

async function ownPasskey(tx: Tx, user: UserRow, id: string): Promise<{ row: PasskeyRow; count: number }> {
  const all = await passkeysOf(tx, user.key);
  const row = all.find((one) => one.id === id);
  if (!row) throw notFound("passkey", id);
  return { row, count: all.length };
}
