import { join } from "node:path";
import { composed } from "../../server/db/sql.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";

/**
 * Gives back the leases of a service that was killed. Without it the next one waits until they run out, as
 * `webhooks/leases.test.ts` and `postgres/import-takeover.test.ts` show.
 */
export async function freeLeases(dataDir: string, table: "webhooks" | "imports" | "undos"): Promise<void> {
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  await db.write((tx) => tx.run(composed(`update ${table} set lease_until = 0`, [])));
  await db.close();
}
