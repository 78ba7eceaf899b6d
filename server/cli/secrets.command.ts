import type { Tx } from "../db/db.ts";
import { updateByKey } from "../db/sql.ts";
import { appendAudit } from "../people/audit.sql.ts";
import { updateUserColumns, userById } from "../people/users.sql.ts";
import { Sealing } from "../sealing/sealing.ts";
import { givenKeys, openedBy, sealingAtStart } from "../sealing/sealing-at-start.ts";
import { type StoredSecret, storedSecrets } from "../sealing/stored-secrets.sql.ts";
import { newSecret } from "../webhooks/webhooks.rules.ts";
import { type Command, CommandError } from "./command.ts";
import { operator } from "./grant-options.ts";
import { openCatalog } from "./open-catalog.ts";

const form = "secrets forget";

/** For a lost key: the service does not start if there are secrets that it cannot open. */
export const secrets: Command = {
  name: "secrets",
  usage: [
    {
      form,
      help: "after the key was lost: remove the second steps and pause the webhooks whose secret cannot be opened",
    },
  ],
  async run({ args, config, say }) {
    if (args.join(" ") !== "forget") throw new CommandError(`Usage: npx catalog ${form}`);
    const keys = givenKeys(config.sealing);
    if (keys.length === 0 && !config.sealing.isOurs) {
      throw new CommandError("Set SECRETS_KEY or SECRETS_KEY_FILE to the key to use from now on.");
    }
    const db = await openCatalog(config);
    try {
      const words = await db.write((tx) => forget(tx, new Sealing(keys)));
      // Seals the new secrets, with a new key if there was none.
      await sealingAtStart(config.sealing, db);
      for (const line of words.length > 0 ? words : ["Every stored secret can be opened."]) say(line);
    } finally {
      await db.close();
    }
  },
};

/** Removes what cannot be opened, and returns the lines to print. */
async function forget(tx: Tx, sealing: Sealing): Promise<string[]> {
  const lost = (await storedSecrets(tx)).filter((secret) => openedBy(sealing, secret) === undefined);
  const words: string[] = [];
  for (const secret of lost) {
    if (secret.column === "totp_pending") await updateUserColumns(tx, secret.key, { totp_pending: null });
    if (secret.column === "totp_secret") words.push(await removeSecondStep(tx, secret));
    if (secret.column === "previous_secret")
      await tx.run(updateByKey("webhooks", { previous_secret: null }, secret.key));
    if (secret.column === "secret") words.push(await replaceSecret(tx, secret));
  }
  return words;
}

async function removeSecondStep(tx: Tx, { key, id }: StoredSecret): Promise<string> {
  const { name } = await userById(tx, id);
  await updateUserColumns(tx, key, { totp_secret: null, recovery_codes: "[]" });
  await appendAudit(tx, { event: "second_step_removed", ...operator, subject: name }, Date.now());
  return `${name} has no second step any more: they sign in with the password alone.`;
}

/** With one that nobody knows. The receiver would refuse every message, so the webhook is paused. */
async function replaceSecret(tx: Tx, { key, id }: StoredSecret): Promise<string> {
  const reason = "Its secret was lost with the key. Create a new one, then resume.";
  await tx.run(updateByKey("webhooks", { secret: newSecret(), paused: 1, reason }, key));
  return `The webhook ${id} is paused. Create a new secret for its receiver: npx catalog webhooks rotate ${id}`;
}
