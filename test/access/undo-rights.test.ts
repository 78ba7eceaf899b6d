import { afterAll, beforeAll, expect, test } from "bun:test";
import type { UndoResult } from "../../contract/changes.ts";
import { callerOfHolder } from "../../server/access/stored-holder.sql.ts";
import { writeAs } from "../../server/access/write-as.ts";
import type { Db, Reader } from "../../server/db/db.ts";
import { sql } from "../../server/db/sql.ts";
import { UndoRequests } from "../../server/history/undo-requests.ts";
import { UndoRunner } from "../../server/history/undo-runner.ts";
import { mostUnfinishedOfOne } from "../../server/history/undos.sql.ts";
import { createLog } from "../../server/http/logger.ts";
import { replacing } from "../support/replacing.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { type AccessApp, type Caller, json, newShelf, problemOf, startAccessApp } from "./access-scenario.ts";

let app: AccessApp;

beforeAll(async () => {
  app = await startAccessApp();
});
afterAll(() => app.stop());

const setOf = (answer: Response): string => answer.headers.get("change-set") ?? "";

const undo = (caller: Caller, set: string, dryRun = false) =>
  caller.send(`/api/changes/${set}/undo${dryRun ? "?dryRun=true" : ""}`, { method: "POST" });

const addBeside = async (categoryId: string, id: string) =>
  (await app.admin.api.createSubcategory({ params: { categoryId }, body: { id, name: "Secret" } })).data.id;

const addItem = async (subcategoryId: string) =>
  (await app.admin.api.createItem({ params: { subcategoryId }, body: { name: "Hidden" } })).data.id;

test("an undo above a branch does not reveal its obstacles to a caller who sees only the branch", async () => {
  const mine = await newShelf(app.admin);
  const hidden = await addItem(await addBeside(mine.category, "beside-mine"));
  const deleted = await app.admin.send(`/api/categories/${mine.category}`, { method: "DELETE" });
  const restored = await undo(app.admin, setOf(deleted));
  await app.admin.send(`/api/items/${hidden}`, json("PATCH", { price: 777 }));
  for (const role of ["viewer", "editor"] as const) {
    const limited = await app.key({ role, project: "shop", subtree: mine.branch });
    for (const dryRun of [true, false]) {
      const answer = await undo(limited, setOf(restored), dryRun);
      expect(answer.status).toBe(403);
      expect(await answer.text()).not.toContain(hidden);
    }
  }
});

test("an undo cannot move a thing back to a parent that the caller cannot see, and reveals nothing about it", async () => {
  const mine = await newShelf(app.admin);
  const from = await addBeside(mine.category, "former-secret");
  const item = await addItem(from);
  const moved = await app.admin.send(`/api/items/${item}`, json("PATCH", { price: 9, subcategoryId: mine.leaf }));
  await app.admin.send(`/api/subcategories/${from}`, json("PATCH", { id: "present-secret" }));
  const editor = await app.key({ role: "editor", project: "shop", subtree: mine.branch });
  const alone = await undo(editor, setOf(moved), true);
  await app.admin.api.createNestedSubcategory({
    params: { parentSubcategoryId: "present-secret" },
    body: { name: "Full" },
  });
  const filled = await undo(editor, setOf(moved), true);
  for (const answer of [alone, filled]) {
    expect(answer.status).toBe(200);
    const result = (await answer.json()) as UndoResult;
    expect(JSON.stringify(result)).not.toContain("present-secret");
    expect(result.kept.map(({ field, reason }) => [field, reason])).toEqual([["subcategoryId", "parent_gone"]]);
    expect(result.undone.flatMap(({ fields }) => fields.map(({ field }) => field))).toEqual(["price"]);
  }
});

test("a caller who deleted their own branch can restore it; a viewer of it cannot", async () => {
  const mine = await newShelf(app.admin);
  for (const [subtree, path] of [
    [mine.branch, `/api/subcategories/${mine.branch}`],
    [mine.category, `/api/categories/${mine.category}`],
  ] as const) {
    const editor = await app.key({ role: "editor", project: "shop", subtree });
    const viewer = await app.key({ role: "viewer", project: "shop", subtree });
    const neighbour = await app.key({ role: "editor", project: "shop", subtree: (await newShelf(app.admin)).branch });
    const deleted = await editor.send(path, { method: "DELETE" });
    expect(deleted.status).toBe(204);
    expect((await problemOf(await undo(viewer, setOf(deleted)))).code).toBe("not_allowed");
    expect((await undo(neighbour, setOf(deleted))).status).toBe(404);
    const restored = await undo(editor, setOf(deleted));
    expect(restored.status).toBe(200);
    expect((await editor.send(path)).status).toBe(200);
  }
  expect(await app.doctor()).toEqual([]);
});

test("an undo restores what the trash shows to a caller who deleted their branch piece by piece", async () => {
  const mine = await newShelf(app.admin);
  const other = await addItem(mine.leaf);
  const editor = await app.key({ role: "editor", project: "shop", subtree: mine.branch });
  const set = `pieces${mine.item}`;
  const remove = (path: string) => editor.send(path, { method: "DELETE", headers: { "change-set": set } });
  for (const path of [
    `/api/items/${mine.item}`,
    `/api/subcategories/${mine.leaf}`,
    `/api/subcategories/${mine.branch}`,
  ])
    expect((await remove(path)).status).toBe(204);
  const trash = async (caller: Caller) =>
    (await caller.api.listTrash({ params: { projectId: "shop" } })).data.entries
      .filter(({ changeSetId }) => changeSetId === set)
      .map(({ id }) => id);
  expect(await trash(editor)).toEqual([mine.branch, mine.leaf, mine.item]);
  const neighbour = await app.key({ role: "editor", project: "shop", subtree: (await newShelf(app.admin)).branch });
  expect([await trash(neighbour), (await undo(neighbour, set)).status]).toEqual([[], 404]);
  for (const dryRun of [true, false]) {
    const answer = await undo(editor, set, dryRun);
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as UndoResult).kept).toEqual([]);
  }
  for (const id of [mine.item, other]) expect((await editor.send(`/api/items/${id}`)).status).toBe(200);
  expect(await app.doctor()).toEqual([]);
});

test("an undo that is refused in a later piece takes back the pieces before it", async () => {
  const mine = await newShelf(app.admin);
  const ids: string[] = [];
  for (let count = 0; count < 120; count++) ids.push(await addItem(mine.leaf));
  const headers = { "change-set": `refused${mine.item}` };
  const bulk = (data: object) => app.admin.api.bulkUpdateItems({ body: { itemIds: ids, data }, headers });
  await bulk({ price: 5 });
  await bulk({ translations: { ru: { name: "Имя" } } });
  const read = () => Promise.all(ids.map(async (id) => (await app.admin.send(`/api/items/${id}`)).json()));
  const before = await read();
  const translator = await app.key({ role: "translator", project: "shop", languages: ["ru"] });
  const key = { "idempotency-key": `refused-${mine.item}` };
  const ask = () => translator.send(`/api/changes/${headers["change-set"]}/undo`, { method: "POST", headers: key });
  expect((await problemOf(await ask())).code).toBe("not_allowed");
  expect(await read()).toEqual(before);
  const repeated = await ask();
  expect([repeated.status, repeated.headers.get("idempotency-replayed")]).toEqual([403, null]);
  expect(await read()).toEqual(before);
  expect((await undo(app.admin, headers["change-set"])).status).toBe(200);
  expect(await read()).not.toEqual(before);
  expect(await app.doctor()).toEqual([]);
});

test("an undo that is refused does not take back other undos of its change set", async () => {
  const mine = await newShelf(app.admin);
  const itemIds: string[] = [];
  for (let count = 0; count < 120; count++) itemIds.push(await addItem(mine.leaf));
  const translate = (name: string) =>
    app.admin.send(`/api/items/${mine.item}`, json("PATCH", { translations: { ru: { name } } }));
  await translate("Before");
  const small = setOf(await translate("After"));
  const headers = { "change-set": `refused${mine.item}` };
  const bulk = (data: object) => app.admin.api.bulkUpdateItems({ body: { itemIds, data }, headers });
  await bulk({ price: 5 });
  await bulk({ translations: { ru: { name: "Имя" } } });
  const translator = await app.key({ role: "translator", project: "shop", languages: ["ru"] });
  const shared = { "change-set": `undone${mine.item}` };
  const undoShared = (set: string) => translator.send(`/api/changes/${set}/undo`, { method: "POST", headers: shared });
  expect((await undoShared(small)).status).toBe(200);
  expect((await undoShared(headers["change-set"])).status).toBe(403);
  const read = async (id = "") => (await app.admin.api.getItem({ params: { itemId: id } })).data;
  expect((await read(mine.item)).translations.ru?.name).toBe("Before");
  expect(await read(itemIds[0])).toMatchObject({ price: 5, translations: { ru: { name: "Имя" } } });
});

test.each([
  [
    "loses its grants",
    404,
    (id: string) =>
      sql`delete from grants where holder_kind = 'key' and holder_key = (select key from api_keys where id = ${id})`,
  ],
  ["expires", 403, (id: string) => sql`update api_keys set expires_at = 1 where id = ${id}`],
])("an undo whose key %s on the way takes back what it did", async (_name, status, endAccess) => {
  const mine = await newShelf(app.admin);
  const itemIds: string[] = [];
  for (let count = 0; count < 300; count++) itemIds.push(await addItem(mine.leaf));
  const set = setOf(await app.admin.send("/api/items/bulk", json("PATCH", { itemIds, data: { price: 5 } })));
  const neighbour = await app.key({ role: "editor", project: "shop", subtree: (await newShelf(app.admin)).branch });
  const undoOfSet = () =>
    app.db.read((reader) =>
      reader.get<{ undone: number; state: string }>(sql`select undone, state from undos where change_set = ${set}`),
    );
  expect((await undo(neighbour, set)).status).toBe(404);
  expect(await undoOfSet()).toBeUndefined();

  const editor = await app.key({ role: "editor", project: "shop", subtree: mine.branch });
  const refused = undo(editor, set);
  await until(async () => ((await undoOfSet())?.undone ?? 0) > 0, "a piece is undone");
  await app.db.write((tx) => tx.run(endAccess(editor.id)));
  expect((await refused).status).toBe(status);
  expect((await undoOfSet())?.state).toBe("over");
  const prices = await app.db.read((reader) =>
    reader.all(sql`select distinct price from items where subcategory_key =
      (select key from subcategories where id = ${mine.leaf}) and id <> ${mine.item}`),
  );
  expect(prices).toEqual([{ price: 5 }]);
  expect(await app.doctor()).toEqual([]);
});

test("the undos of one person that are under way hold up none of somebody else", async () => {
  const mine = await newShelf(app.admin);
  const itemIds: string[] = [];
  for (let count = 0; count < 60; count++) itemIds.push(await addItem(mine.leaf));
  const set = setOf(await app.admin.send("/api/items/bulk", json("PATCH", { itemIds, data: { price: 5 } })));
  const [busy, other] = [await app.key({ role: "admin" }), await app.key({ role: "admin" })];
  // Another node has them.
  await app.db.write((tx) =>
    tx.run(
      sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${mostUnfinishedOfOne})
        insert into undos (id, change_set, source, project_key, actor, holder_kind, holder_key, request, state, above, below,
          undone, kept, changed_at, result, problem, lease_owner, lease_term, lease_beat, lease_until)
        select 'busy-' || n, 'elsewhere', '{"set":"elsewhere"}', 1, 'busy', 'key', k.key, '', 'running', 0, 0, 0, 0, 0, '', '',
          'another', 1, 0, 1 from numbers, api_keys k where k.id = ${busy.id}`,
    ),
  );
  const refused = await undo(busy, set);
  expect([refused.status, (await problemOf(refused)).code]).toEqual([429, "rate_limited"]);
  expect((await undo(other, set)).status).toBe(200);
  await app.db.write((tx) => tx.run(sql`delete from undos where actor = 'busy'`));
});

test("an undo that is checked for a caller who may not do everything lets others have their turns", async () => {
  const mine = await newShelf(app.admin);
  const set = `turns${mine.item}`;
  await app.db.write((tx) =>
    tx.run(
      sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 5000)
        insert into changes (set_id, project_key, kind, action, entity_key, entity_id, actor, at, before, after)
        select ${set}, 1, 'item', 'update', i.key, i.id, 'someone', 0, '{"price":1}', '{"price":2}' from numbers, items i
        where i.id = ${mine.item}`,
    ),
  );
  const { id } = await app.key({ role: "editor", project: "shop", subtree: mine.branch });
  const caller = await app.db.read(async (reader) => {
    const row = await reader.get<{ key: number }>(sql`select key from api_keys where id = ${id}`);
    return callerOfHolder(reader, { holder_kind: "key", holder_key: row?.key ?? 0 });
  });
  if (!caller) throw new Error("The key has no holder.");
  /** The reads since others had their turn, and the most of these. */
  let reads = 0;
  let most = 0;
  const read: Db["read"] = (work) =>
    app.db.read((reader) => {
      const get: Reader["get"] = (query) => {
        reads++;
        return reader.get(query);
      };
      return work(replacing(reader, { get }));
    });
  const db = replacing(app.db, { read });
  const runner = new UndoRunner(db, createLog("silent"), new TestClock(), 0);
  let isOver = false;
  const count = () => {
    most = Math.max(most, reads);
    reads = 0;
    if (!isOver) setImmediate(count);
  };
  count();
  const author = { actor: "someone", set: `undo-${set}`, at: Date.now(), caller };
  const asked = { name: set, author, caller, who: "someone", request: "", keepOpen: () => {} };
  const { signal } = new AbortController();
  await new UndoRequests(db, runner, 0).undo({ ...asked, signal }, (work) => writeAs(app.db, caller, work));
  isOver = true;
  await runner.close();
  // All of them are 10,000.
  expect(most).toBeLessThan(9_000);
});
