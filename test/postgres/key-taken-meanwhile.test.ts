import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres, { type Sql } from "postgres";
import type { UndoResult } from "../../contract/changes.ts";
import type { ImportRun } from "../../contract/imports.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { Imports } from "../imports/import-run.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";
import { untilSomeoneWaits } from "./lock-waits.ts";

/** More than one transaction undoes. */
const rows = 60;

let database: FreshDatabase;
let app: TestApp;
let outside: Sql;

beforeAll(async () => {
  database = await freshDatabase();
  outside = postgres(database.url, { max: 1, onnotice: () => {} });
  const db = await PostgresDb.open(settingsFor(database.url));
  app = await startApp({}, { database: { db, remove: async () => {} } });
});
afterAll(async () => {
  await app.stop();
  await outside.end();
  await database.drop();
});

type Undone = { kept: number; state?: string };
const undos: [string, (imports: Imports, run: ImportRun) => Promise<Undone>][] = [
  ["an import", (imports, run) => imports.act(run, "undo")],
  [
    "many changes",
    async (imports, { changeSetId }) => {
      const answer = await imports.send(`/api/changes/${changeSetId}/undo`, { method: "POST" });
      return { kept: ((await answer.json()) as UndoResult).keptCount };
    },
  ],
];
for (const [name, undo] of undos) {
  test(`an undo of ${name} keeps a key that somebody else takes at the same moment`, async () => {
    const params = { projectId: "shop" };
    const categoryId = (await app.api.createCategory({ params, body: { name } })).data.id;
    const leaf = (await app.api.createSubcategory({ params: { categoryId }, body: { name } })).data.id;
    const imports = new Imports(app.url);
    const old = `OLD of ${name}`;
    const made = Array.from({ length: rows + 1 }, (_, row) => `${leaf},Item ${row},1,${row === 0 ? old : ""}\n`);
    const first = await imports.run(`subcategoryId,name,price,key\n${made.join("")}`);
    const ids = (await imports.changes(first)).map(({ id }) => id);
    const taker = ids.pop() ?? "";
    const changed = ids.map((id, row) => `${id},2,${row === 0 ? `NEW of ${name}` : ""}\n`);
    const run = await imports.run(`id,price,key\n${changed.join("")}`);
    expect(run).toMatchObject({ state: "done", changed: rows });

    const taken = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const taking = outside.begin(async (tx) => {
      await tx`update items set external_key = (select key from projects where id = 'shop') || ':' || ${old}::text where id = ${taker}`;
      taken.resolve();
      await commit.promise;
    });
    await taken.promise;
    const undone = undo(imports, run);
    await untilSomeoneWaits(database.url);
    commit.resolve();
    await taking;
    expect(await undone).toMatchObject({ kept: 1 });
    const [item] = await outside`select external_key, price from items where id = ${ids[0] ?? ""}`;
    expect(item).toMatchObject({ external_key: expect.stringMatching(/:NEW of/), price: 1 });
  });
}
