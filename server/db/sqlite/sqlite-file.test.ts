import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "./sqlite-file.ts";

const folder = mkdtempSync(join(tmpdir(), "sqlite-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("every connection is durable and bounded, as the operations page says", () => {
  const database = openDatabase(join(folder, "catalog.db"));
  const setting = (name: string) => database.prepare(`pragma ${name}`).values()[0]?.[0];
  expect({
    journal: setting("journal_mode"),
    synchronous: setting("synchronous"),
    // Kilobytes, because it is negative.
    pageCache: setting("cache_size"),
  }).toEqual({ journal: "wal", synchronous: 2, pageCache: -16 * 1024 });
  database.close();
});
