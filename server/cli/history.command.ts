import { prune } from "../log/pruning.ts";
import { retentionJobs } from "../retention.ts";
import { type Command, CommandError } from "./command.ts";
import { openCatalog } from "./open-catalog.ts";

export const history: Command = {
  name: "history",
  usage: [
    {
      form: "history prune",
      help: "remove what is older than TRASH_DAYS, HISTORY_DAYS and AUDIT_DAYS, or beyond HISTORY_MB",
    },
  ],
  async run({ args, config, say }) {
    if (args.join(" ") !== "prune") throw new CommandError("Usage: npx catalog history prune");
    const db = await openCatalog(config);
    try {
      const { changes, trashed, audit } = await prune(db, retentionJobs(config.retention), db.now());
      say(`Removed ${changes} changes, ${trashed} rows of the trash and ${audit} entries of the audit log.`);
    } finally {
      await db.close();
    }
  },
};
