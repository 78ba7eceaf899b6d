import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db } from "../db/db.ts";
import { createLog } from "../http/logger.ts";
import { Indexes } from "../search/indexes.ts";
import { type Ask, asking } from "../search/questions.ts";

const longestWaitMs = 3_600_000;

/** Searches for one command, which waits until the index is made. Its files are not those of a service that may run. */
export async function temporaryIndexes(db: Db): Promise<{ ask: Ask; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "catalog-search-"));
  const indexes = new Indexes({
    db,
    folder,
    maxBytes: Number.POSITIVE_INFINITY,
    log: createLog("silent"),
    longestWaitMs,
  });
  return {
    ask: asking(db, indexes),
    async close() {
      await indexes.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
