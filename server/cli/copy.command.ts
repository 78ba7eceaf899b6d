import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { databaseAt } from "../config/config.ts";
import { CopyDiffers, copyCatalog, type Report, TargetInUse } from "../copy/copy-catalog.ts";
import type { Db } from "../db/db.ts";
import { openDb } from "../db/open.ts";
import { SqliteDb } from "../db/sqlite/sqlite.ts";
import { faultsOf } from "../doctor/doctor.ts";
import { storedSecrets } from "../sealing/stored-secrets.sql.ts";
import { type Command, type CommandContext, CommandError } from "./command.ts";
import { unhurried } from "./open-catalog.ts";

const usage = "copy --from URL --to URL";
const sayEveryMs = 1_000;

/** From SQLite to PostgreSQL, or back, or from one cluster to another. */
export const copy: Command = {
  name: "copy",
  usage: [
    {
      form: usage,
      help: "copy a whole catalog into an empty one, sqlite:FILE or postgres://...; run it again if interrupted",
    },
  ],
  run,
};

async function run({ args, config, say }: CommandContext): Promise<void> {
  const { from: source, to: target } = given(args);
  const opened: Db[] = [];
  try {
    const from = await open("--from", source, config, opened);
    const to = await open("--to", target, config, opened);
    if (from.location === to.location) throw new CommandError("The source and the target are the same.");
    await refuseUnsound(from, "source");
    const { rows, digest } = await copyCatalog(from, to, progress(say));
    await refuseUnsound(to, "target");
    say(`Copied ${rows} rows from ${from.location} to ${to.location}. Both are consistent, and equal in every value.`);
    say(`Digest: ${digest}`);
    if ((await to.read(storedSecrets)).length > 0) {
      say("Secrets of second steps and webhooks stay encrypted: the service needs the same key there (SECRETS_KEY).");
    }
  } catch (error) {
    if (error instanceof TargetInUse || error instanceof CopyDiffers) throw new CommandError(error.message);
    throw error;
  } finally {
    for (const db of opened) await db.close();
  }
}

function given(args: string[]): { from: string; to: string } {
  try {
    const { values } = parseArgs({ args, options: { from: { type: "string" }, to: { type: "string" } } });
    if (values.from && values.to) return { from: values.from, to: values.to };
  } catch {
    // An unknown option gets the same message as a missing one.
  }
  throw new CommandError(`Usage: npx catalog ${usage}`);
}

async function open(
  option: "--from" | "--to",
  url: string,
  config: CommandContext["config"],
  opened: Db[],
): Promise<Db> {
  const faults: string[] = [];
  const settings = databaseAt(option, url, config, faults);
  if (faults.length > 0) throw new CommandError(faults.join("\n"));
  if (option === "--from" && !settings.postgres && !existsSync(settings.databaseFile)) {
    throw new CommandError(`There is no catalog at ${settings.databaseFile}.`);
  }
  const db = await openDb(unhurried(settings));
  opened.push(db);
  return db;
}

async function refuseUnsound(db: Db, part: string): Promise<void> {
  const damage = db instanceof SqliteDb ? await db.integrityFaults() : [];
  const faults = damage.length > 0 ? damage : await db.read(faultsOf);
  if (faults.length > 0) throw new CommandError(`The ${part} is damaged or inconsistent:\n${faults.join("\n")}`);
}

function progress(say: (words: string) => void): Report {
  let last = 0;
  return (table, doing, done, total) => {
    const now = performance.now();
    if (now - last < sayEveryMs) return;
    last = now;
    say(`${doing} ${table}: ${done} of ${total}`);
  };
}
