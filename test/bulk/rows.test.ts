import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { SavedItemRow } from "../../contract/item-rows.ts";
import { limits } from "../../contract/limits.ts";
import { type AccessApp, type Caller, json, newShelf, startAccessApp } from "../access/access-scenario.ts";

let app: AccessApp;
beforeAll(async () => {
  app = await startAccessApp();
});
afterAll(() => app.stop());

type Saved = { status: number; rows: SavedItemRow[]; set: string | null; replayed: boolean };

async function save(caller: Caller, rows: unknown[], headers: Record<string, string> = {}): Promise<Saved> {
  const init = json("PATCH", { rows });
  const answer = await caller.send("/api/items/rows", { ...init, headers: { ...init.headers, ...headers } });
  const body = (await answer.json()) as { rows: SavedItemRow[] };
  const { headers: said } = answer;
  return {
    status: answer.status,
    rows: body.rows,
    set: said.get("change-set"),
    replayed: said.has("idempotency-replayed"),
  };
}

const itemsIn = async (leaf: string) =>
  (await app.admin.api.listItems({ params: { subcategoryId: leaf }, query: { limit: 500 } })).data.items;
const outcomes = (rows: SavedItemRow[]) => rows.map(({ status, code }) => (code ? `${status} ${code}` : status));

describe("rows of one request", () => {
  test("are one set of changes: one undo takes back what was changed and created, and nothing of a refused row", async () => {
    const { leaf, item } = await newShelf(app.admin);
    const before = await itemsIn(leaf);
    const { rows, set } = await save(app.admin, [
      { id: item, data: { price: 9, name: "Renamed" } },
      { id: item, data: { name: " ", price: 1 } },
      ...Array.from({ length: 20 }, (_, number) => ({ subcategoryId: leaf, data: { name: `New ${number}` } })),
    ]);
    expect(outcomes(rows.slice(0, 3))).toEqual(["changed", "refused invalid_body", "created"]);
    const after = await itemsIn(leaf);
    expect(after).toHaveLength(21);
    expect(after[0]).toMatchObject({ name: "Renamed", price: 9 });
    expect(rows.slice(2).map(({ id }) => id)).toEqual(after.slice(1).map(({ id }) => id));
    await app.admin.api.undoChanges({ params: { changeSetId: set as string } });
    expect(await itemsIn(leaf)).toEqual(before);
    expect((await app.admin.api.getSubcategory({ params: { subcategoryId: leaf } })).data.itemCount).toBe(1);
  });

  test("join a set that the client chose, and a repetition changes nothing", async () => {
    const { leaf, item } = await newShelf(app.admin);
    const chosen = { "change-set": "pasted0000001", "idempotency-key": `rows-${leaf}` };
    const body = [
      { id: item, data: { price: 9 } },
      { subcategoryId: leaf, data: { name: "Once" } },
    ];
    const first = await save(app.admin, body, chosen);
    const again = await save(app.admin, body, chosen);
    expect([first.set, first.replayed, again.set, again.replayed]).toEqual([
      "pasted0000001",
      false,
      "pasted0000001",
      true,
    ]);
    expect(again.rows).toEqual(first.rows);
    expect(await itemsIn(leaf)).toHaveLength(2);
  });

  test("may be as many as the limit says, with all their fields", async () => {
    const { leaf, item } = await newShelf(app.admin);
    const data = (number: number) => ({
      name: `Row ${number}`,
      price: number,
      quantity: number,
      discount: 5,
      priority: number,
      currency: "EUR",
      visible: false,
      tags: ["a", "b", "c"],
      badges: ["new"],
    });
    const created = await save(
      app.admin,
      Array.from({ length: limits.rows }, (_, number) => ({ subcategoryId: leaf, data: data(number) })),
    );
    expect(created.rows.every(({ status }) => status === "created")).toBe(true);
    const ids = [item, ...created.rows.slice(1).map(({ id }) => id)];
    const changed = await save(
      app.admin,
      ids.map((id, number) => ({ id, data: data(number + 1) })),
    );
    expect(changed.rows.every(({ status }) => status === "changed")).toBe(true);
    expect((await app.admin.api.getSubcategory({ params: { subcategoryId: leaf } })).data.itemCount).toBe(
      limits.rows + 1,
    );
  });

  test("may name an item twice: the second row sees what the first one wrote", async () => {
    const { item } = await newShelf(app.admin);
    const { rows } = await save(app.admin, [
      { id: item, data: { price: 9 } },
      { id: item, data: { price: 9 } },
      { id: item, data: { price: 5 } },
    ]);
    expect(outcomes(rows)).toEqual(["changed", "unchanged", "changed"]);
    expect((await app.admin.api.getItem({ params: { itemId: item } })).data.price).toBe(5);
  });
});

describe("grants", () => {
  test("are asked for each row: who may edit one branch saves just the rows of that branch", async () => {
    const mine = await newShelf(app.admin);
    const theirs = await newShelf(app.admin);
    const hidden = await newShelf(app.admin, "other");
    const editor = await app.key(
      { role: "editor", project: "shop", subtree: mine.branch },
      { role: "viewer", project: "shop" },
    );
    const { rows, status } = await save(editor, [
      { id: theirs.item, data: { price: 1 } },
      { id: mine.item, data: { price: 1 } },
      { id: hidden.item, data: { price: 1 } },
      { subcategoryId: theirs.leaf, data: { name: "New" } },
      { subcategoryId: hidden.leaf, data: { name: "New" } },
      { subcategoryId: mine.leaf, data: { name: "New" } },
    ]);
    expect(status).toBe(200);
    expect(outcomes(rows)).toEqual([
      "refused not_allowed",
      "changed",
      "refused not_found",
      "refused not_allowed",
      "refused not_found",
      "created",
    ]);
    expect(rows[2]?.message).toBe(`There is no item "${hidden.item}".`);
    expect(await itemsIn(theirs.leaf)).toMatchObject([{ price: 5 }]);
    expect(await itemsIn(mine.leaf)).toMatchObject([{ price: 1 }, { name: "New" }]);
  });

  test("are asked for each language: a translator saves their texts and nothing else", async () => {
    const { leaf, item } = await newShelf(app.admin);
    const translator = await app.key({ role: "translator", project: "shop", languages: ["ru"] });
    const { rows } = await save(translator, [
      { id: item, data: { translations: { de: { name: "Ding" } } } },
      { id: item, data: { translations: { ru: { name: "Вещь" } }, price: 1 } },
      { id: item, data: { translations: { ru: { name: "Вещь" } } } },
      { subcategoryId: leaf, data: { name: "New" } },
    ]);
    expect(outcomes(rows)).toEqual(["refused not_allowed", "refused not_allowed", "changed", "refused not_allowed"]);
    const stored = (await app.admin.api.getItem({ params: { itemId: item } })).data;
    expect(stored).toMatchObject({ price: 5, translations: { ru: { name: "Вещь" } } });
    expect(Object.keys(stored.translations)).toEqual(["ru"]);
  });

  test("a viewer gets no rows at all, and neither does a repetition after the grant is gone", async () => {
    const { item } = await newShelf(app.admin);
    const viewer = await app.key({ role: "viewer", project: "shop" });
    expect((await save(viewer, [{ id: item, data: { price: 1 } }])).status).toBe(403);
    const editor = await app.key({ role: "editor", project: "shop" });
    const once = { "idempotency-key": `gone-${item}` };
    expect((await save(editor, [{ id: item, data: { price: 1 } }], once)).status).toBe(200);
    await app.admin.api.updateKey({
      params: { keyId: editor.id },
      body: { grants: [{ role: "viewer", project: "shop" }] },
    });
    expect((await save(editor, [{ id: item, data: { price: 1 } }], once)).status).toBe(403);
  });
});

test("rows and other writers of the same items lose nothing", async () => {
  const { leaf, item } = await newShelf(app.admin);
  await Promise.all([
    ...Array.from({ length: 10 }, () =>
      save(app.admin, [
        { subcategoryId: leaf, data: { name: "New" } },
        { id: item, data: { quantity: Math.random() } },
      ]),
    ),
    ...Array.from({ length: 10 }, (_, price) =>
      app.admin.api.updateItem({ params: { itemId: item }, body: { price: price + 1 } }),
    ),
  ]);
  expect(await itemsIn(leaf)).toHaveLength(11);
  expect(await app.doctor()).toEqual([]);
});
