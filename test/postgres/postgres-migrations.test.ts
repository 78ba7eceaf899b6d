import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres, { type Sql } from "postgres";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";
import { makeOldTables } from "./old-tables.ts";

let database: FreshDatabase;
let outside: Sql;

beforeAll(async () => {
  database = await freshDatabase();
  outside = postgres(database.url, { max: 1, onnotice: () => {} });
});

afterAll(async () => {
  await outside.end();
  await database.drop();
});

test("notes of stale translations move into their rows, also in the trash", async () => {
  await makeOldTables(outside, 8);
  const node = "name, visible, priority, img, translations, version";
  const ofNode = "'Lamp 2', 1, 0, '', '{}', 1";
  const item = "key, id, subcategory_key, priority, visible, name, folded, quantity, price, discount, currency, imgs";
  const ofItem = "2, 0, 1, 'Lamp 2', 'lamp 2', 0, 0, 0, 'USD', '[]', '[]', '{}', 1";
  await outside.unsafe(`
    insert into projects (key, id, name, display_name, active, logo_url) values (1, 'old', 'old', 'Old', 1, '');
    insert into categories (key, id, project_key, ${node}) values (1, 'category', 1, ${ofNode});
    insert into subcategories (key, id, category_key, ${node}, item_count) values (2, 'leaf', 1, ${ofNode}, 2);
    insert into items (${item}, tags, details, version) values (3, 'noted', ${ofItem}), (4, 'plain', ${ofItem});
    insert into trash_items (${item}, tags, details, version, deleted_by) values (5, 'deleted', ${ofItem}, 1)`);
  const original = '"Lamp" \\ 1';
  for (const key of [1, 2, 3, 5]) {
    await outside`insert into stale_translations (entity_key, language, field, original)
      values (${key}, 'ru', 'name', ${JSON.stringify(original)})`;
  }
  await outside`insert into stale_translations (entity_key, language, field, original)
    values (3, 'de', 'description', '[{"key":"Width","value":"1"}]')`;
  await (await PostgresDb.open(settingsFor(database.url))).close();
  const rows = await outside`select id, stale from categories union all select id, stale from subcategories
    union all select id, stale from items union all select id, stale from trash_items`;
  expect(Object.fromEntries(rows.map(({ id, stale }) => [id, JSON.parse(stale)]))).toEqual({
    category: { "ru.name": original },
    leaf: { "ru.name": original },
    noted: { "ru.name": original, "de.description": [{ key: "Width", value: "1" }] },
    plain: {},
    deleted: { "ru.name": original },
  });
});

test("comments that exist are open, also in the trash", async () => {
  await makeOldTables(outside, 14);
  const node = "name, visible, priority, img, translations, version";
  const ofNode = "'Lamp', 1, 0, '', '{}', 1";
  const item = "key, id, subcategory_key, priority, visible, name, folded, quantity, price, discount, currency, imgs";
  const ofItem = "2, 0, 1, 'Lamp', 'lamp', 0, 0, 0, 'USD', '[]', '[]'";
  const details = (id: string) => `{"comments":[{"id":"${id}","text":"Ёж \\u0001","createdAt":"2026-01-0${id}"}]}`;
  await outside.unsafe(`
    insert into projects (key, id, name, display_name, active, logo_url) values (1, 'old', 'old', 'Old', 1, '');
    insert into categories (key, id, project_key, ${node}) values (1, 'category', 1, ${ofNode});
    insert into subcategories (key, id, category_key, ${node}, item_count) values (2, 'leaf', 1, ${ofNode}, 2);
    insert into deletions (seq, set_id, project_key, kind, entity_key, id, name, actor, at, subcategories, items)
      values (9, 'set', 1, 'item', 5, 'gone', 'Gone', 'test', 0, 0, 0);
    insert into items (${item}, tags, details, version)
      values (3, 'noted', ${ofItem}, convert_to('${details("1")}', 'UTF8'), 1), (4, 'plain', ${ofItem}, '{}', 1);
    insert into trash_items (${item}, tags, details, version, deleted_by)
      values (5, 'deleted', ${ofItem}, convert_to('${details("2")}', 'UTF8'), 1, 9)`);
  await (await PostgresDb.open(settingsFor(database.url))).close();
  const rows = await outside`select item_key, comment_id, project_key, created_at from comment_states order by key`;
  expect(
    rows.map(({ item_key, comment_id, project_key, created_at }) => [
      Number(item_key),
      comment_id,
      Number(project_key),
      created_at,
    ]),
  ).toEqual([
    [3, "1", 1, "2026-01-01"],
    [5, "2", 1, "2026-01-02"],
  ]);
});
