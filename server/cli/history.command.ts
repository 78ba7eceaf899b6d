import { prune } from "../history/retention.ts";
import { type Command, CommandError } from "./command.ts";
import { openCatalog } from "./open-catalog.ts";

export const history: Command = {
  name: "history",
  usage: [
    { form: "history prune", help: "remove what TRASH_DAYS, HISTORY_DAYS, HISTORY_MB and AUDIT_DAYS no longer keep" },
  ],
  async run({ args, config, say }) {
    if (args.join(" ") !== "prune") throw new CommandError("Usage: npx catalog history prune");
    const db = await openCatalog(config);
    try {
      const { changes, trashed, audit } = await prune(db, config.retention, db.now());
      say(
        `Removed ${changes} changes, and ${trashed} rows that were in the trash for too long, and ${audit} records of access.`,
      );
    } finally {
      await db.close();
    }
  },
};
