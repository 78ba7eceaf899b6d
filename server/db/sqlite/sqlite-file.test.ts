import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { openDatabase } from "./sqlite-file.ts";

test("every connection is durable and has a bounded page cache, as documented", () => {
  const database = openDatabase(join(temporaryFolder(), "catalog.db"));
  const setting = (name: string) => database.prepare(`pragma ${name}`).values()[0]?.[0];
  expect({
    journal: setting("journal_mode"),
    synchronous: setting("synchronous"),
    // A negative number is in kilobytes.
    pageCache: setting("cache_size"),
  }).toEqual({ journal: "wal", synchronous: 2, pageCache: -16 * 1024 });
  database.close();
});
