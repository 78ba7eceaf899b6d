import { expect, spyOn, test } from "bun:test";
import { join } from "node:path";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { sql } from "../../server/db/sql.ts";
import { demoProjects } from "../../server/demo/demo-data.ts";
import { seedDemo } from "../../server/demo/seed-demo.ts";
import { DiskStore } from "../../server/images/disk-store.ts";
import { Inbox } from "../../server/images/received.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { freshDatabase, settingsFor } from "./fresh-database.ts";

test("a node that starts while another one creates the demo catalog waits longer for it than for a lock", async () => {
  const folder = temporaryFolder();
  const images = { store: new DiskStore(join(folder, "images")), inbox: new Inbox(join(folder, "incoming")) };
  const fresh = await freshDatabase();
  const other = await PostgresDb.open(settingsFor(fresh.url));
  const db = await PostgresDb.open(settingsFor(fresh.url, { timeouts: { connection: 60_000, lock: 500 } }));
  try {
    await other.write((tx) => tx.run(sql`delete from projects`));
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const creating = other.write(async (tx) => {
      for (const { id, name, displayName } of demoProjects) await insertProject(tx, id, name, displayName);
      begun.resolve();
      await released.promise;
    });
    await begun.promise;
    const write = spyOn(db, "write");
    const seeding = seedDemo(db, images, Date.now());
    await until(() => write.mock.calls.length > 2, "it has waited for the lock twice");
    released.resolve();
    await creating;
    expect(await seeding).toBe(false);
  } finally {
    await db.close();
    await other.close();
    await fresh.drop();
  }
});
