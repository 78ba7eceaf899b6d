import { apiKeyCreate } from "../../contract/access.ts";
import type { Db } from "../db/db.ts";
import { faultsOf } from "../http/faults.ts";
import { appendAudit } from "../people/audit.sql.ts";
import { allKeys, deleteKey, insertKey, keyById, shownKey } from "../people/keys.sql.ts";
import { type Command, type CommandContext, CommandError, usageError } from "./command.ts";
import { grantForm, grantOf, words as inWords, type Options, operator, parsed, withCatalog } from "./grant-options.ts";

const usage = [
  { form: "keys list", help: "list all API keys and their grants" },
  { form: `keys add NAME ${grantForm} [--days N]`, help: "create a key for a program; it is shown only once" },
  { form: "keys revoke ID", help: "revoke a key; it stops working at once" },
] as const;

const misused = () => usageError(usage);

const dayMs = 24 * 60 * 60 * 1000;
/** A hundred years. A key without `--days` never expires. */
const mostDays = 36_500;

async function run({ args, config, say }: CommandContext): Promise<void> {
  const { words, options } = parsed(args, misused);
  const [verb, name, ...rest] = words;
  if (rest.length > 0 || (verb === "list") !== (name === undefined)) throw misused();
  await withCatalog(config, async (db) => {
    if (verb === "list") await list(db, say);
    else if (verb === "add") await add(db, name as string, options, say);
    else if (verb === "revoke") await revoke(db, name as string, say);
    else throw misused();
  });
}

type Say = (words: string) => void;

async function list(db: Db, say: Say): Promise<void> {
  await db.read(async (reader) => {
    for (const row of await allKeys(reader)) {
      const key = await shownKey(reader, row);
      const end = key.expiresAt ? `until ${key.expiresAt.slice(0, 10)}` : "never expires";
      const used = key.lastUsedAt ? `last used ${key.lastUsedAt}` : "never used";
      say(`${key.id}\t${key.name}\t${key.grants.map(inWords).join("; ")}\t${end}\t${used}`);
    }
  });
}

async function add(db: Db, name: string, options: Options, say: Say): Promise<void> {
  const grant = grantOf(options);
  if (!grant) throw misused();
  const checked = apiKeyCreate.shape.name.safeParse(name, { reportInput: true });
  if (!checked.success) {
    throw new CommandError(`The name ${faultsOf(checked.error).listed.map(({ message }) => message)}.`);
  }
  const days = options.days === undefined ? undefined : Number(options.days);
  if (days !== undefined && !(Number.isSafeInteger(days) && days > 0 && days <= mostDays)) {
    throw new CommandError(`--days must be a whole number from 1 to ${mostDays}.`);
  }
  const expiresAt = days === undefined ? null : Date.now() + days * dayMs;
  const { row, secret } = await db.write(async (tx) => {
    const made = await insertKey(tx, { name, grants: [grant], expiresAt, createdBy: operator.actor }, Date.now());
    const detail = { name, grants: [grant] };
    await appendAudit(tx, { event: "key_created", ...operator, subject: `key:${made.row.id}`, detail }, Date.now());
    return made;
  });
  say(`Added the key ${row.id}, ${inWords(grant)}.`);
  say(`The key, shown only once: ${secret}`);
}

async function revoke(db: Db, id: string, say: Say): Promise<void> {
  await db.write(async (tx) => {
    const row = await keyById(tx, id);
    await deleteKey(tx, row);
    const detail = { name: row.name };
    await appendAudit(tx, { event: "key_revoked", ...operator, subject: `key:${row.id}`, detail }, Date.now());
  });
  say(`Revoked the key ${id}.`);
}

export const keys: Command = { name: "keys", usage, run };
