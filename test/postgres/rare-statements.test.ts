import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres, { type Sql } from "postgres";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { PostgresPool } from "../../server/db/postgres/postgres-pool.ts";
import { KnownTimeline } from "../../server/db/postgres/postgres-timeline.ts";
import { PostgresVersions } from "../../server/db/postgres/postgres-versions.ts";
import { setOf } from "../changes/history-scenario.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";

/** Statements that other tests send only by chance, or only when they take longer than a minute. */
let database: FreshDatabase;
let app: TestApp;
let outside: Sql;

beforeAll(async () => {
  database = await freshDatabase();
  const db = await PostgresDb.open(settingsFor(database.url));
  app = await startApp({}, { database: { db, remove: async () => {} } });
  outside = postgres(database.url, { max: 1, onnotice: () => {} });
});

afterAll(async () => {
  await app.stop();
  await outside.end();
  await database.drop();
});

test("the notes of what was touched are deleted after ten minutes, and not before", async () => {
  await outside.unsafe(`insert into touches (scopes, at) values
    ('old', now() - interval '11 minutes'), ('recent', now() - interval '9 minutes')`);
  const pool = new PostgresPool(settingsFor(database.url));
  await new PostgresVersions(pool, new KnownTimeline()).forgetOld();
  await pool.close();
  const left = await outside.unsafe("select scopes from touches where scopes in ('old', 'recent')");
  expect(left.map(({ scopes }) => scopes)).toEqual(["recent"]);
});

test("the undo of a creation keeps a category that is not empty, until it is", async () => {
  const made = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Category" } });
  const categoryId = made.data.id;
  const { data: inside } = await app.api.createSubcategory({ params: { categoryId }, body: { name: "Inside" } });
  const undo = async () => (await app.api.undoChanges({ params: { changeSetId: setOf(made) } })).data;
  expect((await undo()).kept).toMatchObject([{ id: categoryId, reason: "has_content" }]);
  await app.api.deleteSubcategory({ params: { subcategoryId: inside.id } });
  expect((await undo()).kept).toEqual([]);
  await expect(app.api.getCategory({ params: { categoryId } })).rejects.toThrow("404");
});
