import type { UserPatch } from "../../contract/access.ts";
import { allowAdmin, allowAdminIn } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import { writeAs } from "../access/write-as.ts";
import type { Answer } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, Reader, Tx } from "../db/db.ts";
import { invalid } from "../http/problem.ts";
import { type AuditRecord, appendAudit } from "./audit.sql.ts";
import { changeGrants } from "./change-grants.ts";
import { deleteLinkOf } from "./links.sql.ts";
import { isOwnAccount } from "./own-account.ts";
import { deletePasskeysOf } from "./passkeys.sql.ts";
import { hashPassword, refuseWeakPassword } from "./passwords.ts";
import { closeSessionsOf } from "./sessions.sql.ts";
import {
  allUsers,
  deleteUser,
  insertUser,
  lockUsers,
  refuseToLoseLastAdmin,
  shownUser,
  type UserColumns,
  type UserRow,
  updateUserColumns,
  userById,
} from "./users.sql.ts";

const userAnswer = async (reader: Reader, row: UserRow): Promise<Answer> => ({
  body: JSON.stringify(await shownUser(reader, row)),
});

/**
 * For the caller's own account, /api/account asks for the password and a code: this must not be a way around it, and
 * neither must a key that they made. Links to a new password are sent to the mail address.
 */
async function refuseOwnSignIn(
  reader: Reader,
  caller: Caller,
  user: UserRow,
  body: { password?: unknown; secondStep?: unknown; email?: unknown; passkeys?: unknown },
): Promise<void> {
  if (!(await isOwnAccount(reader, caller, user))) return;
  const fields = (["password", "secondStep", "email", "passkeys"] as const).filter(
    (field) => body[field] !== undefined,
  );
  const message = "of your own account can only be changed under /api/account, which checks who you are";
  const faults = fields.map((field) => ({ pointer: `/${field}`, code: "not_allowed" as const, message }));
  if (faults.length > 0) throw invalid("invalid_body", faults);
}

/** The hash of a password that a person is to have; undefined if none is given. */
async function hashOfNew(password: string | null | undefined, name: string): Promise<string | undefined> {
  if (password == null) return undefined;
  await refuseWeakPassword(password, name);
  return hashPassword(password);
}

const changedColumns = (
  { displayName, email, active, secondStep }: UserPatch,
  passwordHash: string | undefined,
): UserColumns => ({
  ...(displayName === undefined ? {} : { display_name: displayName }),
  ...(email === undefined ? {} : { email }),
  ...(active === undefined ? {} : { active: active ? 1 : 0 }),
  ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
  ...(secondStep === false ? { totp_secret: null, totp_pending: null, recovery_codes: "[]" } : {}),
});

type AccountChange = {
  body: UserPatch;
  passwordHash: string | undefined;
  who: Pick<AuditRecord, "actor" | "subject" | "address">;
  at: number;
};

/** Changes everything but the grants, and notes it in the audit log. */
async function changeAccount(tx: Tx, user: UserRow, { body, passwordHash, who, at }: AccountChange): Promise<void> {
  const columns = changedColumns(body, passwordHash);
  const changesColumns = Object.keys(columns).length > 0;
  const removesPasskeys = body.passkeys === 0;
  if (!changesColumns && !removesPasskeys) return;
  if (removesPasskeys) await deletePasskeysOf(tx, user.key);
  if (changesColumns) await updateUserColumns(tx, user.key, columns);
  const fields = Object.keys(body).filter((field) => field !== "grants");
  await appendAudit(tx, { event: "user_changed", ...who, detail: { fields } }, at);
}

export function userRoutes({ db, now }: { db: Db; now: () => number }): Route[] {
  return [
    route("listUsers", ({ caller }) => {
      allowAdmin(caller);
      return db.read(async (reader) => {
        const users = [];
        for (const row of await allUsers(reader)) users.push(await shownUser(reader, row));
        return { body: JSON.stringify(users) };
      });
    }),
    route("getUser", ({ params, caller }) => {
      allowAdmin(caller);
      return db.read(async (reader) => userAnswer(reader, await userById(reader, params.userId)));
    }),
    route("createUser", async ({ body, caller }) => {
      allowAdmin(caller);
      const passwordHash = (await hashOfNew(body.password, body.name)) ?? null;
      return writeAs(db, caller, async (tx) => {
        await allowAdminIn(tx, caller);
        const user = await insertUser(
          tx,
          {
            name: body.name,
            displayName: body.displayName || body.name,
            email: body.email ?? null,
            passwordHash,
            providerSubject: null,
            grants: body.grants ?? [],
          },
          now(),
        );
        const { actor, address } = caller;
        const detail = { grants: body.grants ?? [] };
        await appendAudit(tx, { event: "user_created", actor, subject: user.name, address, detail }, now());
        return userAnswer(tx, user);
      });
    }),
    route("updateUser", async ({ params, body, caller }) => {
      allowAdmin(caller);
      const known = await db.read(async (reader) => {
        const user = await userById(reader, params.userId);
        await refuseOwnSignIn(reader, caller, user, body);
        return user;
      });
      const passwordHash = await hashOfNew(body.password, known.name);
      return writeAs(db, caller, async (tx) => {
        await lockUsers(tx);
        await allowAdminIn(tx, caller);
        const user = await userById(tx, params.userId);
        const noted = { who: { actor: caller.actor, subject: user.name, address: caller.address }, at: now() };
        await changeAccount(tx, user, { body, passwordHash, ...noted });
        if (body.password !== undefined || body.active === false || body.passkeys === 0) {
          await closeSessionsOf(tx, user.key);
          await deleteLinkOf(tx, user.key);
        }
        const { grants } = body;
        if (grants) await changeGrants(tx, { kind: "user", key: user.key, to: () => grants, ...noted });
        await refuseToLoseLastAdmin(tx);
        return userAnswer(tx, await userById(tx, params.userId));
      });
    }),
    route("deleteUser", ({ params, caller }) =>
      writeAs(db, caller, async (tx) => {
        await lockUsers(tx);
        await allowAdminIn(tx, caller);
        const user = await userById(tx, params.userId);
        await deleteUser(tx, user);
        await refuseToLoseLastAdmin(tx);
        const { actor, address } = caller;
        await appendAudit(tx, { event: "user_deleted", actor, subject: user.name, address }, now());
        return undefined;
      }),
    ),
  ];
}
