import { type Grant, userCreate } from "../../contract/access.ts";
import type { Db, Reader, Tx } from "../db/db.ts";
import { faultsOf } from "../http/faults.ts";
import { appendAudit } from "../people/audit.sql.ts";
import { changeGrants } from "../people/change-grants.ts";
import { deleteLinkOf } from "../people/links.sql.ts";
import { hashPassword, refuseWeakPassword } from "../people/passwords.ts";
import { closeSessionsOf } from "../people/sessions.sql.ts";
import {
  allUsers,
  deleteUser,
  hasUsers,
  insertUser,
  lockUsers,
  refuseToLoseLastAdmin,
  shownUser,
  type UserRow,
  updateUserColumns,
  userByName,
} from "../people/users.sql.ts";
import { type Command, type CommandContext, CommandError, usageError } from "./command.ts";
import { grantForm, grantOf, words as inWords, type Options, operator, parsed, withCatalog } from "./grant-options.ts";

const usage = [
  { form: "users list", help: "list all users and their grants" },
  { form: "users add NAME [--role ROLE ...]", help: "create a user; the first one is an admin of everything" },
  { form: `users grant NAME ${grantForm}`, help: "add a grant; --role viewer, translator, editor or admin" },
  { form: "users revoke NAME", help: "remove all grants" },
  { form: "users password NAME", help: "set a new password; ends every session" },
  { form: "users remove NAME", help: "delete a user" },
] as const;

const misused = () =>
  new CommandError(
    `${usageError(usage).message}\n` +
      "A new password is generated and printed; --password-stdin reads it from standard input instead.",
  );

async function run({ args, config, say }: CommandContext): Promise<void> {
  const { words, options } = parsed(args, misused);
  const [verb, name, ...rest] = words;
  if (rest.length > 0 || (verb === "list") !== (name === undefined)) throw misused();
  await withCatalog(config, async (db) => {
    if (verb === "list") await list(db, say);
    else if (verb === "add") await add(db, name as string, options, say);
    else if (verb === "grant") await addGrant(db, name as string, options, say);
    else if (verb === "revoke") await revoke(db, name as string, say);
    else if (verb === "password") await newPassword(db, name as string, options, say);
    else if (verb === "remove") await remove(db, name as string, say);
    else throw misused();
  });
}

type Say = (words: string) => void;

async function list(db: Db, say: Say): Promise<void> {
  await db.read(async (reader) => {
    for (const row of await allUsers(reader)) {
      const user = await shownUser(reader, row);
      const state = [user.active ? "active" : "not active", ...(user.secondStep ? ["authenticator"] : [])].join(", ");
      say(`${user.name}\t${state}\t${user.grants.map(inWords).join("; ") || "no grants"}`);
    }
  });
}

async function add(db: Db, name: string, options: Options, say: Say): Promise<void> {
  const checked = userCreate.shape.name.safeParse(name, { reportInput: true });
  if (!checked.success)
    throw new CommandError(
      `"${name}" ${faultsOf(checked.error)
        .listed.map((f) => f.message)
        .join(", ")}.`,
    );
  const given = grantOf(options);
  const grant: Grant | undefined = given ?? ((await db.read(hasUsers)) ? undefined : { role: "admin" });
  if (!grant) throw new CommandError(`Name the role of ${name}: npx catalog users add ${name} ${grantForm}`);
  const { password, hash } = await passwordFor(name, options);
  await db.write(async (tx) => {
    await insertUser(
      tx,
      { name, displayName: name, passwordHash: hash, providerSubject: null, grants: [grant] },
      Date.now(),
    );
    await appendAudit(
      tx,
      { event: "user_created", ...operator, subject: name, detail: { grants: [grant] } },
      Date.now(),
    );
  });
  say(`Added ${name}, ${inWords(grant)}.`);
  if (password !== undefined) say(`The password, shown only once: ${password}`);
}

async function passwordFor(name: string, options: Options): Promise<{ password: string | undefined; hash: string }> {
  if (options["password-stdin"]) {
    const given = (await Bun.stdin.text()).replace(/\r?\n$/, "");
    await refuseWeakPassword(given, name);
    return { password: undefined, hash: await hashPassword(given) };
  }
  const password = Buffer.from(crypto.getRandomValues(new Uint8Array(15))).toString("base64url");
  return { password, hash: await hashPassword(password) };
}

async function known(reader: Reader, name: string): Promise<UserRow> {
  const user = await userByName(reader, name);
  if (!user) throw new CommandError(`There is no user "${name}". List all with: npx catalog users list`);
  return user;
}

const regrant = (tx: Tx, user: UserRow, to: (before: readonly Grant[]) => readonly Grant[]) =>
  changeGrants(tx, { kind: "user", key: user.key, to, who: { ...operator, subject: user.name }, at: Date.now() });

async function addGrant(db: Db, name: string, options: Options, say: Say): Promise<void> {
  const grant = grantOf(options);
  if (!grant) throw misused();
  await db.write(async (tx) => {
    const user = await known(tx, name);
    await regrant(tx, user, (before) => [...before, grant]);
  });
  say(`${name} is now also ${inWords(grant)}.`);
}

async function revoke(db: Db, name: string, say: Say): Promise<void> {
  await db.write(async (tx) => {
    await lockUsers(tx);
    const user = await known(tx, name);
    await regrant(tx, user, () => []);
    await refuseToLoseLastAdmin(tx);
  });
  say(`Removed all grants of ${name}.`);
}

async function newPassword(db: Db, name: string, options: Options, say: Say): Promise<void> {
  const user = await db.read((reader) => known(reader, name));
  const { password, hash } = await passwordFor(user.name, options);
  await db.write(async (tx) => {
    await updateUserColumns(tx, user.key, { password_hash: hash });
    await closeSessionsOf(tx, user.key);
    await deleteLinkOf(tx, user.key);
    await appendAudit(tx, { event: "password_changed", ...operator, subject: user.name }, Date.now());
  });
  say(`${name} has a new password. All their sessions have ended.`);
  if (password !== undefined) say(`The password, shown only once: ${password}`);
}

async function remove(db: Db, name: string, say: Say): Promise<void> {
  await db.write(async (tx) => {
    await lockUsers(tx);
    const user = await known(tx, name);
    await deleteUser(tx, user);
    if (await hasUsers(tx)) await refuseToLoseLastAdmin(tx);
    await appendAudit(tx, { event: "user_deleted", ...operator, subject: user.name }, Date.now());
  });
  say(`Deleted ${name}.`);
}

export const users: Command = { name: "users", usage, run };
