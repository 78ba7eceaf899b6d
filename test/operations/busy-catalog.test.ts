import { Database } from "bun:sqlite";
import { expect, spyOn, test } from "bun:test";
import { join } from "node:path";
import { type CatalogError, createClient } from "../../contract/client.ts";
import { backup } from "../../server/cli/backup.command.ts";
import { doctor } from "../../server/cli/doctor.command.ts";
import { migrate } from "../../server/db/migrate.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { openDatabase } from "../../server/db/sqlite/sqlite-file.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { makeItems } from "../postgres/writers.ts";
import { runCommand } from "../support/run-command.ts";
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
    const settings = { DATA_DIR: dataDir };
    expect(await runProgram("cli.ts", ["projects", "list"], settings)).toEqual({
      code: 0,
      output: "shop\tShop\tactive\n",
    });
    expect(await runCommand(doctor, [], settings)).toEqual({ code: 0, output: "No faults found.\n" });
    expect(await runCommand(backup, [join(dataDir, "a.backup")], settings)).toMatchObject({ code: 0 });
  });
});

test("an upgrade waits for writers", async () => {
  const older = join(dataDir, "older.db");
  const database = openDatabase(older);
  migrate(database, older, 8);
  database.close();
  const writer = new Database(older);
  writer.exec("begin immediate");
  // Opening blocks this thread, so the writer ends while the upgrade pauses before it tries again.
  const pause = spyOn(Bun, "sleepSync").mockImplementationOnce(() => writer.exec("rollback"));
  try {
    const db = new SqliteDb(older);
    await db.close();
    expect(pause).toHaveBeenCalledTimes(1);
  } finally {
    // Other files of this process pause too.
    pause.mockRestore();
    writer.close();
  }
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
