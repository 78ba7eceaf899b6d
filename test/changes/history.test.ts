import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import type { CatalogError } from "../../contract/client.ts";
import { difference, fieldDiffs } from "../../server/history/readable.ts";
import { prune } from "../../server/history/retention.ts";
import { chainOf, changesSinceVersion } from "../../server/log/changes.sql.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { until } from "../support/until.ts";

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
  const created = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Phones" } });
  category = created.data.id;
  leaf = `leaf-${++counter}`;
  await app.api.createSubcategory({ params: { categoryId: category }, body: { id: leaf, name: "Leaf" } });
  time += 3_600_000;
});

const item = async (body = {}) =>
  (await app.api.createItem({ params: { subcategoryId: leaf }, body: { name: "Aurora", ...body } })).data.id;
const patch = (itemId: string, body: Record<string, unknown>) => app.api.updateItem({ params: { itemId }, body });
const historyOf = async (itemId: string, query = {}) => (await app.api.itemHistory({ params: { itemId }, query })).data;
const changes = async (query = {}) => (await app.api.listChanges({ params: { projectId: "shop" }, query })).data;
const setOf = ({ headers }: { headers: Headers }) => headers.get("change-set") as string;

describe("the history of a thing", () => {
  test("tells what happened, newest first, with readable differences", async () => {
    const id = await item({ price: 499 });
    time += 120_000;
    const edit = await patch(id, { price: 449, tags: ["5g"] });
    const { entries, nextCursor, complete } = await historyOf(id);
    expect({ nextCursor, complete }).toEqual({ nextCursor: null, complete: true });
    expect(entries).toMatchObject([
      {
        changeSetId: setOf(edit),
        kind: "item",
        action: "update",
        id,
        name: "Aurora",
        actor: "anonymous",
        at: new Date(time).toISOString(),
        saves: 1,
        things: 1,
        summary: 'item "Aurora": price: 499 → 449; tags: added "5g"',
      },
      { action: "create", fields: [], summary: 'item "Aurora" created' },
    ]);
    expect(entries[0]?.fields).toEqual([
      { field: "price", before: 499, after: 449, summary: "price: 499 → 449" },
      { field: "tags", before: [], after: ["5g"], summary: 'tags: added "5g"' },
    ]);
  });

  test("a filter makes no entry of saves with something else in between: an undo would take that back too", async () => {
    const id = await item({ price: 1 });
    time += 120_000;
    await patch(id, { price: 2 });
    await patch(id, { name: "Borealis" });
    await patch(id, { price: 3 });
    for (const { entries } of [await historyOf(id, { field: "price" }), await changes({ field: "price", limit: 2 })]) {
      const [newest] = entries.filter((entry) => entry.id === id);
      expect(newest).toMatchObject({ saves: 1, fields: [{ field: "price", before: 2, after: 3 }] });
    }
    const [newest] = (await historyOf(id, { field: "price" })).entries;
    await app.api.undoChanges({ params: { changeSetId: newest?.changeSetId as string } });
    expect((await app.api.getItem({ params: { itemId: id } })).data).toMatchObject({ name: "Borealis", price: 2 });
  });

  test("a comment that is taken back at once is told as two things, by its words, with what it said in between", async () => {
    const id = await item();
    const params = { itemId: id };
    const { data } = await app.api.createComment({ params, body: { text: "Greta" } });
    await app.api.updateComment({ params: { itemId: id, commentId: data.id }, body: { text: "Great" } });
    await app.api.deleteComment({ params: { itemId: id, commentId: data.id } });
    const { entries } = await historyOf(id);
    expect(entries.map(({ summary }) => summary)).toEqual([
      'item "Aurora": comment: "Great" removed',
      'item "Aurora": comment: "Great" added, in 2 saves',
      'item "Aurora" created',
    ]);
    expect(entries[1]?.fields).toMatchObject([
      { before: null, between: [{ text: "Greta" }], after: { text: "Great" } },
    ]);
    expect(entries[0]?.fields[0]).not.toHaveProperty("between");
  });

  test("saves that lead back to where they began say so, and keep what was in between", async () => {
    const id = await item({ price: 5 });
    await patch(id, { price: 500 });
    await patch(id, { price: 5 });
    for (const { entries } of [await historyOf(id), await changes({ limit: 1 })]) {
      expect(entries[0]).toMatchObject({
        saves: 2,
        fields: [{ field: "price", before: 5, between: [500], after: 5, summary: "price: 5 → 500 → 5, in 2 saves" }],
        summary: 'item "Aurora": price: 5 → 500 → 5, in 2 saves',
      });
    }
    for (const price of [6, 7, 8, 9, 10, 5]) await patch(id, { price });
    expect((await historyOf(id)).entries[0]?.summary).toBe('item "Aurora": price: 5 → … → 8 → 9 → 10 → 5, in 8 saves');
    const ru = (name: string | null) =>
      app.api.updateItem({ params: { itemId: id }, body: { translations: { ru: { name } } }, merge: true });
    await ru("Имя");
    await ru(null);
    expect((await historyOf(id)).entries[0]?.summary).toBe(
      'item "Aurora": name (ru): nothing → "Имя" → nothing, in 2 saves',
    );
  });

  test("of many saves, or long ones, an entry keeps the last, and each is an entry where one asks for that", async () => {
    const id = await item({ price: 0 });
    time += 120_000;
    const sets: string[] = [];
    for (let price = 1; price <= 30; price++) sets.push(setOf(await patch(id, { price })));
    const [many] = (await historyOf(id)).entries;
    expect(many).toMatchObject({ saves: 30, summary: 'item "Aurora": price: 0 → 30, in 30 saves' });
    expect(many?.fields[0]?.between).toEqual(Array.from({ length: 20 }, (_, index) => index + 10));
    for (const { entries } of [
      await historyOf(id, { folded: false, limit: 30 }),
      await changes({ folded: false, limit: 30 }),
    ]) {
      expect(entries.map(({ changeSetId, saves }) => [changeSetId, saves])).toEqual(
        sets.toReversed().map((set) => [set, 1]),
      );
      expect(entries[0]?.fields).toEqual([{ field: "price", before: 29, after: 30, summary: "price: 29 → 30" }]);
    }
    for (const letter of "abc") await patch(id, { simpleDescription: letter.repeat(3_000) });
    const [long] = (await historyOf(id)).entries;
    expect(long?.saves).toBe(3);
    expect(long?.fields[0]?.between).toEqual(["b".repeat(3_000)]);
    const itemIds = [id, await item({ price: 1 })];
    await app.api.bulkUpdateItems({ body: { itemIds, data: { discount: 7 } } });
    expect((await changes({ folded: false, limit: 2 })).entries.map(({ things }) => things)).toEqual([1, 1]);
  });

  test("the undo of folded saves leaves alone what one of the requests did to other things", async () => {
    const [id, other] = [await item({ price: 1 }), await item({ price: 1 })];
    time += 120_000;
    await app.api.bulkUpdateItems({ body: { itemIds: [other, id], data: { price: 2 } } });
    await patch(id, { price: 3 });
    const [entry] = (await historyOf(id)).entries;
    expect(entry).toMatchObject({ saves: 2, things: 1, fields: [{ field: "price", before: 1, after: 3 }] });
    const { data } = await app.api.undoChanges({ params: { changeSetId: entry?.changeSetId as string } });
    expect(data.undone.map((undone) => undone.id)).toEqual([id]);
    expect((await app.api.getItem({ params: { itemId: other } })).data.price).toBe(2);
  });

  test("saves of one field within a minute are one entry, and are undone as one", async () => {
    const id = await item({ name: "A" });
    const first = time + 120_000;
    for (const [index, name] of ["Au", "Aur", "Auro", "Aurora"].entries()) {
      time = first + index * 500;
      await patch(id, { name });
    }
    const { entries } = await historyOf(id);
    expect(entries.map(({ action, saves }) => [action, saves])).toEqual([
      ["update", 4],
      ["create", 1],
    ]);
    expect(entries[0]?.fields).toMatchObject([{ field: "name", before: "A", after: "Aurora" }]);
    expect(entries[0]?.firstAt).toBe(new Date(first).toISOString());
    const { data } = await app.api.undoChanges({ params: { changeSetId: entries[0]?.changeSetId as string } });
    expect(data.undone).toHaveLength(1);
    expect((await app.api.getItem({ params: { itemId: id } })).data.name).toBe("A");
    expect((await historyOf(id)).entries.map(({ saves, undo }) => [saves, undo])).toEqual([
      [1, true],
      [4, undefined],
      [1, undefined],
    ]);
  });

  test("another field, another minute or several fields at once start an entry", async () => {
    const id = await item();
    time += 120_000;
    await patch(id, { price: 1 });
    await patch(id, { quantity: 1 });
    await patch(id, { price: 2 });
    await patch(id, { price: 3, quantity: 3 });
    time += 60_001;
    await patch(id, { price: 4 });
    time += 60_001;
    await patch(id, { price: 5 });
    expect((await historyOf(id)).entries.map(({ saves }) => saves)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test("is read page by page, without a gap and without splitting an entry", async () => {
    const id = await item();
    for (let i = 0; i < 250; i++) {
      if (i % 5 === 0) time += 61_000;
      await patch(id, { price: i + 1 });
    }
    const seen: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await historyOf(id, { limit: 7, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.entries.map(({ saves }) => saves));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([...new Array(50).fill(5), 1]);
  });

  test("a deleted thing still has one, and so has what went with something else", async () => {
    const id = await item();
    const deletion = await app.api.deleteCategory({ params: { categoryId: category } });
    expect((await historyOf(id)).entries).toMatchObject([
      {
        action: "delete",
        changeSetId: setOf(deletion),
        partOf: { kind: "category", id: category },
        summary: 'item "Aurora" deleted with the category "Phones"',
      },
      { action: "create" },
    ]);
    const gone = await app.api.categoryHistory({ params: { categoryId: category } });
    expect(gone.data.entries[0]?.summary).toBe('category "Phones" deleted with 1 subcategory and 1 item');
    await app.api.undoChanges({ params: { changeSetId: setOf(deletion) } });
    const back = await app.api.categoryHistory({ params: { categoryId: category } });
    expect(back.data.entries.map(({ action }) => action)).toEqual(["restore", "delete", "create"]);
  });

  test("of an unknown id is a 404, a foreign cursor a 400", async () => {
    const status = (call: Promise<unknown>) => call.catch((error: CatalogError) => error.status);
    expect(await status(historyOf("nothing"))).toBe(404);
    const id = await item();
    expect(await status(historyOf(id, { cursor: "1" }))).toBe(400);
    expect(await status(historyOf(id, { cursor: "-" }))).toBe(400);
    expect(await status(changes({ cursor: "1" }))).toBe(400);
    expect(await status(changes({ since: "yesterday" }))).toBe(400);
  });
});

describe("the changes of a project", () => {
  test("are filtered by kind, actor, time and field", async () => {
    const id = await item();
    time += 120_000;
    const since = new Date(time).toISOString();
    await patch(id, { price: 7 });
    await app.api.updateItem({
      params: { itemId: id },
      body: { translations: { ru: { name: "Имя" } } },
      merge: true,
    });
    const fields = async (query: object) =>
      (await changes({ since, ...query })).entries.map((entry) => entry.fields.map(({ field }) => field));
    expect(await fields({})).toEqual([["translations.ru.name"], ["price"]]);
    expect(await fields({ field: "price" })).toEqual([["price"]]);
    expect(await fields({ field: "translations" })).toEqual([["translations.ru.name"]]);
    expect(await fields({ field: "translations.ru.name" })).toEqual([["translations.ru.name"]]);
    expect(await fields({ field: "pric" })).toEqual([]);
    expect(await fields({ kind: "category" })).toEqual([]);
    expect(await fields({ actor: "somebody" })).toEqual([]);
    expect((await app.api.listChanges({ params: { projectId: "other" } })).data.entries).toEqual([]);
  });

  test("are filtered by action, by a time that is over, and by what people wrote or what it is called", async () => {
    const began = time;
    const id = await item({ name: "Zwölf Lampen" });
    time += 3_600_000;
    await patch(id, { price: 77310.5 });
    time += 3_600_000;
    await patch(id, { simpleDescription: "Straßenbeleuchtung" });
    await app.api.deleteItem({ params: { itemId: id } });
    time += 3_600_000;
    await item({ name: "Later" });
    const since = new Date(began).toISOString();
    const seen = async (query: object) =>
      (await changes({ since, ...query })).entries.map(({ name, action }) => `${action} ${name}`);
    const lamps = ["delete Zwölf Lampen", "update Zwölf Lampen", "update Zwölf Lampen", "create Zwölf Lampen"];
    expect(await seen({})).toEqual(["create Later", ...lamps]);
    expect(await seen({ action: "delete" })).toEqual(lamps.slice(0, 1));
    expect(await seen({ action: "create" })).toEqual(["create Later", "create Zwölf Lampen"]);
    expect(await seen({ text: "ZWÖLF" })).toEqual(lamps);
    expect(await seen({ text: "strassen" })).toEqual(lamps.slice(0, 2));
    expect(await seen({ text: "77310.5" })).toEqual([...lamps.slice(0, 1), ...lamps.slice(2, 3)]);
    expect(await seen({ until: new Date(began + 3_600_001).toISOString() })).toEqual(lamps.slice(2));
    expect(await seen({ until: new Date(began).toISOString() })).toEqual([]);
    const own = async (query: object) => (await historyOf(id, query)).entries.map(({ action }) => action);
    expect(await own({ action: "update" })).toEqual(["update", "update"]);
    expect(await own({ field: "price" })).toEqual(["update"]);
    expect(await own({ text: "beleuchtung" })).toEqual(["delete", "update"]);
    expect(await own({ since: new Date(began + 7_200_000).toISOString() })).toEqual(["delete", "update"]);
    expect(await own({ until: new Date(began + 1).toISOString() })).toEqual(["create"]);
    expect(await own({ actor: "somebody" })).toEqual([]);
  });

  test("two are searched at a time and fifty wait; whoever only reads on waits for none of them", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { read: reading } = app.db;
    const read = spyOn(app.db, "read").mockImplementation(async (work) => {
      await held;
      return reading.call(app.db, work) as never;
    });
    const calls = read.mock.calls;
    const statuses: number[] = [];
    const ask = async (query: string) =>
      statuses.push((await fetch(`${app.url}/api/projects/shop/changes?${query}`)).status);
    const searches = Array.from({ length: 60 }, () => ask("text=nowhere"));
    await until(() => statuses.length === 8, "the others are told to come again");
    expect(new Set(statuses)).toEqual(new Set([503]));
    const searched = calls.length;
    const plain = ask("limit=5");
    await until(() => calls.length > searched, "it is read at once");
    release();
    await Promise.all([...searches, plain]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(53);
    read.mockRestore();
  });

  test("a bulk edit is one entry", async () => {
    const itemIds = [await item(), await item(), await item()];
    time += 120_000;
    const bulk = await app.api.bulkUpdateItems({ body: { itemIds, data: { discount: 20 } } });
    const [entry] = (await changes()).entries;
    expect(entry).toMatchObject({ changeSetId: setOf(bulk), things: 3, summary: "3 items: discount: 0 → 20" });
  });

  test("several requests with one Change-Set are one entry, and one undo takes them back", async () => {
    const itemIds = [await item(), await item(), await item()];
    time += 120_000;
    const headers = { "Change-Set": `chunks${++counter}0000000000` };
    for (const id of itemIds) {
      const answer = await app.api.bulkUpdateItems({ body: { itemIds: [id], data: { discount: 20 } }, headers });
      expect(setOf(answer)).toBe(headers["Change-Set"]);
    }
    expect((await changes()).entries[0]).toMatchObject({ changeSetId: headers["Change-Set"], things: 3 });
    const { data } = await app.api.undoChanges({ params: { changeSetId: headers["Change-Set"] } });
    expect(data.undone).toHaveLength(3);
    const bad = await app.api
      .bulkUpdateItems({ body: { itemIds, data: { discount: 1 } }, headers: { "Change-Set": "undo-mz2k7q1x4a0b1" } })
      .catch((error: CatalogError) => error.problem.code);
    expect(bad).toBe("change_set_invalid");
  });

  test("many items are deleted in one set, and come back as they were", async () => {
    const itemIds = [await item({ name: "One" }), await item({ name: "Two", tags: ["a"] }), await item()];
    const list = async () => (await app.api.listItems({ params: { subcategoryId: leaf } })).data;
    const before = await list();
    const deletion = await app.api.bulkDeleteItems({ body: { itemIds: [...itemIds, ...itemIds] } });
    expect((await list()).total).toBe(0);
    expect(await app.doctor()).toEqual([]);
    expect((await changes()).entries[0]).toMatchObject({ action: "delete", things: 3, summary: "3 items deleted" });
    await app.api.undoChanges({ params: { changeSetId: setOf(deletion) } });
    expect(await list()).toEqual(before);
    const unknown = await app.api
      .bulkDeleteItems({ body: { itemIds: [...itemIds, "none"] } })
      .catch((error: CatalogError) => error.problem);
    expect(unknown).toMatchObject({ code: "not_found", unknownIds: ["none"] });
    expect((await list()).total).toBe(3);
    expect(await app.doctor()).toEqual([]);
  });

  test("many items are copied in one set, without their comments, and an undo takes the copies away", async () => {
    const original = await item({ name: "N".repeat(500), tags: ["a"], translations: { ru: { name: "Имя" } } });
    await app.api.createComment({ params: { itemId: original }, body: { text: "Good" } });
    const { data: before } = await app.api.getItem({ params: { itemId: original } });
    const body = { itemIds: [original], subcategoryId: leaf, nameSuffix: " (copy)" };
    const copied = await app.api.bulkCopyItems({ body });
    const [id = ""] = copied.data.itemIds;
    const { data: copy } = await app.api.getItem({ params: { itemId: id } });
    expect(copy).toEqual({ ...before, id, comments: [], name: `${"N".repeat(493)} (copy)` });
    expect(await app.doctor()).toEqual([]);
    await app.api.undoChanges({ params: { changeSetId: setOf(copied) } });
    expect((await app.api.listItems({ params: { subcategoryId: leaf } })).data.total).toBe(1);
  });

  test("pages join without gap or overlap", async () => {
    const all = await changes({ limit: 500 });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await changes({ limit: 3, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.entries.map(({ changeSetId, id }) => `${changeSetId} ${id}`));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all.entries.map(({ changeSetId, id }) => `${changeSetId} ${id}`));
  });
});

describe("conflicts", () => {
  test("carry both values, who wrote the other one and when; disjoint fields merge", async () => {
    const id = await item({ price: 1 });
    const etag = (await app.api.getItem({ params: { itemId: id } })).etag as string;
    time += 5_000;
    await patch(id, { price: 2 });
    const merged = await app.api.updateItem({ params: { itemId: id }, body: { quantity: 3 }, ifMatch: etag });
    expect(merged.data).toMatchObject({ price: 2, quantity: 3 });
    const problem = await app.api
      .updateItem({ params: { itemId: id }, body: { price: 9, name: "Mine" }, ifMatch: etag })
      .catch((error: CatalogError) => error.problem);
    expect(problem).toMatchObject({
      status: 412,
      conflicts: [{ field: "price", yours: 9, theirs: 2, actor: "anonymous", at: new Date(time).toISOString() }],
    });
    const stale = await app.api
      .deleteItem({ params: { itemId: id }, ifMatch: etag })
      .catch((error: CatalogError) => error.problem);
    expect(stale).toMatchObject({
      conflicts: [
        { field: "quantity", theirs: 3, actor: "anonymous", at: new Date(time).toISOString() },
        { field: "price", yours: 1, theirs: 2 },
      ],
    });
  });

  test("what was changed and changed back, or deleted and restored, is none", async () => {
    const id = await item({ price: 1 });
    const etag = (await app.api.getItem({ params: { itemId: id } })).etag as string;
    await patch(id, { price: 2 });
    await patch(id, { price: 1 });
    const deletion = await app.api.deleteItem({ params: { itemId: id } });
    await app.api.undoChanges({ params: { changeSetId: setOf(deletion) } });
    const { data } = await app.api.updateItem({ params: { itemId: id }, body: { price: 5 }, ifMatch: etag });
    expect(data.price).toBe(5);
  });

  test("a language without any field is none, neither for a change nor for a deletion", async () => {
    const id = await item();
    const etag = (await app.api.getItem({ params: { itemId: id } })).etag as string;
    await patch(id, { translations: { de: {} } });
    const changed = await app.api.updateItem({ params: { itemId: id }, body: { translations: {} }, ifMatch: etag });
    expect(changed.status).toBe(200);
    await patch(id, { translations: { de: {} } });
    expect((await app.api.deleteItem({ params: { itemId: id }, ifMatch: etag })).status).toBe(204);
  });
});

describe("the retention", () => {
  const forever = {
    trashMs: 30 * dayMs,
    historyMs: Number.POSITIVE_INFINITY,
    historyBytes: Number.POSITIVE_INFINITY,
    auditMs: Number.POSITIVE_INFINITY,
  };
  const count = (table: string) =>
    app.db.read(async (reader) => {
      const row = await reader.get<{ n: number }>({ text: `select count(*) as n from ${table}`, values: [] });
      return row?.n ?? 0;
    });

  test("empties the trash after 30 days, and not a moment before", async () => {
    await item();
    await app.api.deleteCategory({ params: { categoryId: category } });
    await prune(app.db, forever, time + 30 * dayMs - 1);
    expect(await count("trash_items")).toBeGreaterThan(0);
    await prune(app.db, forever, time + 30 * dayMs);
    const rows = await Promise.all(
      ["trash_items", "trash_subcategories", "trash_categories", "deletions"].map((table) => count(table)),
    );
    expect(rows).toEqual([0, 0, 0, 0]);
  });

  test("by age removes the oldest changes, but not the deletion of what can be restored", async () => {
    const id = await item({ price: 1 });
    const etag = (await app.api.getItem({ params: { itemId: id } })).etag as string;
    const doomed = await item();
    const deletion = await app.api.deleteItem({ params: { itemId: doomed } });
    await patch(id, { price: 2 });
    time += 10 * dayMs;
    await patch(id, { price: 3 });
    const pruned = await prune(app.db, { ...forever, historyMs: 8 * dayMs }, time);
    expect(pruned.changes).toBeGreaterThan(2);
    const { entries, complete } = await historyOf(id);
    expect(entries).toHaveLength(1);
    expect(complete).toBe(false);
    expect((await changes({ limit: 500 })).complete).toBe(false);
    // The log does not reach back to this version any more: nobody can tell, so it is a conflict.
    const problem = await app.api
      .updateItem({ params: { itemId: id }, body: { price: 9 }, ifMatch: etag })
      .catch((error: CatalogError) => error.problem);
    expect(problem).toMatchObject({ status: 412, conflicts: [{ field: "price", yours: 9, theirs: 3 }] });
    const { data } = await app.api.undoChanges({ params: { changeSetId: setOf(deletion) } });
    expect(data.undone).toMatchObject([{ id: doomed, action: "restore" }]);
    expect(await app.doctor()).toEqual([]);
  });

  test("by size keeps the newest, and the last week whatever its size", async () => {
    const id = await item();
    for (let i = 0; i < 300; i++) await patch(id, { simpleDescription: `${i}`.padEnd(1_000, "x") });
    await prune(app.db, { ...forever, historyBytes: 100_000 }, time);
    expect(await count("changes")).toBeGreaterThan(300);
    time += 8 * dayMs;
    await prune(app.db, { ...forever, historyBytes: 100_000 }, time);
    const left = await count("changes");
    expect(left).toBeGreaterThan(20);
    expect(left).toBeLessThan(100);
    const version = await app.db.read(async (reader) => {
      const row = await reader.get<{ version: number }>({
        text: "select version from items where id = ?",
        values: [id],
      });
      return row?.version ?? 0;
    });
    const walked = await app.db.read(async (reader) => {
      let steps = 0;
      for await (const _ of chainOf(reader, version)) steps++;
      return { steps, since: await changesSinceVersion(reader, version, 1) };
    });
    expect(walked).toEqual({ steps: left, since: undefined });
  });
});

describe("readable differences", () => {
  test("of texts, lists and values", () => {
    expect(difference(1, 2)).toBe("1 → 2");
    expect(difference(true, false)).toBe("yes → no");
    expect(difference("", "new")).toBe('"new" added');
    expect(difference("old", "")).toBe('"old" removed');
    expect(difference(["a", "b"], ["b", "c"])).toBe('added "c", removed "a"');
    expect(difference(["a", "b"], ["b", "a"])).toBe("put in another order");
    const words = "one two three four five six seven eight nine ten eleven twelve thirteen";
    expect(difference(words, words.replace("six", "SIX"))).toBe('"…six…" → "…SIX…"');
    expect(fieldDiffs({ "translations.ru.name": null }, { "translations.ru.name": "Имя" })[0]?.summary).toBe(
      'name (ru): "Имя" added',
    );
    const comment = { id: "c", text: "Great", createdAt: "2026-01-01T00:00:00.000Z" };
    expect(fieldDiffs({ "comments.c": null }, { "comments.c": comment })[0]?.summary).toBe('comment: "Great" added');
  });
});
