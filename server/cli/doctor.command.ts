import type { Db } from "../db/db.ts";
import { SqliteDb } from "../db/sqlite/sqlite.ts";
import { faultsOf } from "../doctor/doctor.ts";
import { missingPictures } from "../doctor/missing-pictures.sql.ts";
import { createImages, type Images } from "../images/create-images.ts";
import { otherStores } from "../images/other-stores.ts";
import { storeFault } from "../images/store-fault.ts";
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
          : [...(await db.read(faultsOf)), ...(await faultsOfPictures(db, createImages(config)))];
      if (faults.length > 0) throw new CommandError(`${faults.join("\n")}\nFaults found: ${faults.length}.`);
      say("No faults found.");
    } finally {
      await db.close();
    }
  },
};

async function faultsOfPictures(db: Db, images: Images): Promise<string[]> {
  const fault = await storeFault(images.store);
  if (fault !== undefined) return [fault];
  return [...(await otherStores(db, images.store)).values(), ...(await missingPictures(db, images))];
}
