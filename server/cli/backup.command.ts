import { accessSync, constants, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { schemaVersion } from "../db/migrate.ts";
import { makePrivateFile, requireWritable } from "../db/private-files.ts";
import { sql } from "../db/sql.ts";
import { SqliteDb } from "../db/sqlite/sqlite.ts";
import { openDatabase } from "../db/sqlite/sqlite-file.ts";
import { missingPictures } from "../doctor/missing-pictures.sql.ts";
import { createImages } from "../images/create-images.ts";
import { missingKeys } from "../sealing/sealing-at-start.ts";
import { type Command, CommandError } from "./command.ts";
import { requireCatalog, requireFile } from "./open-catalog.ts";
import { stageBackup } from "./staged-backup.ts";

const usage = [
  { form: "backup FILE", help: "back up the whole catalog into FILE; pictures and the key are kept apart from it" },
  { form: "backup --verify FILE", help: "check that FILE can be restored, and that its pictures and its key are here" },
];

/** Copies one state of the catalog while the service runs. The file is complete when it appears under its name. */
export const backup: Command = {
  name: "backup",
  usage,
  async run({ args, config, say }) {
    const [first, second, ...rest] = args;
    const isCheck = first === "--verify";
    const given = isCheck ? second : first;
    if (given === undefined || rest.length > 0 || (!isCheck && second !== undefined)) {
      throw new CommandError(`Usage:\n${usage.map(({ form }) => `  npx catalog ${form}`).join("\n")}`);
    }
    if (isCheck) await verify(config, resolve(given), say);
    else await make(config, resolve(given), say);
  },
};

async function make(config: Config, file: string, say: (words: string) => void): Promise<void> {
  requireFile(config, "Back it up with pg_dump: see docs/operations.md.");
  requireCatalog(config);
  requireWritable(config.databaseFile);
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
  const { store } = createImages(config);
  if (await hasPictures(store)) say(`The pictures are not in it: back up ${store.location} too, after this file.`);
  const key = config.sealing.file;
  if (key !== undefined && existsSync(key)) {
    say(`Secrets of second steps and webhooks in it are encrypted: keep a copy of ${key} too, apart from the backup.`);
  }
}

async function hasPictures(store: ReturnType<typeof createImages>["store"]): Promise<boolean> {
  for await (const _ of store.list()) return true;
  return false;
}

/** The backup itself stays as it is: a copy of it is migrated and checked. */
async function verify(config: Config, file: string, say: (words: string) => void): Promise<void> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CommandError(`There is no file ${file}.`);
  const staged = `${file}.verifying`;
  const removeParts = () => {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(staged + suffix, { force: true });
  };
  removeParts();
  try {
    await stageBackup(file, staged);
    const db = new SqliteDb(staged);
    try {
      const images = createImages(config);
      const faults = await missingPictures(db, images);
      for (const name of await db.read((reader) => missingKeys(reader, config.sealing)))
        faults.push(`Secrets in it are encrypted with the key ${name}, which is not here.`);
      if (faults.length > 0) throw new CommandError(`${faults.join("\n")}\nFaults found: ${faults.length}.`);
      const count = await db.single.get<{ items: number }>(sql`select count(*) as items from items`);
      say(`${file} can be restored: ${(count?.items ?? 0).toLocaleString("en")} items.`);
      say(`Its pictures are in ${images.store.location}.`);
    } finally {
      await db.close();
    }
  } finally {
    removeParts();
  }
}
