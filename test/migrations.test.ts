import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrate, migrations, NewerDatabase, schemaVersion } from "../server/db/migrate.ts";
import { sql } from "../server/db/sql.ts";
import { SqliteDb } from "../server/db/sqlite/sqlite.ts";
import { openDatabase } from "../server/db/sqlite/sqlite-file.ts";
import { faultsOf } from "../server/doctor/doctor.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const folder = temporaryFolder();

const dumpFile = new URL("../server/db/schema.sqlite.sql", import.meta.url).pathname;
const versions = migrations().map(({ version }) => version);
const newest = versions.at(-1) ?? 0;

/** All tables, indexes and triggers, as SQLite stores them. */
function dump(database: Database): string {
  const rows = database
    .query<{ sql: string }, []>(
      "select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by type desc, name",
    )
    .all();
  return `${rows.map((row) => `${row.sql};`).join("\n\n")}\n`;
}

function databaseAt(version: number, name = `from-${version}`): { file: string; database: Database } {
  const file = join(folder, `${name}.db`);
  const database = openDatabase(file);
  migrate(database, file, version);
  expect(schemaVersion(database)).toBe(version);
  return { file, database };
}

type Values = Record<string, string | number | Uint8Array | null>;
type Column = { name: string; type: string; notnull: number; dflt_value: string | null };

/** Inserts a row. Required columns that are not given get an empty value. */
function insert(database: Database, table: string, values: Values): void {
  const columns = database.query<Column, []>(`pragma table_info("${table}")`).all();
  const row: Values = {};
  for (const { name, type, notnull, dflt_value } of columns) {
    if (values[name] !== undefined) row[name] = values[name];
    else if (notnull && dflt_value === null)
      row[name] = type === "TEXT" ? "{}" : type === "BLOB" ? Buffer.from("{}") : 0;
  }
  const names = Object.keys(row);
  database
    .query(`insert into "${table}" (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`)
    .run(...Object.values(row));
}

const details = '{"badges":["new"],"simpleDescription":"short","description":[],"translations":{},"comments":[]}';

function insertCatalog(database: Database): void {
  insert(database, "projects", { key: 1, id: "shop", name: "shop", display_name: "Shop", active: 1 });
  insert(database, "categories", { key: 1, id: "category", project_key: 1, name: "Category", visible: 1, version: 1 });
  const subcategory = { category_key: 1, visible: 1, img: "", translations: "{}" };
  insert(database, "subcategories", {
    ...subcategory,
    key: 2,
    id: "parent",
    name: "Parent",
    child_count: 1,
    version: 2,
  });
  insert(database, "subcategories", {
    ...subcategory,
    key: 3,
    id: "leaf",
    parent_key: 2,
    name: "Лист",
    item_count: 1,
    version: 3,
  });
  insert(database, "items", {
    key: 4,
    id: "item",
    subcategory_key: 3,
    name: "Item",
    folded: "item",
    price: 0.1,
    currency: "USD",
    visible: 1,
    imgs: "[]",
    tags: "[]",
    details: Buffer.from(details),
    version: 4,
  });
}

const tablesOf = (database: Database) =>
  database
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => name);

const countOf = (database: Database, table: string) =>
  database.query<{ n: number }, []>(`select count(*) as n from "${table}"`).get()?.n;

test("migration numbers ascend without duplicates", () => {
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
});

describe("migration from every earlier version with data", () => {
  for (const version of versions) {
    test(`from version ${version}`, async () => {
      const { file, database } = databaseAt(version);
      insertCatalog(database);
      const counts = new Map(tablesOf(database).map((table) => [table, countOf(database, table)]));
      migrate(database, file);
      expect(schemaVersion(database)).toBe(newest);
      expect(dump(database)).toBe(dump(databaseAt(newest).database));
      for (const table of tablesOf(database)) {
        expect([table, countOf(database, table)]).toEqual([table, counts.get(table) ?? 0]);
      }
      database.close();

      const db = new SqliteDb(file);
      expect(await db.read(faultsOf)).toEqual([]);
      const item = await db.read((reader) => reader.get<Values>(sql`select * from items where id = 'item'`));
      expect(item).toMatchObject({ name: "Item", price: 0.1, version: 4 });
      await db.close();
    });
  }
});

test("notes of stale translations move into their rows, also in the trash", () => {
  const { file, database } = databaseAt(8, "notes");
  insertCatalog(database);
  insert(database, "trash_categories", { key: 11, id: "old-category" });
  insert(database, "trash_subcategories", { key: 12, id: "old-leaf" });
  insert(database, "trash_items", { key: 13, id: "old-item" });
  const note = (entity_key: number, language: string, field: string, original: unknown) =>
    insert(database, "stale_translations", { entity_key, language, field, original: JSON.stringify(original) });
  for (const key of [1, 3, 4, 11, 12, 13]) note(key, "ru", "name", `"Lamp" \\ ${key}`);
  note(4, "de", "description", [{ key: "Width", value: "1" }]);
  migrate(database, file);
  const staleOf = (table: string) =>
    database
      .query<{ key: number; stale: string }, []>(`select key, stale from ${table} order by key`)
      .all()
      .map(({ key, stale }) => [key, JSON.parse(stale)]);
  const named = (key: number) => [key, { "ru.name": `"Lamp" \\ ${key}` }];
  expect(staleOf("categories")).toEqual([named(1)]);
  expect(staleOf("subcategories")).toEqual([[2, {}], named(3)]);
  expect(staleOf("items")).toEqual([
    [4, { "ru.name": '"Lamp" \\ 4', "de.description": [{ key: "Width", value: "1" }] }],
  ]);
  for (const [table, key] of [
    ["trash_categories", 11],
    ["trash_subcategories", 12],
    ["trash_items", 13],
  ] as const) {
    expect(staleOf(table)).toEqual([named(key)]);
  }
  database.close();
});

test("comments that exist are open, also in the trash", () => {
  const { file, database } = databaseAt(14, "comments");
  insertCatalog(database);
  const withComments = (...ids: string[]) =>
    Buffer.from(JSON.stringify({ comments: ids.map((id) => ({ id, text: "\u0001", createdAt: `2026-01-0${id}` })) }));
  database.query("update items set details = ?").run(withComments("1", "2"));
  insert(database, "deletions", { seq: 9, project_key: 1 });
  insert(database, "trash_items", { key: 13, id: "old-item", deleted_by: 9, details: withComments("3") });
  migrate(database, file);
  expect(
    database
      .query("select item_key, comment_id, project_key, created_at, resolved_at from comment_states order by key")
      .values(),
  ).toEqual([
    [4, "1", 1, "2026-01-01", null],
    [4, "2", 1, "2026-01-02", null],
    [13, "3", 1, "2026-01-03", null],
  ]);
  database.close();
});

test("a second start has nothing to migrate", async () => {
  const file = join(folder, "twice.db");
  await new SqliteDb(file).close();
  const before = readFileSync(file);
  await new SqliteDb(file).close();
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("a database newer than the program is refused with a clear message, and not changed", () => {
  const { file, database } = databaseAt(newest);
  database.exec(`pragma user_version = ${newest + 1}`);
  database.close();
  expect(() => new SqliteDb(file)).toThrow(NewerDatabase);
  expect(() => new SqliteDb(file)).toThrow(
    `was written by a newer version of this program (schema ${newest + 1}; this one knows ${newest})`,
  );
  const again = new Database(file);
  expect(schemaVersion(again)).toBe(newest + 1);
  again.close();
});

test("the schema equals server/db/schema.sqlite.sql", () => {
  const schema = dump(openedFresh());
  if (process.env.UPDATE_SCHEMA === "1") writeFileSync(dumpFile, schema);
  expect(
    readFileSync(dumpFile, "utf8"),
    "After a new migration: UPDATE_SCHEMA=1 npx bun test test/migrations.test.ts",
  ).toBe(schema);
});

function openedFresh(): Database {
  const file = join(folder, "fresh.db");
  const database = openDatabase(file);
  migrate(database, file);
  return database;
}
