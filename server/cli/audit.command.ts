import { auditEntries } from "../people/audit.sql.ts";
import { type Command, CommandError } from "./command.ts";
import { parsed, withCatalog } from "./grant-options.ts";

const usage = [
  { form: "audit [--limit N]", help: "show the audit log: sign-ins, failures, people and keys, newest first" },
] as const;

const misused = () => new CommandError("Usage: npx catalog audit [--limit N]");

export const audit: Command = {
  name: "audit",
  usage,
  async run({ args, config, say }) {
    const { words, options } = parsed(args, misused);
    const limit = Number(options.limit ?? "50");
    if (words.length > 0 || !Number.isSafeInteger(limit) || limit < 1) throw misused();
    await withCatalog(config, async (db) => {
      for (const entry of await db.read((reader) => auditEntries(reader, { limit }))) {
        const detail = Object.keys(entry.detail).length > 0 ? `\t${JSON.stringify(entry.detail)}` : "";
        say(`${entry.at}\t${entry.event}\t${entry.actor}\t${entry.subject}\t${entry.address || "-"}${detail}`);
      }
    });
  },
};
