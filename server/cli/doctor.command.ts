import { SqliteDb } from "../db/sqlite/sqlite.ts";
import { faultsOf } from "../doctor/doctor.ts";
import { type Command, CommandError } from "./command.ts";
import { openCatalog } from "./open-catalog.ts";

export const doctor: Command = {
  name: "doctor",
  usage: [{ form: "doctor", help: "check every invariant of the catalog and say what is wrong" }],
  async run({ args, config, say }) {
    if (args.length > 0) throw new CommandError("Usage: npx catalog doctor");
    const db = await openCatalog(config);
    try {
      const damage = db instanceof SqliteDb ? await db.integrityFaults() : [];
      const faults = damage.length > 0 ? damage : await db.read(faultsOf);
      if (faults.length > 0) throw new CommandError(`${faults.join("\n")}\n${faults.length} found.`);
      say("The catalog is sound.");
    } finally {
      await db.close();
    }
  },
};
