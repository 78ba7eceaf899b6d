import { SqliteDb } from "../db/sqlite/sqlite.ts";
import { faultsOf } from "../doctor/doctor.ts";
import { missingPictures } from "../doctor/missing-pictures.sql.ts";
import { createImages } from "../images/create-images.ts";
import { type Command, CommandError } from "./command.ts";
import { openCatalog } from "./open-catalog.ts";

export const doctor: Command = {
  name: "doctor",
  usage: [
    { form: "doctor", help: "check the whole catalog, and that every picture is there, and report what is wrong" },
  ],
  async run({ args, config, say }) {
    if (args.length > 0) throw new CommandError("Usage: npx catalog doctor");
    const db = await openCatalog(config);
    try {
      const damage = db instanceof SqliteDb ? await db.integrityFaults() : [];
      const faults =
        damage.length > 0
          ? damage
          : [...(await db.read(faultsOf)), ...(await missingPictures(db, createImages(config)))];
      if (faults.length > 0) throw new CommandError(`${faults.join("\n")}\nFaults found: ${faults.length}.`);
      say("No faults found.");
    } finally {
      await db.close();
    }
  },
};
