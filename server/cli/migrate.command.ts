import { openDb } from "../db/open.ts";
import { type Command, CommandError } from "./command.ts";
import { unhurried } from "./open-catalog.ts";

/** For a role that owns the tables, so that the service can do without rights on the schema. */
export const migrate: Command = {
  name: "migrate",
  usage: [{ form: "migrate", help: "create the tables, or bring them to the version of this program" }],
  async run({ args, config, say }) {
    if (args.length > 0) throw new CommandError("Usage: npx catalog migrate");
    const db = await openDb(unhurried(config), (words) => say(`${words.charAt(0).toUpperCase()}${words.slice(1)}.`));
    await db.close();
    // Without DATABASE_URL that is a file.
    say(`The tables of ${db.location} are up to date.`);
  },
};
