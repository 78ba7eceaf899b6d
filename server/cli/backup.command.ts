import { accessSync, constants, existsSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { schemaVersion } from "../db/migrate.ts";
import { makePrivateFile } from "../db/private-files.ts";
import { openDatabase } from "../db/sqlite/sqlite-file.ts";
import { type Command, CommandError } from "./command.ts";
import { requireCatalog, requireFile } from "./open-catalog.ts";

/** Copies one state of the catalog while the service runs. The file is complete when it appears under its name. */
export const backup: Command = {
  name: "backup",
  usage: [{ form: "backup FILE", help: "back up the whole catalog into FILE" }],
  async run({ args, config, say }) {
    const [given, ...rest] = args;
    if (given === undefined || rest.length > 0) throw new CommandError("Usage: npx catalog backup FILE");
    const file = resolve(given);
    requireFile(config, "Back it up with pg_dump: see docs/operations.md.");
    requireCatalog(config);
    if (existsSync(file)) throw new CommandError(`${file} exists already. Choose another name.`);
    accessSync(dirname(file), constants.W_OK);
    const partial = `${file}.partial`;
    rmSync(partial, { force: true });
    const database = openDatabase(config.databaseFile);
    try {
      // Otherwise nobody would notice that the backup is empty until it is restored.
      if (schemaVersion(database) === 0) throw new CommandError(`${config.databaseFile} holds no catalog yet.`);
      makePrivateFile(partial);
      database.query("vacuum into ?").run(partial);
      renameSync(partial, file);
    } finally {
      database.close();
      rmSync(partial, { force: true });
    }
    say(`The backup is in ${file} (${(Bun.file(file).size / 1024 / 1024).toFixed(1)} MB).`);
    const key = config.sealing.file;
    if (key !== undefined && existsSync(key)) {
      say(
        `Secrets of second steps and webhooks in it are encrypted: keep a copy of ${key} too, apart from the backup.`,
      );
    }
  },
};
