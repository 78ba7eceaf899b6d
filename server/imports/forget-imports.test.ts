import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { sql } from "../db/sql.ts";
import { SqliteDb } from "../db/sqlite/sqlite.ts";
import { prune } from "../log/pruning.ts";
import { insertProject } from "../projects/projects.sql.ts";
import { deleteImport, forgetImports } from "./forget-imports.sql.ts";
import { type ImportRow, insertChunk, insertImport } from "./imports.sql.ts";

let db: SqliteDb;
beforeEach(async () => {
  db = new SqliteDb(join(temporaryFolder(), "catalog.db"));
  await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
});
afterEach(() => db.close());

const newImport = (id: string, chunks: number, state: ImportRow["state"] = "reading") =>
  db.write(async (tx) => {
    const texts = { file_name: "", format: "", header: "[]", options: "{}", digest: "", contents: "", again: "" };
    const asked = { origin: "", actor: "", holder_kind: "anyone", holder_key: 0, scopes: "[]", created_at: 0 } as const;
    const key = await insertImport(tx, { id, project_key: 1, state, dry_run: 0, ...texts, ...asked });
    for (let at = 0; at < chunks; at++) await insertChunk(tx, key, at, { rows: 200, contents: new Uint8Array(1) });
    return key;
  });

test("the chunks of an import are removed a few at a time, so that others have turns, and no others are", async () => {
  const [key] = [await newImport("one", 230), await newImport("other", 230), await newImport("empty", 0)];
  const removed: number[] = [];
  await db.write((tx) =>
    deleteImport(
      {
        ...tx,
        run: async (query) => {
          const rows = await tx.run(query);
          removed.push(rows);
          return rows;
        },
      },
      key,
    ),
  );
  expect(Math.max(...removed)).toBeLessThanOrEqual(20);
  const left = await db.single.all<{ import_key: number; chunks: number }>(
    sql`select import_key, count(*) as chunks from import_chunks group by import_key`,
  );
  expect(left).toEqual([{ import_key: key + 1, chunks: 230 }]);
  const imports = await db.single.all<{ id: string }>(sql`select id from imports order by key`);
  expect(imports.map(({ id }) => id)).toEqual(["other", "empty"]);
});

test("an import is removed 90 days after its end, or six hours after its reading stopped; one that runs stays", async () => {
  const hourMs = 60 * 60 * 1_000;
  await newImport("reading", 1);
  await newImport("running", 1, "running");
  await newImport("done", 3, "done");
  const pruneAfter = (ms: number) => prune(db, { imports: forgetImports }, ms);
  const left = async () =>
    (await db.single.all<{ id: string }>(sql`select id from imports order by key`)).map(({ id }) => id);
  expect(await pruneAfter(6 * hourMs)).toEqual({ imports: 0 });
  expect(await pruneAfter(6 * hourMs + 1)).toEqual({ imports: 1 });
  expect(await left()).toEqual(["running", "done"]);
  expect(await pruneAfter(90 * 24 * hourMs)).toEqual({ imports: 0 });
  expect(await pruneAfter(90 * 24 * hourMs + 1)).toEqual({ imports: 1 });
  expect(await left()).toEqual(["running"]);
});
