import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import type { UndoResult } from "../../contract/changes.ts";
import type { CatalogError } from "../../contract/client.ts";
import { composed, sql } from "../../server/db/sql.ts";
import { undoChanges } from "../../server/history/undo.sql.ts";
import { pieceBelow, top } from "../../server/history/undoable.sql.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { setOf } from "./history-scenario.ts";

const dayMs = 86_400_000;
let time = Date.parse("2026-03-01T10:00:00Z");
let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { now: () => time });
});
afterAll(() => app.stop());

let counter = 0;
let category: string;
let leaf: string;

beforeEach(async () => {
  const created = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Category" } });
  category = created.data.id;
  leaf = `leaf-${++counter}`;
  await subcategory(leaf);
});

const subcategory = (id: string, body = {}) =>
  app.api.createSubcategory({ params: { categoryId: category }, body: { id, name: id, ...body } });
const nested = (parentSubcategoryId: string, id: string) =>
  app.api.createNestedSubcategory({ params: { parentSubcategoryId }, body: { id, name: id } });
const item = async (body = {}, subcategoryId = leaf) =>
  (await app.api.createItem({ params: { subcategoryId }, body: { name: "Item", ...body } })).data.id;
const patch = (itemId: string, body: Record<string, unknown>) => app.api.updateItem({ params: { itemId }, body });
const read = async (itemId: string) => (await app.api.getItem({ params: { itemId } })).data;
const undo = async (changeSetId: string, dryRun = false): Promise<UndoResult> =>
  (await app.api.undoChanges({ params: { changeSetId }, query: { dryRun } })).data;
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: CatalogError) => error.problem,
  );

describe("an edit", () => {
  test("is undone field by field; fields that were changed again since stay and are listed", async () => {
    const id = await item({ price: 10, quantity: 1 });
    const edit = await patch(id, { price: 20, quantity: 2, tags: ["new"] });
    time += 60_000;
    await patch(id, { price: 30 });
    const at = new Date(time).toISOString();
    const result = await undo(setOf(edit));
    expect(await read(id)).toMatchObject({ price: 30, quantity: 1, tags: [] });
    expect(result.undone).toMatchObject([{ kind: "item", id, action: "update" }]);
    expect(result.undone[0]?.fields.map(({ field, before, after }) => [field, before, after])).toEqual([
      ["quantity", 2, 1],
      ["tags", ["new"], []],
    ]);
    expect(result.kept).toEqual([
      {
        kind: "item",
        id,
        name: "Item",
        field: "price",
        reason: "changed_since",
        now: 30,
        actor: "anonymous",
        at,
        detail: "price was changed since.",
      },
    ]);
  });

  test("a dry run shows the same and writes nothing", async () => {
    const id = await item({ price: 10 });
    const set = setOf(await patch(id, { price: 20 }));
    const shown = await undo(set, true);
    expect(shown).toMatchObject({ changeSetId: null, dryRun: true });
    expect(await read(id)).toMatchObject({ price: 20 });
    const done = await undo(set);
    expect(done.undone).toEqual(shown.undone);
    expect(done.changeSetId).toBeString();
  });

  test("is undone only once, and the undo can be undone", async () => {
    const id = await item({ price: 10 });
    const set = setOf(await patch(id, { price: 20 }));
    const { changeSetId } = await undo(set);
    expect(await undo(set)).toMatchObject({ changeSetId: null, undone: [], kept: [] });
    await undo(changeSetId as string);
    expect(await read(id)).toMatchObject({ price: 20 });
  });

  test("comments and translations are undone one by one", async () => {
    const id = await item();
    const first = await app.api.createComment({ params: { itemId: id }, body: { text: "first" } });
    await app.api.createComment({ params: { itemId: id }, body: { text: "second" } });
    const body = { translations: { ru: { name: "Имя" } } };
    const translated = await app.api.updateItem({ params: { itemId: id }, body, merge: true });
    await app.api.updateItem({ params: { itemId: id }, body: { translations: { de: { name: "Name" } } }, merge: true });
    await undo(setOf(first));
    await undo(setOf(translated));
    const now = await read(id);
    expect(now.comments.map(({ text }) => text)).toEqual(["second"]);
    expect(now.translations).toEqual({ de: { name: "Name" } });
  });

  test("of something deleted since is not undone, and the answer says who deleted it", async () => {
    const id = await item();
    const set = setOf(await patch(id, { price: 20 }));
    await app.api.deleteItem({ params: { itemId: id } });
    expect((await undo(set)).kept).toMatchObject([{ id, reason: "deleted_since", actor: "anonymous" }]);
  });

  test("an unknown change set is a 404", async () => {
    expect(await problemOf(undo("nothing"))).toMatchObject({ status: 404, code: "not_found" });
    expect(await problemOf(undo("no..thing"))).toMatchObject({ status: 404, code: "not_found" });
  });
});

describe("bulk edits, moves and ids", () => {
  test("a bulk edit is undone as a whole", async () => {
    const itemIds = [await item({ price: 1 }), await item({ price: 2 }), await item({ price: 3 })];
    const bulk = await app.api.bulkUpdateItems({ body: { itemIds, data: { price: 9 } } });
    await patch(itemIds[1] as string, { price: 8 });
    const result = await undo(setOf(bulk));
    expect(result.kept).toMatchObject([{ id: itemIds[1], field: "price", now: 8 }]);
    expect(await Promise.all(itemIds.map(async (id) => (await read(id)).price))).toEqual([1, 8, 3]);
  });

  test("a move is undone, even if the old parent has a new id", async () => {
    const id = await item();
    await subcategory(`${leaf}-other`);
    const move = await patch(id, { subcategoryId: `${leaf}-other` });
    await app.api.updateSubcategory({ params: { subcategoryId: leaf }, body: { id: `${leaf}-renamed` } });
    await subcategory(leaf);
    await undo(setOf(move));
    expect((await read(id)).subcategoryId).toBe(`${leaf}-renamed`);
    expect(await app.doctor()).toEqual([]);
  });

  test("a move is not undone if the old parent cannot hold the thing any more", async () => {
    const id = await item();
    await subcategory(`${leaf}-other`);
    const move = await patch(id, { subcategoryId: `${leaf}-other` });
    await nested(leaf, `${leaf}-child`);
    const { kept } = await undo(setOf(move));
    expect(kept).toMatchObject([{ id, field: "subcategoryId", reason: "parent_holds_subcategories" }]);
  });

  test("an undo never moves a subcategory below itself", async () => {
    await subcategory(`${leaf}-a`);
    await subcategory(`${leaf}-b`);
    const params = { subcategoryId: `${leaf}-b` };
    await app.api.updateSubcategory({ params, body: { parentId: `${leaf}-a` } });
    const out = await app.api.updateSubcategory({ params, body: { parentId: category } });
    await app.api.updateSubcategory({ params: { subcategoryId: `${leaf}-a` }, body: { parentId: `${leaf}-b` } });
    expect((await undo(setOf(out))).kept).toMatchObject([{ reason: "below_itself" }]);
    expect(await app.doctor()).toEqual([]);
  });

  test("an old id that is taken is not restored", async () => {
    const change = await app.api.updateSubcategory({ params: { subcategoryId: leaf }, body: { id: `${leaf}-new` } });
    await subcategory(leaf);
    expect((await undo(setOf(change))).kept).toMatchObject([{ field: "id", reason: "id_taken" }]);
  });
});

describe("several requests of one set", () => {
  const headers = () => ({ "change-set": `together${String(counter).padStart(6, "0")}` });
  const change = (subcategoryId: string, body: object) =>
    app.api.updateSubcategory({ params: { subcategoryId }, body, headers: headers() });
  const treeOf = async () => (await app.api.getCategory({ params: { categoryId: category } })).data;

  test("a move is undone after its old parent is restored, even if the thing was edited later", async () => {
    await nested(`${leaf}`, `${leaf}-moved`);
    await subcategory(`${leaf}-new`);
    const before = await treeOf();
    await change(`${leaf}-moved`, { parentId: `${leaf}-new`, name: "Once" });
    await app.api.deleteSubcategory({ params: { subcategoryId: leaf }, headers: headers() });
    await change(`${leaf}-moved`, { name: "Twice" });
    const after = await treeOf();
    const { changeSetId, kept } = await undo(headers()["change-set"]);
    expect(kept).toEqual([]);
    expect(await treeOf()).toEqual(before);
    expect((await undo(changeSetId as string)).kept).toEqual([]);
    expect(await treeOf()).toEqual(after);
  });

  test("an id is restored after the thing that took it has released it", async () => {
    await subcategory(`${leaf}-other`);
    const before = await treeOf();
    await change(leaf, { id: `${leaf}-free` });
    await change(`${leaf}-other`, { id: leaf });
    await change(`${leaf}-free`, { name: "Named" });
    expect((await undo(headers()["change-set"])).kept).toEqual([]);
    expect(await treeOf()).toEqual(before);
  });

  test("a field that someone else changed since is listed once", async () => {
    await subcategory(`${leaf}-new`);
    await nested(`${leaf}`, `${leaf}-moved`);
    await change(`${leaf}-moved`, { parentId: `${leaf}-new`, name: "Once" });
    await change(leaf, { id: `${leaf}-free` });
    await change(`${leaf}-moved`, { name: "Twice" });
    await app.api.updateSubcategory({ params: { subcategoryId: `${leaf}-moved` }, body: { name: "Theirs" } });
    const { kept } = await undo(headers()["change-set"]);
    expect(kept).toMatchObject([{ id: `${leaf}-moved`, field: "name", now: "Theirs" }]);
  });
});

describe("many items", () => {
  /** The statements, without the entries of the log, with which an undo writes. */
  async function statementsOf(set: string, author: { set: string }): Promise<number> {
    return app.db.write(async (tx) => {
      const { changes } = await pieceBelow(tx, { set }, top);
      const ran = spyOn(tx, "run");
      await undoChanges(
        tx,
        set,
        changes,
        { actor: "someone", at: time, ...author },
        { trashMs: dayMs, ownAbove: top, source: { set } },
      );
      const count = ran.mock.calls.length;
      ran.mockRestore();
      return count;
    });
  }

  async function deleted(count: number): Promise<string> {
    const body = { itemIds: await Promise.all(Array.from({ length: count }, () => item())) };
    return setOf(await app.api.bulkDeleteItems({ body }));
  }

  test("are restored, and deleted again, with as many statements as a few", async () => {
    const [few, many] = [await deleted(3), await deleted(30)];
    const restoring = await statementsOf(few, { set: "undo-few" });
    expect(await statementsOf(many, { set: "undo-many" })).toBe(restoring);
    expect((await app.api.getSubcategory({ params: { subcategoryId: leaf } })).data.itemCount).toBe(33);
    const deleting = await statementsOf("undo-few", { set: "undo-undo-few" });
    expect(await statementsOf("undo-many", { set: "undo-undo-many" })).toBe(deleting);
    expect((await app.api.getSubcategory({ params: { subcategoryId: leaf } })).data.itemCount).toBe(0);
    expect(await app.doctor()).toEqual([]);
  });

  test("of one key come back as far as the key is free", async () => {
    const headers = { "change-set": `onekey${String(counter).padStart(8, "0")}` };
    const make = async () =>
      (
        await app.api.createItem({
          params: { subcategoryId: leaf },
          body: { name: "Item" },
          headers: { "item-key": `K${counter}` },
        })
      ).data.id;
    const remove = (itemId: string) => app.api.deleteItem({ params: { itemId }, headers });
    const older = await make();
    await remove(older);
    const newer = await make();
    await remove(newer);
    await remove(await item());
    const { undone, kept } = await undo(headers["change-set"]);
    expect(undone.map(({ action }) => action)).toEqual(["restore", "restore", "restore"]);
    expect(kept).toMatchObject([{ id: older, field: "key", reason: "key_taken" }]);
    expect(await app.doctor()).toEqual([]);
  });
});

describe("what was created", () => {
  test("is deleted again, unless someone has edited it", async () => {
    const made = await app.api.createItem({ params: { subcategoryId: leaf }, body: { name: "Item" } });
    await patch(made.data.id, { price: 5 });
    const kept = await undo(setOf(made));
    expect(kept).toMatchObject({ undone: [], kept: [{ field: "price", now: 5, reason: "changed_since" }] });
    const filled = await subcategory(`${leaf}-filled`);
    await item({}, `${leaf}-filled`);
    expect((await undo(setOf(filled))).kept).toMatchObject([{ reason: "has_content" }]);
    const empty = await subcategory(`${leaf}-empty`);
    expect((await undo(setOf(empty))).undone).toMatchObject([{ action: "delete" }]);
  });

  test("of several new items, those that nobody has edited are deleted, and one undo restores them", async () => {
    const headers = { "change-set": `several${String(counter).padStart(6, "0")}` };
    const make = async (name: string, subcategoryId = leaf) =>
      (await app.api.createItem({ params: { subcategoryId }, body: { name }, headers })).data.id;
    await subcategory(`${leaf}-other`);
    const ids = [await make("One"), await make("Two"), await make("Three", `${leaf}-other`)];
    await patch(ids[1] as string, { price: 5 });
    const { changeSetId, undone, kept } = await undo(headers["change-set"]);
    expect(undone.map(({ name, action }) => `${name} ${action}`).sort()).toEqual(["One delete", "Three delete"]);
    expect(kept).toMatchObject([{ id: ids[1], field: "price", now: 5, reason: "changed_since" }]);
    const counts = async () =>
      Promise.all(
        [leaf, `${leaf}-other`].map(
          async (subcategoryId) => (await app.api.getSubcategory({ params: { subcategoryId } })).data.itemCount,
        ),
      );
    expect(await counts()).toEqual([1, 0]);
    expect((await undo(changeSetId as string)).kept).toEqual([]);
    expect(await counts()).toEqual([2, 1]);
    expect(await read(ids[2] as string)).toMatchObject({ id: ids[2], name: "Three" });
  });
});

describe("the trash", () => {
  const trash = async () => (await app.api.listTrash({ params: { projectId: "shop" } })).data.entries;

  test("restores a whole branch: subcategories, items, comments, order and counts", async () => {
    const id = await item();
    await app.api.createComment({ params: { itemId: id }, body: { text: "kept" } });
    await subcategory(`${leaf}-second`, { priority: -1 });
    const url = `${app.url}/api/categories/${category}`;
    const before = await (await fetch(url)).text();
    const deletion = await app.api.deleteCategory({ params: { categoryId: category } });
    expect((await problemOf(read(id))).deleted).toMatchObject({ changeSetId: setOf(deletion) });
    expect((await trash())[0]).toEqual({
      changeSetId: setOf(deletion),
      kind: "category",
      id: category,
      name: "Category",
      actor: "anonymous",
      deletedAt: new Date(time).toISOString(),
      restorableUntil: new Date(time + 30 * dayMs).toISOString(),
      subcategories: 2,
      items: 1,
    });
    const result = await undo(setOf(deletion));
    expect(result.undone).toMatchObject([{ action: "restore", subcategories: 2, items: 1 }]);
    expect(await (await fetch(url)).text()).toBe(before);
    expect((await read(id)).comments).toMatchObject([{ text: "kept" }]);
    expect((await trash()).map(({ changeSetId }) => changeSetId)).not.toContain(setOf(deletion));
    expect(await app.doctor()).toEqual([]);
  });

  test("deleted rows are in no table of the catalog", async () => {
    const id = await item();
    await app.api.deleteCategory({ params: { categoryId: category } });
    const found = await app.db.read(async (reader) =>
      reader.get({ text: "select key from items where id = ?", values: [id] }),
    );
    expect(found).toBeUndefined();
  });

  test("a branch whose id is taken stays deleted and can be restored later; nothing is lost when that is undone", async () => {
    await nested(leaf, `${leaf}-taken`);
    await nested(`${leaf}-taken`, `${leaf}-below`);
    const id = await item({}, `${leaf}-below`);
    await nested(leaf, `${leaf}-free`);
    const deletion = await app.api.deleteSubcategory({ params: { subcategoryId: leaf } });
    const taker = await subcategory(`${leaf}-taken`);
    const first = await undo(setOf(deletion));
    expect(first.undone).toMatchObject([{ id: leaf, action: "restore", subcategories: 1, items: 0 }]);
    expect(first.kept).toMatchObject([{ id: `${leaf}-taken`, reason: "id_taken" }]);
    expect(await app.doctor()).toEqual([]);

    await undo(first.changeSetId as string);
    await undo(setOf(taker));
    const second = await undo(setOf(deletion));
    expect(second.kept).toEqual([]);
    expect((await read(id)).subcategoryId).toBe(`${leaf}-below`);
    expect(await app.doctor()).toEqual([]);

    const again = await app.api.deleteSubcategory({ params: { subcategoryId: leaf } });
    const taker2 = await subcategory(`${leaf}-taken`);
    await undo(setOf(again));
    await app.api.deleteSubcategory({ params: { subcategoryId: taker2.data.id } });
    expect((await undo(setOf(again))).undone).toMatchObject([{ id: `${leaf}-taken`, subcategories: 1, items: 1 }]);
    expect((await read(id)).subcategoryId).toBe(`${leaf}-below`);
    expect(await app.doctor()).toEqual([]);
  });

  test("a tree of thousands of levels is restored", async () => {
    const levels = app.db.engine === "sqlite" ? 20_000 : 2_000;
    // Created with one statement, with keys that no other row gets: one by one takes longer than all the rest.
    const firstKey = 1_000_000_000;
    await app.db.write(async (tx) => {
      await tx.run(
        composed(
          `insert into subcategories (key, id, category_key, parent_key, name, visible, priority, img, translations,
              child_count, version)
            with recursive levels (level) as (select 0 union all select level + 1 from levels where level + 1 < ?)
            select ? + level, id || '.' || level, category_key, case level when 0 then key else ? + level - 1 end,
              'Level', 1, 0, '', '{}', case level + 1 when ? then 0 else 1 end, version
              from levels cross join subcategories where id = ?`,
          [levels, firstKey, firstKey, levels, leaf],
        ),
      );
      await tx.run(sql`update subcategories set child_count = 1 where id = ${leaf}`);
    });
    const deletion = await app.api.deleteSubcategory({ params: { subcategoryId: leaf } });
    const { undone } = await undo(setOf(deletion));
    expect(undone).toMatchObject([{ id: leaf, action: "restore", subcategories: levels }]);
    const { ids } = (await app.api.resolveAddress({ query: { path: `/${category}/${leaf}.${levels - 1}` } })).data;
    expect(ids).toHaveLength(levels + 2);
    // The doctor of later tests would follow every level.
    await app.api.deleteSubcategory({ params: { subcategoryId: leaf } });
  });

  test("a thing whose parent was deleted later can only be restored after its parent", async () => {
    const id = await item();
    const inner = await app.api.deleteItem({ params: { itemId: id } });
    const outer = await app.api.deleteCategory({ params: { categoryId: category } });
    expect((await undo(setOf(inner))).kept).toMatchObject([{ id, reason: "parent_gone" }]);
    await undo(setOf(outer));
    expect((await undo(setOf(inner))).undone).toMatchObject([{ id, action: "restore" }]);
  });

  test("a branch is restored to the current position of its parent", async () => {
    await nested(leaf, `${leaf}-child`);
    const id = await item({}, `${leaf}-child`);
    const deletion = await app.api.deleteSubcategory({ params: { subcategoryId: `${leaf}-child` } });
    const other = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Other" } });
    await app.api.updateSubcategory({ params: { subcategoryId: leaf }, body: { parentId: other.data.id } });
    await undo(setOf(deletion));
    const { data } = await app.api.getSubcategory({ params: { subcategoryId: `${leaf}-child` } });
    expect(data).toMatchObject({ categoryId: other.data.id, parentId: leaf, itemCount: 1 });
    expect((await read(id)).subcategoryId).toBe(`${leaf}-child`);
    expect(await app.doctor()).toEqual([]);
  });

  test("nothing can be restored after 30 days", async () => {
    const deletion = await app.api.deleteCategory({ params: { categoryId: category } });
    time += 30 * dayMs;
    expect((await undo(setOf(deletion))).kept).toMatchObject([{ id: category, reason: "expired" }]);
    expect((await trash()).map(({ changeSetId }) => changeSetId)).not.toContain(setOf(deletion));
  });

  test("is read page by page", async () => {
    for (let i = 0; i < 5; i++) await app.api.deleteItem({ params: { itemId: await item() } });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const { data } = await app.api.listTrash({ params: { projectId: "shop" }, query });
      seen.push(...data.entries.map(({ changeSetId }) => changeSetId));
      cursor = data.nextCursor;
    }
    expect(seen.length).toBeGreaterThanOrEqual(5);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe("a write that changes nothing", () => {
  const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(app.url + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  test("has no change set, because there is nothing to undo", async () => {
    const id = await item({ price: 5 });
    const given = { "change-set": `nothing${String(counter).padStart(6, "0")}` };
    const keyed = { "idempotency-key": `nothing-${counter}` };
    const nothing: Parameters<typeof send>[] = [
      ["PATCH", `/api/items/${id}`, {}],
      ["PATCH", `/api/items/${id}`, { price: 5 }],
      ["PATCH", `/api/items/${id}`, { price: 5 }, given],
      ["PATCH", `/api/items/${id}`, { price: 5 }, keyed],
      ["PATCH", `/api/items/${id}`, { price: 5 }, keyed],
      ["PATCH", `/api/categories/${category}`, { name: "Category" }],
      ["PATCH", `/api/subcategories/${leaf}`, { id: leaf, parentId: category }],
      ["PATCH", "/api/items/bulk", { itemIds: [id], data: { price: 5 } }],
      ["PATCH", "/api/items/bulk", { itemIds: [], data: { price: 5 } }],
    ];
    for (const request of nothing) {
      const answer = await send(...request);
      expect(answer.ok).toBeTrue();
      expect(answer.headers.get("change-set")).toBeNull();
    }
    const changed = await send("PATCH", "/api/items/bulk", { itemIds: [id], data: { price: 6 } }, given);
    expect(changed.headers.get("change-set")).toBe(given["change-set"]);
  });

  test("an undo that reverts nothing, or a dry run, has none either", async () => {
    const id = await item({ price: 5 });
    const set = (await patch(id, { price: 6 })).headers.get("change-set");
    const path = `/api/changes/${set}/undo`;
    expect((await send("POST", `${path}?dryRun=true`, undefined)).headers.get("change-set")).toBeNull();
    const undone = await send("POST", path, undefined);
    expect(undone.headers.get("change-set")).toBe(((await undone.json()) as UndoResult).changeSetId);
    const again = await send("POST", path, undefined);
    expect([again.status, again.headers.get("change-set")]).toEqual([200, null]);
  });

  test("an upload has none either: no thing uses the picture yet", async () => {
    const form = new FormData();
    const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    form.set("image", new Blob([Buffer.from(pixel, "base64")]), "pixel.png");
    const answer = await fetch(`${app.url}/api/upload`, { method: "POST", body: form });
    expect([answer.status, answer.headers.get("change-set")]).toEqual([201, null]);
  });
});
