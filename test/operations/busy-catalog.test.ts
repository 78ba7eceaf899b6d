import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../../server/db/migrate.ts";
import { SqliteDb } from "../../server/db/sqlite.ts";
import { openDatabase } from "../../server/db/sqlite-file.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { newFolder, runProgram } from "./run-program.ts";

const dataDir = newFolder();
const file = join(dataDir, "catalog.db");
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** What a service under load looks like to every other process: the lock for writing is never free. */
async function whileSomeoneWrites<T>(work: () => Promise<T>): Promise<T> {
  const writer = new Database(file);
  writer.exec("begin immediate");
  try {
    return await work();
  } finally {
    writer.exec("rollback");
    writer.close();
  }
}

test("commands that only read do not wait for whoever writes", async () => {
  const db = new SqliteDb(file);
  await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
  await db.close();
  await whileSomeoneWrites(async () => {
    const cli = (...args: string[]) => runProgram("cli.ts", args, { DATA_DIR: dataDir });
    expect(await cli("projects", "list")).toEqual({ code: 0, output: "shop\tShop\tactive\n" });
    expect(await cli("doctor")).toEqual({ code: 0, output: "The catalog is sound.\n" });
    expect(await cli("backup", join(dataDir, "a.backup"))).toMatchObject({ code: 0 });
  });
});

test("an upgrade waits for whoever writes", async () => {
  const older = join(dataDir, "older.db");
  const database = openDatabase(older);
  migrate(database, older, 8);
  database.close();
  // Opening holds this process up, so the writer ends by itself. However long it takes, the upgrade must get through.
  const writer = Bun.spawn({
    cmd: [
      process.execPath,
      "-e",
      `const db = new (require("bun:sqlite").Database)(${JSON.stringify(older)});
       db.exec("begin immediate"); console.log("held"); setTimeout(() => process.exit(0), 1_000);`,
    ],
    stdout: "pipe",
  });
  await writer.stdout.getReader().read();
  const db = new SqliteDb(older);
  await db.close();
  await writer.exited;
});
