import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { type CatalogError, createClient } from "../../contract/client.ts";
import { migrate } from "../../server/db/migrate.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { openDatabase } from "../../server/db/sqlite/sqlite-file.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { makeItems } from "../postgres/writers.ts";
import { runProgram } from "../support/run-program.ts";
import { startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const dataDir = temporaryFolder();
const file = join(dataDir, "catalog.db");

/** Holds the write lock, as a service under load does for other processes. */
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

test("commands that only read do not wait for writers", async () => {
  const db = new SqliteDb(file);
  await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
  await db.close();
  await whileSomeoneWrites(async () => {
    const cli = (...args: string[]) => runProgram("cli.ts", args, { DATA_DIR: dataDir });
    expect(await cli("projects", "list")).toEqual({ code: 0, output: "shop\tShop\tactive\n" });
    expect(await cli("doctor")).toEqual({ code: 0, output: "No faults found.\n" });
    expect(await cli("backup", join(dataDir, "a.backup"))).toMatchObject({ code: 0 });
  });
});

test("an upgrade waits for writers", async () => {
  const older = join(dataDir, "older.db");
  const database = openDatabase(older);
  migrate(database, older, 8);
  database.close();
  // Opening blocks this process, so the writer ends by itself. The upgrade must succeed however long that takes.
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

test("an edit that waited while another process deleted its item gets a 404", async () => {
  const service = await startService({ LOG_LEVEL: "silent" });
  const other = new Database(join(service.dataDir, "catalog.db"), { readwrite: true });
  try {
    other.exec(
      "insert into projects (id, name, display_name, active, logo_url) values ('shop', 'shop', 'Shop', 1, '')",
    );
    const { items } = await makeItems(service.url, "shop", 1);
    const api = createClient(service.url);
    const edit = (quantity: number) =>
      api.updateItem({ params: { itemId: items[0] as string }, body: { quantity } }).then(
        ({ status }) => status,
        (error: CatalogError) => error.status,
      );
    // Items that are edited repeatedly are kept in memory.
    for (let quantity = 1; quantity <= 3; quantity++) expect(await edit(quantity)).toBe(200);
    other.exec("begin immediate; delete from items");
    const waiting = edit(4);
    const inFlight = async () =>
      /^http_requests_in_flight (\d+)$/m.exec(await (await fetch(`${service.url}/metrics`)).text());
    await until(async () => (await inFlight())?.[1] === "2", "the edit has arrived");
    other.exec("commit");
    expect(await waiting).toBe(404);
  } finally {
    other.close();
    await service.stop();
  }
});
