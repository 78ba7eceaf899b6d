import { allowAdmin, allowAdminIn } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import { heldGrants, replaceGrants, shownGrants } from "../access/grants.sql.ts";
import { writeAs } from "../access/write-as.ts";
import type { Answer } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, Reader } from "../db/db.ts";
import { invalid } from "../http/problem.ts";
import { appendAudit } from "./audit.sql.ts";
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
      if (body.password != null) await refuseWeakPassword(body.password, body.name);
      const passwordHash = body.password == null ? null : await hashPassword(body.password);
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
      if (body.password !== undefined) await refuseWeakPassword(body.password, known.name);
      const passwordHash = body.password === undefined ? undefined : await hashPassword(body.password);
      return writeAs(db, caller, async (tx) => {
        await lockUsers(tx);
        await allowAdminIn(tx, caller);
        const user = await userById(tx, params.userId);
        const { actor, address } = caller;
        const base = { actor, subject: user.name, address };
        const columns: UserColumns = {
          ...(body.displayName === undefined ? {} : { display_name: body.displayName }),
          ...(body.email === undefined ? {} : { email: body.email }),
          ...(body.active === undefined ? {} : { active: body.active ? 1 : 0 }),
          ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
          ...(body.secondStep === false ? { totp_secret: null, totp_pending: null, recovery_codes: "[]" } : {}),
        };
        if (body.passkeys === 0) await deletePasskeysOf(tx, user.key);
        if (Object.keys(columns).length > 0 || body.passkeys === 0) {
          if (Object.keys(columns).length > 0) await updateUserColumns(tx, user.key, columns);
          const fields = Object.keys(body).filter((field) => field !== "grants");
          await appendAudit(tx, { event: "user_changed", ...base, detail: { fields } }, now());
        }
        if (passwordHash !== undefined || body.active === false || body.passkeys === 0) {
          await closeSessionsOf(tx, user.key);
          await deleteLinkOf(tx, user.key);
        }
        if (body.grants) {
          const before = await shownGrants(tx, await heldGrants(tx, "user", user.key));
          await replaceGrants(tx, "user", user.key, body.grants);
          await appendAudit(tx, { event: "grants_changed", ...base, detail: { before, after: body.grants } }, now());
        }
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
