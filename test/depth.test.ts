import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type CatalogClient, createClient } from "../contract/client.ts";
import { sql } from "../server/db/sql.ts";
import { SqliteDb } from "../server/db/sqlite/sqlite.ts";
import { faultsOf } from "../server/doctor/doctor.ts";
import { insertProject } from "../server/projects/projects.sql.ts";
import { createInSubcategory } from "../server/tree/subcategories.sql.ts";
import { type Service, startService } from "./support/start-service.ts";

const levels = 100_000;
/** The deepest levels are created over HTTP, as by an editor. */
const overHttp = 100;
const perTransaction = 20_000;

let service: Service;
let api: CatalogClient;
let db: SqliteDb;
let categoryId: string;
let otherId: string;

const idOf = (level: number) => `level-${level}`;

beforeAll(async () => {
  service = await startService({ LOG_LEVEL: "silent" });
  api = createClient(service.url);
  db = new SqliteDb(join(service.dataDir, "catalog.db"));
  await db.write((tx) => insertProject(tx, "deep", "deep", "Deep"));
  const params = { projectId: "deep" };
  categoryId = (await api.createCategory({ params, body: { name: "Deep" } })).data.id;
  otherId = (await api.createCategory({ params, body: { name: "Other" } })).data.id;
  await api.createSubcategory({ params: { categoryId }, body: { id: idOf(1), name: "Level 1" } });
});

afterAll(async () => {
  await db.close();
  await service.stop();
});

test(`a chain of ${levels} subcategories is created`, async () => {
  const author = { actor: "test", set: "test", at: 0 };
  for (let start = 2; start <= levels - overHttp; start += perTransaction) {
    const end = Math.min(start + perTransaction - 1, levels - overHttp);
    await db.write(async (tx) => {
      for (let level = start; level <= end; level++) {
        await createInSubcategory(tx, idOf(level - 1), { id: idOf(level), name: `Level ${level}` }, author);
      }
    });
  }
  for (let level = levels - overHttp + 1; level <= levels; level++) {
    const { data } = await api.createNestedSubcategory({
      params: { parentSubcategoryId: idOf(level - 1) },
      body: { id: idOf(level), name: `Level ${level}` },
    });
    expect(data.categoryId).toBe(categoryId);
  }
  expect(
    (await api.createItem({ params: { subcategoryId: idOf(levels) }, body: { name: "At the bottom" } })).status,
  ).toBe(201);
});

/** The ids in nesting order, read from the text: JSON.parse may not reach the deepest level. */
async function nestedIds(path: string): Promise<string[]> {
  const response = await fetch(service.url + path);
  expect(response.status).toBe(200);
  const text = await response.text();
  const ids = Array.from(text.matchAll(/\{"id":"([^"]+)"/g), ([, id]) => id as string);
  const end = text.slice(text.lastIndexOf('"subcategories":[') + '"subcategories":['.length);
  expect(end.replaceAll("]}", ""), "every level is closed, with nothing in between").toBe("");
  expect(end.length).toBe(ids.length * 2);
  return ids;
}

const chain = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => idOf(from + index));

test("it is read in one GET", async () => {
  expect(await nestedIds(`/api/categories/${categoryId}`)).toEqual([categoryId, ...chain(1, levels)]);
  expect(await nestedIds(`/api/subcategories/${idOf(levels / 2)}`)).toEqual(chain(levels / 2, levels));
  const shallow = await api.getCategory({ params: { categoryId }, query: { depth: 2 } });
  expect(shallow.data.subcategories[0]?.subcategories[0]?.subcategories).toEqual([]);
});

test("renaming a level in the middle does not change the levels below", async () => {
  const middle = levels / 2;
  const [log] = await db.read((reader) => reader.all<{ last: number }>(sql`select max(seq) as last from changes`));
  const renamed = await api.updateSubcategory({
    params: { subcategoryId: idOf(middle) },
    query: { depth: 0 },
    body: { id: "the-middle", name: "The middle" },
  });
  expect(renamed.data.parentId).toBe(idOf(middle - 1));
  const written = await db.read((reader) =>
    reader.all<{ id: string }>(sql`select id from subcategories where version > ${log?.last ?? 0}`),
  );
  expect(written).toEqual([{ id: "the-middle" }]);
  const child = await api.getSubcategory({ params: { subcategoryId: idOf(middle + 1) }, query: { depth: 0 } });
  expect(child.data.parentId).toBe("the-middle");
  const whole = await nestedIds(`/api/categories/${categoryId}`);
  expect(whole[middle]).toBe("the-middle");
  await api.updateSubcategory({
    params: { subcategoryId: "the-middle" },
    query: { depth: 0 },
    body: { id: idOf(middle) },
  });
});

test("half of it can be moved to another category and back", async () => {
  const middle = levels / 2;
  const move = (parentId: string) =>
    api.updateSubcategory({ params: { subcategoryId: idOf(middle) }, query: { depth: 0 }, body: { parentId } });
  expect((await move(otherId)).data).toMatchObject({ parentId: otherId, categoryId: otherId });
  const bottom = await api.getSubcategory({ params: { subcategoryId: idOf(levels) } });
  expect(bottom.data.categoryId).toBe(otherId);
  expect(await nestedIds(`/api/categories/${otherId}`)).toEqual([otherId, ...chain(middle, levels)]);
  expect(await nestedIds(`/api/categories/${categoryId}`)).toEqual([categoryId, ...chain(1, middle - 1)]);
  expect((await move(idOf(middle - 1))).data.categoryId).toBe(categoryId);
  expect(await nestedIds(`/api/categories/${categoryId}`)).toEqual([categoryId, ...chain(1, levels)]);
});

test("a move under its own deepest descendant is refused", async () => {
  await api.deleteItem({
    params: { itemId: (await api.listItems({ params: { subcategoryId: idOf(levels) } })).data.items[0]?.id ?? "" },
  });
  const refused = api.updateSubcategory({
    params: { subcategoryId: idOf(1) },
    query: { depth: 0 },
    body: { parentId: idOf(levels) },
  });
  await expect(refused).rejects.toMatchObject({ status: 400, problem: { code: "move_not_possible" } });
  expect(await db.read(faultsOf)).toEqual([]);
});

test("all but the top is deleted with one request", async () => {
  const deleted = await api.deleteSubcategory({ params: { subcategoryId: idOf(2) } });
  expect(deleted.status).toBe(204);
  expect((await api.getCategory({ params: { categoryId } })).data.subcategories).toMatchObject([
    { id: idOf(1), subcategories: [] },
  ]);
  await expect(api.getSubcategory({ params: { subcategoryId: idOf(levels) } })).rejects.toMatchObject({ status: 404 });
  expect(await db.read(faultsOf)).toEqual([]);
});
