import { z } from "zod";
import { webhookCreate } from "../../contract/webhooks.ts";
import type { Config } from "../config/config.ts";
import type { Db } from "../db/db.ts";
import { systemClock } from "../http/clock.ts";
import { faultsOf } from "../http/faults.ts";
import { Problem } from "../http/problem.ts";
import { projectById } from "../projects/projects.sql.ts";
import { sealingAtStart } from "../sealing/sealing-at-start.ts";
import { replayFrom, startOfReplay } from "../webhooks/deliveries.sql.ts";
import { testWebhook } from "../webhooks/test-message.ts";
import { refusedTarget } from "../webhooks/webhooks.rules.ts";
import {
  allWebhooks,
  createWebhook,
  deleteWebhook,
  rotateSecret,
  shownWebhook,
  updateWebhook,
  webhookById,
} from "../webhooks/webhooks.sql.ts";
import { type Command, type CommandContext, CommandError, usageError } from "./command.ts";
import { openCatalog } from "./open-catalog.ts";

const overlapHours = 24;

const usage = [
  { form: "webhooks list", help: "list all webhooks with their state" },
  {
    form: "webhooks add PROJECT URL [EVENT ...]",
    help: "create a webhook, for all events or some, such as item.updated",
  },
  { form: "webhooks remove ID", help: "remove a webhook and its deliveries" },
  { form: "webhooks test ID", help: "send a test event now" },
  { form: "webhooks replay ID EVENT|TIME", help: "deliver again everything after an event or since a time" },
  { form: "webhooks pause ID", help: "stop deliveries until it is resumed" },
  { form: "webhooks resume ID", help: "continue where it stopped" },
  {
    form: "webhooks rotate ID",
    help: `create a new secret; messages are also signed with the old one for ${overlapHours} hours`,
  },
] as const;

const misused = () => usageError(usage);

type Verb = (db: Db, id: string, rest: string[], context: CommandContext) => Promise<void>;

const verbs = {
  async add(db, projectId, [url = "", ...events], { config, say }) {
    const { id, secret } = await add(db, config, projectId, { url, events });
    say(`Added the webhook ${id}. Its secret, shown only once:\n${secret}`);
  },
  async remove(db, id, _rest, { say }) {
    await db.write((tx) => deleteWebhook(tx, id));
    say(`Removed the webhook ${id}.`);
  },
  async test(db, id, _rest, { config, say }) {
    const webhook = await db.read((reader) => webhookById(reader, id));
    const { sealing } = await sealingAtStart(config.sealing, db);
    const outcome = await testWebhook(webhook, { settings: config.webhooks, sealing, clock: systemClock });
    if (!outcome.delivered) throw new CommandError(`${webhook.url} did not accept the test event: ${outcome.error}`);
    say(`${webhook.url} accepted the test event (${outcome.status}, ${outcome.durationMs} ms).`);
  },
  async replay(db, id, [from = ""], { say }) {
    const timed = z.iso.datetime({ offset: true }).safeParse(from).success;
    await db.write(async (tx) => {
      const webhook = await webhookById(tx, id);
      const start = startOfReplay(tx, webhook, timed ? { since: from } : { after: from });
      await replayFrom(tx, webhook, await start.catch((error) => noStart(from, error)));
    });
    say(`The webhook ${id} delivers everything from there again.`);
  },
  async pause(db, id, _rest, { say }) {
    await db.write((tx) => updateWebhook(tx, id, { paused: true }));
    say(`The webhook ${id} is paused.`);
  },
  async resume(db, id, _rest, { say }) {
    await db.write((tx) => updateWebhook(tx, id, { paused: false }));
    say(`The webhook ${id} is active again.`);
  },
  async rotate(db, id, _rest, { config, say }) {
    const { sealing } = await sealingAtStart(config.sealing, db);
    const secret = await db.write((tx) => rotateSecret(tx, id, sealing, Date.now() + overlapHours * 3_600_000));
    say(
      `The new secret, shown only once. Messages are also signed with the old one for ${overlapHours} hours:\n${secret}`,
    );
  },
} satisfies Record<string, Verb>;

const isVerb = (name: string): name is keyof typeof verbs => Object.hasOwn(verbs, name);

/** Whether so many words may follow the id. */
function takes(verb: keyof typeof verbs, count: number): boolean {
  if (verb === "add") return count >= 1;
  return count === (verb === "replay" ? 1 : 0);
}

async function run(context: CommandContext): Promise<void> {
  const [name = "", id, ...rest] = context.args;
  const listed = name === "list" && id === undefined;
  if (!listed && !(isVerb(name) && id !== undefined && takes(name, rest.length))) throw misused();
  const db = await openCatalog(context.config);
  try {
    if (listed) await list(db, context.say);
    else if (isVerb(name)) await verbs[name](db, id ?? "", rest, context);
  } catch (error) {
    throw error instanceof Problem ? new CommandError(error.message) : error;
  } finally {
    await db.close();
  }
}

/** The problem would name a field of a body; a command has none. */
function noStart(from: string, error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw new CommandError(
    `"${from}" is neither a time, such as 2026-05-01T00:00:00Z, nor an event that the log still has.`,
  );
}

async function list(db: Db, say: (words: string) => void): Promise<void> {
  const webhooks = await db.read(async (reader) =>
    Promise.all((await allWebhooks(reader)).map((row) => shownWebhook(reader, row, Date.now()))),
  );
  for (const { id, projectId, url, state, pending, events, stateReason } of webhooks) {
    say([id, projectId, url, state, `${pending} waiting`, events.join(",") || "all events", stateReason].join("\t"));
  }
}

async function add(db: Db, config: Config, projectId: string, given: { url: string; events: string[] }) {
  const body = webhookCreate.safeParse(given, { reportInput: true });
  const faults = body.success ? [refusedTarget(body.data.url, config.webhooks)] : faultsOf(body.error).listed;
  const words = faults.map((fault) => (fault ? `${fault.pointer.slice(1)} ${fault.message}.` : "")).join("\n");
  if (!body.success || words !== "") throw new CommandError(words);
  const { sealing } = await sealingAtStart(config.sealing, db);
  return db.write(async (tx) => {
    const project = await projectById(tx, projectId);
    if (!project)
      throw new CommandError(`There is no project "${projectId}". List all with: npx catalog projects list`);
    return createWebhook(tx, project.key, body.data, { sealing, now: Date.now() });
  });
}

export const webhooks: Command = { name: "webhooks", usage, run };
