import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BulkDone } from "../../contract/bulk.ts";
import type { ItemCreate } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import { sql } from "../../server/db/sql.ts";
import { type AccessApp, startAccessApp } from "../access/access-scenario.ts";
import { startApp, type TestApp } from "../start-app.ts";

type Answer = { status: number; body: never; changeSet: string | null };
type Problem = { code: string; detail: string; matched?: number; items?: unknown[]; errors?: { pointer: string }[] };

const json = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const changeSet = response.headers.get("change-set");
  return { status: response.status, body: (text === "" ? undefined : JSON.parse(text)) as never, changeSet };
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const patch = async (body: unknown, headers?: Record<string, string>) =>
  answerOf(await fetch(`${app.url}/api/items/bulk`, json("PATCH", body, headers)));
const post = async (what: "delete" | "copy", body: unknown) =>
  answerOf(await fetch(`${app.url}/api/items/bulk/${what}`, json("POST", body)));
const undo = (set: string | null) => app.api.undoChanges({ params: { changeSetId: set as string } });

type Shelf = { category: string; leaf: string; other: string; ids: string[] };

/** Five items in a leaf of a new category, at prices from 10 to 50, and an empty leaf beside it. */
async function newShelf(more: Partial<ItemCreate> = {}): Promise<Shelf> {
  const { data } = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Shelf" } });
  const node = async (name: string) =>
    (await app.api.createSubcategory({ params: { categoryId: data.id }, body: { name } })).data.id;
  const [leaf, other] = [await node("Full"), await node("Empty")];
  const ids: string[] = [];
  for (const price of [10, 20, 30, 40, 50]) {
    const body = { name: `Item ${price}`, price, quantity: price > 30 ? 0 : 5, tags: ["a"], ...more };
    ids.push((await app.api.createItem({ params: { subcategoryId: leaf }, body })).data.id);
  }
  return { category: data.id, leaf, other, ids };
}

const inside = ({ category }: Shelf, more: object = {}) => ({ projectId: "shop", within: category, ...more });
const itemsIn = async (leaf: string) =>
  (await app.api.listItems({ params: { subcategoryId: leaf }, query: { limit: 500 } })).data.items;
const prices = async (leaf: string) => (await itemsIn(leaf)).map(({ price }) => price);

describe("items that match", () => {
  test("are updated as one set of changes, with one undo", async () => {
    const shelf = await newShelf();
    const where = inside(shelf, { priceMin: 30 });
    const operations = { price: { op: "%", value: 10, round: "0.99" }, tags: { add: ["sale"], remove: ["a"] } };
    const answer = await patch({ where, expect: 3, operations, data: { discount: 5 } });
    expect(answer.status).toBe(200);
    expect(answer.body as BulkDone).toEqual({ matched: 3, changed: 3, cursor: null });
    expect(await prices(shelf.leaf)).toEqual([10, 20, 32.99, 43.99, 54.99]);
    expect((await itemsIn(shelf.leaf)).map(({ tags, discount }) => [tags[0], discount])).toEqual([
      ["a", 0],
      ["a", 0],
      ["sale", 5],
      ["sale", 5],
      ["sale", 5],
    ]);
    await undo(answer.changeSet);
    expect(await prices(shelf.leaf)).toEqual([10, 20, 30, 40, 50]);
  });

  test("are moved, copied and deleted", async () => {
    const shelf = await newShelf();
    const sold = inside(shelf, { quantityMax: 0 });
    const copy = { subcategoryId: shelf.other, nameSuffix: " (copy)", visible: false };
    const copied = await post("copy", { where: sold, expect: 2, ...copy });
    expect(copied.status).toBe(201);
    expect(copied.body).toMatchObject({ itemIds: [expect.any(String), expect.any(String)], matched: 2, cursor: null });
    expect((await itemsIn(shelf.other)).map(({ name, visible }) => [name, visible])).toEqual([
      ["Item 40 (copy)", false],
      ["Item 50 (copy)", false],
    ]);
    // The copies match too.
    const moved = await patch({ where: sold, expect: 4, data: { subcategoryId: shelf.other } });
    expect(moved.body as BulkDone).toMatchObject({ matched: 4, changed: 2 });
    expect(await prices(shelf.leaf)).toEqual([10, 20, 30]);
    const deleted = await post("delete", { where: sold, expect: 4 });
    expect(deleted.body as BulkDone).toMatchObject({ matched: 4, changed: 4 });
    expect(await itemsIn(shelf.other)).toEqual([]);
    await undo(deleted.changeSet);
    expect(await itemsIn(shelf.other)).toHaveLength(4);
    await undo(moved.changeSet);
    await undo(copied.changeSet);
    expect(await prices(shelf.leaf)).toEqual([10, 20, 30, 40, 50]);
    expect(await itemsIn(shelf.other)).toEqual([]);
  });

  test("are left alone when they are not as many as expected", async () => {
    const shelf = await newShelf();
    const answer = await patch({ where: inside(shelf), expect: 4, data: { price: 1 } });
    expect(answer.status).toBe(409);
    expect(answer.body as Problem).toMatchObject({ code: "matches_changed", matched: 5 });
    expect(await prices(shelf.leaf)).toEqual([10, 20, 30, 40, 50]);
  });

  test("are found by words, and by every filter of the list", async () => {
    const shelf = await newShelf({ badges: ["hot"], currency: "EUR" });
    const matched = async (more: object) =>
      ((await patch({ where: inside(shelf, more), dryRun: true, data: {} })).body as BulkDone).matched;
    for (const [more, count] of [
      [{ search: "item 30" }, 1],
      [{ search: "itme" }, 0],
      [{ badges: ["hot"], badgesMode: "all" }, 5],
      [{ tags: ["a", "b"], tagsMode: "all" }, 0],
      [{ currency: ["USD"] }, 0],
      [{ picture: true }, 0],
      [{ commented: false, visible: true, missing: "ru" }, 5],
      [{ outdated: "ru" }, 0],
      [{ changedBy: "anonymous", changedSince: "2020-01-01T00:00:00Z" }, 5],
      [{ discountMin: 1 }, 0],
      [{ quantityMin: 1, quantityMax: 5, priceMax: 20 }, 2],
    ] as const) {
      expect([more, await matched(more)]).toEqual([more, count]);
    }
  });

  test("are taken in parts, and undone together", async () => {
    const shelf = await newShelf();
    const change = { where: inside(shelf, { priceMin: 20 }), operations: { price: { op: "-", value: 15 } } };
    const set = { "change-set": `parts${shelf.ids[0]}`.slice(0, 40) };
    const seen: [number, number][] = [];
    let cursor: string | null = null;
    do {
      const part: object = cursor === null ? { expect: 4 } : { cursor };
      const { status, body } = await patch({ ...change, ...part, limit: 2 }, set);
      expect(status).toBe(200);
      const done: BulkDone = body;
      seen.push([done.matched, done.changed]);
      cursor = done.cursor;
    } while (cursor !== null);
    // What a part changes may match no longer; each item is taken once all the same.
    expect(seen).toEqual([
      [4, 2],
      [2, 2],
    ]);
    expect(await prices(shelf.leaf)).toEqual([10, 5, 15, 25, 35]);
    await undo(set["change-set"]);
    expect(await prices(shelf.leaf)).toEqual([10, 20, 30, 40, 50]);
  });
});

describe("a dry run", () => {
  test("changes nothing, and says what would change", async () => {
    const shelf = await newShelf();
    const operations = { price: { op: "*", value: 2 } };
    const answer = await patch({ where: inside(shelf, { priceMin: 40 }), dryRun: true, operations });
    expect(answer).toMatchObject({ status: 200, changeSet: null });
    expect(answer.body as BulkDone).toEqual({
      matched: 2,
      changed: 2,
      cursor: null,
      preview: [
        { id: shelf.ids[3] as string, name: "Item 40", before: { price: 40 }, after: { price: 80 } },
        { id: shelf.ids[4] as string, name: "Item 50", before: { price: 50 }, after: { price: 100 } },
      ],
    });
    expect(await prices(shelf.leaf)).toEqual([10, 20, 30, 40, 50]);
    const copied = await post("copy", { itemIds: shelf.ids, subcategoryId: shelf.other, dryRun: true });
    expect(copied).toMatchObject({ status: 200, changeSet: null, body: { itemIds: [], matched: 5, changed: 5 } });
    const deleted = await post("delete", { itemIds: shelf.ids, dryRun: true });
    expect(deleted).toMatchObject({ status: 200, changeSet: null, body: { matched: 5, changed: 5 } });
    expect(await prices(shelf.leaf)).toEqual([10, 20, 30, 40, 50]);
    expect(await itemsIn(shelf.other)).toEqual([]);
    expect(await app.doctor()).toEqual([]);
  });

  test("counts only what would change, and shows the first rows", async () => {
    const shelf = await newShelf();
    const some = await patch({ where: inside(shelf), dryRun: true, data: { price: 30 } });
    expect(some.body as BulkDone).toMatchObject({ matched: 5, changed: 4 });
    for (let round = 0; round < 3; round++)
      await post("copy", { where: inside(shelf), dryRun: false, expect: 5 * 2 ** round, subcategoryId: shelf.other });
    const many = (await patch({ where: inside(shelf), dryRun: true, data: { price: 7 } })).body as BulkDone;
    expect(many).toMatchObject({ matched: 40, changed: 40 });
    expect(many.preview).toHaveLength(limits.bulkPreview);
  });

  test("is refused as the request itself would be", async () => {
    const shelf = await newShelf();
    const answer = await patch({ itemIds: shelf.ids, dryRun: true, operations: { price: { op: "-", value: 25 } } });
    expect(answer.status).toBe(400);
    const problem: Problem = answer.body;
    expect(problem.code).toBe("result_not_allowed");
    expect(problem.detail).toContain('"Item 10": /price would be -15, and must be at least 0');
    const fault = { pointer: "/price", code: "out_of_range", message: "must be at least 0" };
    expect(problem.items).toEqual([
      { id: shelf.ids[0], name: "Item 10", ...fault, value: -15 },
      { id: shelf.ids[1], name: "Item 20", ...fault, value: -5 },
    ]);
  });
});

describe("a bulk request", () => {
  test("with ids takes operations, and answers as the contract says", async () => {
    const shelf = await newShelf({ translations: { ru: { name: "Вещь старая" } } });
    const replace = [
      { field: "name", find: "Item", with: "Thing" },
      { field: "name", language: "ru", find: "старая", with: "новая" },
    ];
    const answer = await patch({ itemIds: shelf.ids, operations: { replace } });
    expect(answer.status).toBe(204);
    const [first] = await itemsIn(shelf.leaf);
    expect(first).toMatchObject({ name: "Thing 10", translations: { ru: { name: "Вещь новая" } } });
    await undo(answer.changeSet);
    expect((await itemsIn(shelf.leaf))[0]).toMatchObject({
      name: "Item 10",
      translations: { ru: { name: "Вещь старая" } },
    });
  });

  test("is refused with the fault named", async () => {
    const where = { projectId: "shop" };
    const pointers = async (body: unknown) => {
      const { status, body: problem } = await patch(body);
      expect(status).toBe(400);
      return (problem as Problem).errors?.map(({ pointer }) => pointer);
    };
    expect(await pointers({ data: {} })).toEqual(["/itemIds"]);
    expect(await pointers({ itemIds: [] })).toEqual(["/data"]);
    expect(await pointers({ itemIds: [], where, expect: 1, data: {} })).toEqual(["/where"]);
    expect(await pointers({ where, data: {} })).toEqual(["/expect"]);
    expect(await pointers({ itemIds: [], expect: 1, limit: 1, cursor: "x", data: {} })).toEqual([
      "/expect",
      "/limit",
      "/cursor",
    ]);
    expect(await pointers({ where: {}, expect: 1, data: {} })).toEqual(["/where/projectId"]);
    expect(await pointers({ where: { ...where, colour: "red" }, expect: 1, data: {} })).toEqual(["/where/colour"]);
    expect(await pointers({ where: { ...where, priceMin: "10" }, expect: 1, data: {} })).toEqual(["/where/priceMin"]);
    expect(await pointers({ where: { ...where, within: "nowhere" }, expect: 1, data: {} })).toEqual(["/where/within"]);
    expect(await pointers({ where: { ...where, missing: "en" }, expect: 1, data: {} })).toEqual(["/where/missing"]);
    expect(await pointers({ where, cursor: "x", data: {} })).toEqual(["/cursor"]);
    expect(await pointers({ where, limit: 0, expect: 0, data: {} })).toEqual(["/limit"]);
    const operations = { price: { op: "+", value: 1 }, replace: [{ field: "name", find: "a", with: "b" }] };
    expect(await pointers({ itemIds: [], data: { price: 1, name: "N" }, operations })).toEqual([
      "/operations/price",
      "/operations/replace/0",
    ]);
    expect(await pointers({ itemIds: [], operations: { price: { op: "/", value: 1 } } })).toEqual([
      "/operations/price/op",
    ]);
    expect(await pointers({ itemIds: [], operations: { price: { op: "+", value: 1, round: "0.9" } } })).toEqual([
      "/operations/price/round",
    ]);
    const empty = [{ field: "name", find: "", with: "b" }];
    expect(await pointers({ itemIds: [], operations: { replace: empty } })).toEqual(["/operations/replace/0/find"]);
    expect((await patch({ where: { projectId: "nothing" }, expect: 1, data: {} })).status).toBe(404);
  });

  test("that is repeated with its key gets its first answer, whatever matches now", async () => {
    const shelf = await newShelf();
    const body = { where: inside(shelf, { priceMin: 40 }), expect: 2, data: { price: 1 } };
    const key = { "idempotency-key": `bulk ${shelf.leaf}`.replace(" ", "-") };
    const first = await patch(body, key);
    expect(first.body as BulkDone).toMatchObject({ matched: 2, changed: 2 });
    expect(await patch(body, key)).toEqual(first);
    expect((await patch(body)).status).toBe(409);
  });

  test("changes what matches at one moment, while others change the same items", async () => {
    const shelf = await newShelf();
    const where = inside(shelf, { priceMin: 25 });
    const sets = new Set<string | null>();
    for (let round = 0; round < 20; round++) {
      const { matched } = (await patch({ where, dryRun: true, data: {} })).body as BulkDone;
      // In every other round the change of the other person takes an item out of those that match, or back into them.
      const crosses = round % 2 === 0;
      const [itemId, price] = crosses ? [shelf.ids[2], round % 4 === 0 ? 10 : 30] : [shelf.ids[4], 60 + round];
      const [{ status, changeSet }] = await Promise.all([
        patch({ where, expect: matched, data: { quantity: 100 + round } }),
        app.api.updateItem({ params: { itemId: itemId as string }, body: { price: price as number } }),
      ]);
      expect(crosses ? [200, 409] : [200]).toContain(status);
      if (status === 200) sets.add(changeSet);
    }
    // In the log, each item that was taken had a price that matches right before.
    const log = await app.db.read((reader) =>
      reader.all<{ set_id: string; entity_id: string; after: string }>(
        sql`select set_id, entity_id, after from changes where kind = 'item' order by seq`,
      ),
    );
    const priceOf = new Map<string, number>();
    let taken = 0;
    for (const { set_id, entity_id, after } of log) {
      if (sets.has(set_id)) {
        taken++;
        expect(priceOf.get(entity_id)).toBeGreaterThanOrEqual(25);
      }
      const { price } = JSON.parse(after) as { price?: number };
      if (price !== undefined) priceOf.set(entity_id, price);
    }
    expect(taken).toBeGreaterThan(0);
  });
});

describe("more items than one request takes", () => {
  test("are taken with a limit only", async () => {
    const shelf = await newShelf();
    for (let count = 5; count <= limits.bulkIds; count *= 2) {
      const copied = await post("copy", { where: inside(shelf), expect: count, subcategoryId: shelf.leaf });
      expect(copied.status).toBe(201);
    }
    const refused = await patch({ where: inside(shelf), expect: 10_240, data: { discount: 1 } });
    expect(refused.status).toBe(400);
    expect(refused.body as Problem).toMatchObject({
      code: "invalid_body",
      detail: "/limit is required: 10,240 items match, and one request takes 10,000.",
    });
    const part = await patch({ where: inside(shelf), expect: 10_240, limit: 10_000, data: { discount: 1 } });
    const { cursor, ...counts } = part.body as BulkDone;
    expect(counts).toEqual({ matched: 10_240, changed: 10_000 });
    const rest = await patch({ where: inside(shelf), cursor, data: { discount: 1 } });
    expect(rest.body as BulkDone).toEqual({ matched: 10_240, changed: 240, cursor: null });
  });
});

describe("with a grant for a branch", () => {
  let access: AccessApp;
  beforeAll(async () => {
    access = await startAccessApp();
  });
  afterAll(() => access.stop());

  test("only what it covers is matched, counted and changed", async () => {
    const { api } = access.admin;
    const category = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Owls" } })).data.id;
    const node = async (name: string) =>
      (await api.createSubcategory({ params: { categoryId: category }, body: { name } })).data.id;
    const [mine, theirs] = [await node("Mine"), await node("Theirs")];
    const put = async (subcategoryId: string, name: string) =>
      (await api.createItem({ params: { subcategoryId }, body: { name } })).data.id;
    const [own, foreign] = [await put(mine, "Owl chick"), await put(theirs, "Owl feather")];
    const where = { projectId: "shop", search: "owl" };
    const price = async (itemId: string) => (await api.getItem({ params: { itemId } })).data.price;
    const send = async (caller: { send(path: string, init: RequestInit): Promise<Response> }, body: unknown) =>
      answerOf(await caller.send("/api/items/bulk", json("PATCH", body)));

    const editor = await access.key({ role: "editor", project: "shop", subtree: mine });
    expect((await send(editor, { where, expect: 2, data: { price: 5 } })).body as Problem).toMatchObject({
      code: "matches_changed",
      matched: 1,
    });
    expect((await send(editor, { where, expect: 1, data: { price: 5 } })).status).toBe(200);
    expect([await price(own), await price(foreign)]).toEqual([5, 0]);

    const viewer = await access.key({ role: "viewer", project: "shop" });
    expect((await send(viewer, { where, expect: 2, data: { price: 6 } })).status).toBe(403);
    expect((await send(viewer, { where, dryRun: true, data: { price: 6 } })).status).toBe(403);
    const other = await access.key({ role: "editor", project: "other" });
    expect((await send(other, { where, expect: 0, data: { price: 6 } })).status).toBe(404);
    const translator = await access.key({ role: "translator", project: "shop", languages: ["ru"] });
    const replace = (language?: string) => ({
      operations: { replace: [{ field: "name", find: "Owl", with: "Bird", ...(language && { language }) }] },
    });
    await api.updateItem({ params: { itemId: own }, body: { translations: { ru: { name: "Owl" } } } });
    expect((await send(translator, { where, expect: 2, ...replace() })).status).toBe(403);
    expect((await send(translator, { where, expect: 2, ...replace("ru") })).body as BulkDone).toMatchObject({
      matched: 2,
      changed: 1,
    });
    expect((await send(access.stranger, { where, expect: 2, data: { price: 6 } })).status).toBe(401);
    expect([await price(own), await price(foreign)]).toEqual([5, 0]);
  });
});
