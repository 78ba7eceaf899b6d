import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../server/db/sql.ts";
import { holdRows } from "../../server/imports/write-rows.sql.ts";
import { type Leaf, leafById } from "../../server/items/items.sql.ts";
import { type ImportCatalog, startImportCatalog } from "./import-catalog.ts";

let catalog: ImportCatalog;
beforeAll(async () => {
  catalog = await startImportCatalog();
});
afterAll(() => catalog.app.stop());

describe("an import", () => {
  test("creates items, and changes those that it finds by their keys", async () => {
    const leaf = await catalog.newLeaf();
    const first = await catalog.imports.run(
      `key,subcategoryId,name,price,name@ru,attribute.Colour\nA-1,${leaf},Lamp,10,Лампа,red\nA-2,${leaf},Chair,20,,\n`,
    );
    expect(first).toMatchObject({ state: "done", rows: 2, created: 2, changed: 0, refused: 0 });
    expect(await catalog.itemsOf(leaf)).toMatchObject([
      {
        name: "Lamp",
        price: 10,
        translations: { ru: { name: "Лампа" } },
        description: [{ key: "Colour", value: "red" }],
      },
      { name: "Chair", price: 20 },
    ]);
    const second = await catalog.imports.run(`sku;цена;название\nA-1;10;Lamp\nA-2;25,5;Chair\nA-3;1;Table\n`, {
      options: JSON.stringify({ subcategoryId: leaf }),
    });
    expect(second).toMatchObject({ state: "done", rows: 3, created: 1, changed: 1, unchanged: 1 });
    expect((await catalog.itemsOf(leaf)).map(({ name, price }) => [name, price])).toEqual([
      ["Lamp", 10],
      ["Chair", 25.5],
      ["Table", 1],
    ]);
    expect(await catalog.imports.changes(second)).toMatchObject([
      { row: 3, status: "changed", name: "Chair", fields: [{ column: "price", before: 20, after: 25.5 }] },
      { row: 4, status: "created", name: "Table", key: "A-3" },
    ]);
  });

  test("creates subcategories from a path, if that is chosen", async () => {
    const text = `subcategory,name\nGarden / Tools / Spades,Spade\nGarden / Tools / Spades,Big spade\nGarden / Pots,Pot\n`;
    const refused = await catalog.imports.run(text);
    expect(refused).toMatchObject({ refused: 3, created: 0 });
    const run = await catalog.imports.run(text, { options: JSON.stringify({ createSubcategories: true }) });
    expect(run).toMatchObject({ state: "done", created: 3, createdSubcategories: 4 });
    const tree = (await catalog.app.api.listCategories({ params: { projectId: "shop" } })).data;
    const garden = tree.find(({ name }) => name === "Garden");
    expect(garden?.subcategories.map(({ name }) => name)).toEqual(["Tools", "Pots"]);
    expect(garden?.subcategories[0]?.subcategories[0]).toMatchObject({ name: "Spades", itemCount: 2 });
  });
});

test("an import is undone in pieces, and can be carried out again", async () => {
  const leaf = await catalog.newLeaf();
  const before = await catalog.imports.run(`key,subcategoryId,name,price\nU-1,${leaf},Old,10\n`);
  expect(before.created).toBe(1);
  const rows = Array.from({ length: 450 }, (_, index) => `N-${index},${leaf},New ${index},1`);
  const run = await catalog.imports.run(`key,subcategoryId,name,price\nU-1,${leaf},Old,11\n${rows.join("\n")}\n`);
  expect(run).toMatchObject({ state: "done", created: 450, changed: 1 });
  expect(await catalog.itemsOf(leaf)).toHaveLength(451);
  const undone = await catalog.imports.act(run, "undo");
  expect(undone).toMatchObject({ state: "undone", kept: 0 });
  expect((await catalog.itemsOf(leaf)).map(({ name, price }) => [name, price])).toEqual([["Old", 10]]);
  const again = await catalog.imports.act(run, "resume");
  expect(again).toMatchObject({ state: "done", created: 450, changed: 1 });
  expect(await catalog.itemsOf(leaf)).toHaveLength(451);
});

describe("a row of an export", () => {
  const price = "id,key,version,name,price,name@ru,attribute.Colour";
  const exportedRow = async (leaf: string) =>
    Buffer.from(await catalog.imports.exported({ within: leaf, columns: price }))
      .toString()
      .split("\r\n")[1] as string;

  test("conflicts where somebody has changed the value since, and the rest is written", async () => {
    const leaf = await catalog.newLeaf();
    const body = {
      name: "Lamp",
      price: 10,
      description: [
        { key: "Colour", value: "red" },
        { key: "Size", value: "1" },
      ],
    };
    const { data: item } = await catalog.app.api.createItem({ params: { subcategoryId: leaf }, body });
    const row = await exportedRow(leaf);
    const params = { itemId: item.id };
    await catalog.app.api.updateItem({ params, body: { price: 12 } });
    await catalog.app.api.updateItem({
      params,
      body: {
        description: [
          { key: "Colour", value: "red" },
          { key: "Size", value: "2" },
        ],
      },
    });
    const edited = row.replace(",Lamp,10,", ",Lantern,11,").replace(/red$/, "blue");
    const run = await catalog.imports.run(`${price}\n${edited}\n`);
    expect(run).toMatchObject({ state: "done", changed: 1, conflicts: 1, refused: 0 });
    expect(await catalog.imports.faults(run)).toEqual([
      {
        row: 2,
        column: "price",
        value: "11",
        code: "conflict",
        message: "was changed by somebody since the export",
        current: 12,
      },
    ]);
    const { data } = await catalog.app.api.getItem({ params });
    expect(data).toMatchObject({
      name: "Lantern",
      price: 12,
      description: [
        { key: "Colour", value: "blue" },
        { key: "Size", value: "2" },
      ],
    });
  });

  test("moves an item to the subcategory that it names", async () => {
    const [from, to] = [await catalog.newLeaf(), await catalog.newLeaf("Target")];
    const { data: item } = await catalog.app.api.createItem({
      params: { subcategoryId: from },
      body: { name: "Lamp" },
    });
    const run = await catalog.imports.run(`id,subcategory\n${item.id},Audio / Target\n`);
    expect(run).toMatchObject({ state: "done", changed: 1 });
    expect((await catalog.itemsOf(to)).map(({ id }) => id)).toEqual([item.id]);
    expect(await catalog.itemsOf(from)).toEqual([]);
  });
});

test("a subcategory that was renamed or moved after a row was decided is noticed under the lock", async () => {
  const id = await catalog.newLeaf();
  const leaf = await catalog.app.db.write((tx) => leafById(tx, id, { actor: "test", set: "held", at: 1 }));
  const holds = (seen: Leaf) =>
    catalog.app.db.write((tx) =>
      holdRows(
        tx,
        [{ status: "created", place: { leaf: seen }, patch: { name: "New" }, externalKey: null, changes: [] }],
        {},
      ),
    );
  expect(await holds(leaf)).toBe(true);
  expect(await holds({ ...leaf, id: "before" })).toBe(false);
  expect(await holds({ ...leaf, category_key: leaf.category_key + 1 })).toBe(false);
});

test("a stopped import goes on where it was", async () => {
  const leaf = await catalog.newLeaf();
  const lines = Array.from({ length: 1_000 }, (_, row) => `S-${row},${leaf},Item ${row}`);
  const begun = await catalog.imports.start(`key,subcategoryId,name\n${lines.join("\n")}\n`);
  const stopped = await catalog.imports.send(`/api/imports/${begun.id}`, { method: "DELETE" });
  if (stopped.status === 200) expect((await catalog.imports.read(begun.id)).state).toBe("stopped");
  const state = (await catalog.imports.read(begun.id)).state;
  const run = state === "stopped" ? await catalog.imports.act(begun, "resume") : await catalog.imports.ended(begun);
  expect(run).toMatchObject({ state: "done", created: 1_000, refused: 0 });
  const refusal = await catalog.imports.send(`/api/imports/${begun.id}/resume`, { method: "POST" });
  expect([refusal.status, ((await refusal.json()) as { code: string }).code]).toEqual([409, "import_state"]);
});

test("a check that was stopped can get other columns, an import that was stopped cannot", async () => {
  const leaf = await catalog.newLeaf();
  const stopped = async (dryRun: string) => {
    const { id } = await catalog.imports.run(`Art.,subcategoryId,name\n${leaf}-${dryRun},${leaf},Lamp\n`, { dryRun });
    await catalog.app.db.write((tx) => tx.run(sql`update imports set state = 'stopped' where id = ${id}`));
    return id;
  };
  const change = (id: string) =>
    catalog.imports.send(`/api/imports/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ columns: { "Art.": "key" } }),
    });
  const check = await stopped("true");
  expect((await change(check)).status).toBe(200);
  const again = await catalog.imports.ended(await catalog.imports.read(check));
  expect(again).toMatchObject({ state: "checked", created: 1 });
  expect(again.columns).toContainEqual({ header: "Art.", column: "key" });
  expect((await change(await stopped("false"))).status).toBe(409);
});

test("columns are mapped by hand, and a mapping can be saved", async () => {
  const leaf = await catalog.newLeaf();
  const text = `Art.;Modell;VK;Ort\nM-1;Lampe;5,5;${leaf}\n`;
  const checked = await catalog.imports.run(text, { dryRun: "true" });
  expect(checked.columns.map(({ column }) => column)).toEqual([null, null, null, null]);
  expect(checked).toMatchObject({ refused: 1 });
  const mapping = { "Art.": "key", Modell: "name", VK: "price", Ort: "subcategoryId" };
  const json = { "content-type": "application/json" };
  const patched = await catalog.imports.send(`/api/imports/${checked.id}`, {
    method: "PATCH",
    headers: json,
    body: JSON.stringify({ columns: mapping }),
  });
  expect(patched.status).toBe(200);
  const again = await catalog.imports.ended(checked);
  expect(again).toMatchObject({ state: "checked", created: 1, refused: 0 });
  expect(again.columns).toContainEqual({ header: "VK", column: "price" });
  const { rows } = await catalog.imports.get<{ rows: unknown[] }>(`/api/imports/${checked.id}/rows`);
  expect(rows).toEqual([{ row: 2, cells: ["M-1", "Lampe", "5,5", leaf] }]);
  const put = (columns: object) =>
    catalog.imports.send("/api/projects/shop/mappings/Lampen%20GmbH", {
      method: "PUT",
      headers: json,
      body: JSON.stringify({ columns }),
    });
  expect((await put(mapping)).status).toBe(200);
  expect((await put({ "Art.": "weather" })).status).toBe(400);
  const { mappings } = await catalog.imports.get<{ mappings: unknown[] }>("/api/projects/shop/mappings");
  expect(mappings).toEqual([{ name: "Lampen GmbH", columns: mapping, changedAt: expect.any(String) }]);
  const remove = () => catalog.imports.send("/api/projects/shop/mappings/Lampen%20GmbH", { method: "DELETE" });
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
});

test("the history of a project has one entry for an import, and one for each undo of it", async () => {
  const leaf = await catalog.newLeaf();
  const { data: item } = await catalog.app.api.createItem({
    params: { subcategoryId: leaf },
    body: { name: "Old", price: 1 },
  });
  const run = await catalog.imports.run(
    `id,subcategoryId,name,price\n,${leaf},New,5\n${item.id},,Old,2\n,${leaf},Newer,6\n${item.id},,Again,3\n`,
  );
  expect(run).toMatchObject({ created: 2, changed: 1, refused: 1 });
  await catalog.imports.act(run, "undo");
  await catalog.imports.act(run, "resume");
  await catalog.app.api.updateItem({ params: { itemId: item.id }, body: { price: 9 } });
  const { entries } = (await catalog.app.api.listChanges({ params: { projectId: "shop" }, query: { limit: 5 } })).data;
  const set = run.changeSetId;
  expect(entries.map(({ changeSetId, things, summary }) => [changeSetId, things, summary]).slice(1)).toEqual([
    [set, 3, "3 records imported"],
    [`undo-${set}`, 3, "import of 3 records undone"],
    [set, 3, "3 records imported"],
    [expect.any(String), 1, 'item "Old" created'],
  ]);
});

test("a page of the history gets past an import of more changes than it otherwise looks at", async () => {
  const leaf = await catalog.newLeaf();
  await catalog.app.api.createItem({ params: { subcategoryId: leaf }, body: { name: "Earlier" } });
  const rows = Array.from({ length: 10_001 }, (_, at) => `${leaf},Row ${at}`);
  const run = await catalog.imports.run(`subcategoryId,name\n${rows.join("\n")}\n`);
  const { entries } = (await catalog.app.api.listChanges({ params: { projectId: "shop" }, query: { limit: 2 } })).data;
  expect(entries.map(({ changeSetId, things }) => [changeSetId, things])[0]).toEqual([run.changeSetId, 10_001]);
  expect(entries[1]?.name).toBe("Earlier");
});
