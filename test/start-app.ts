import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CatalogClient, createClient } from "../contract/client.ts";
import { createApp } from "../server/app.ts";
import type { Db } from "../server/db/db.ts";
import { SqliteDb } from "../server/db/sqlite.ts";
import { faultsOf } from "../server/doctor/doctor.ts";
import { createLog } from "../server/http/log.ts";
import { insertProject } from "../server/projects/projects.sql.ts";

export type TestApp = {
  url: string;
  api: CatalogClient;
  db: Db;
  /** What is wrong with the catalog; a test expects nothing. */
  doctor(): Promise<string[]>;
  stop(): Promise<void>;
};

/** The real app on a real port over a fresh database with two empty projects, `shop` and `other`. */
export async function startApp(): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), "catalog-test-"));
  const db = new SqliteDb(join(folder, "catalog.db"));
  await db.write(async (tx) => {
    await insertProject(tx, "shop", "shop", "Shop");
    await insertProject(tx, "other", "other", "Other");
  });
  const app = createApp({
    config: { host: "127.0.0.1", publicUrl: undefined, cacheBytes: 16 * 1024 * 1024 },
    db,
    log: createLog("silent"),
  });
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 30, fetch: app.fetch });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    api: createClient(url),
    db,
    doctor: () => db.read(faultsOf),
    async stop() {
      await app.close();
      await server.stop(true);
      await db.close();
      rmSync(folder, { recursive: true });
    },
  };
}
