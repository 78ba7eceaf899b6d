import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Item } from "../contract/items.ts";
import { startApp, type TestApp } from "./start-app.ts";
import { rounds } from "./support/rounds.ts";

let app: TestApp;
let categoryId: string;
beforeAll(async () => {
  app = await startApp();
  categoryId = (await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Races" } })).data.id;
});
afterAll(() => app.stop());

const races = rounds(20, 200);

/** The status of a call that may be refused. */
async function outcome(call: Promise<{ status: number }>): Promise<number> {
  try {
    return (await call).status;
  } catch (error) {
    if (error instanceof Error && "status" in error) return error.status as number;
    throw error;
  }
}

let made = 0;
async function newLeaf(): Promise<string> {
  const id = `leaf-${++made}`;
  await app.api.createSubcategory({ params: { categoryId }, body: { id, name: "Leaf" } });
  return id;
}

const getLeaf = async (subcategoryId: string) => (await app.api.getSubcategory({ params: { subcategoryId } })).data;

/** In alternating order, so that neither side is always first. */
const together = <T>(round: number, calls: (() => Promise<T>)[]) =>
  round % 2 === 0
    ? Promise.all(calls.map((call) => call()))
    : Promise.all(calls.toReversed().map((call) => call())).then((all) => all.reverse());

test("an item and a child created in one node at the same time: never both", async () => {
  for (let round = 0; round < races; round++) {
    const id = await newLeaf();
    const statuses = await together(round, [
      () => outcome(app.api.createItem({ params: { subcategoryId: id }, body: { name: "Item" } })),
      () => outcome(app.api.createNestedSubcategory({ params: { parentSubcategoryId: id }, body: { name: "Child" } })),
      () => outcome(app.api.createItem({ params: { subcategoryId: id }, body: { name: "Item" } })),
      () => outcome(app.api.createNestedSubcategory({ params: { parentSubcategoryId: id }, body: { name: "Child" } })),
    ]);
    const leaf = await getLeaf(id);
    const items = leaf.itemCount;
    const children = leaf.subcategories.length;
    expect([items, children].sort()).toEqual([0, 2]);
    expect(leaf.hasItems).toBe(items > 0);
    expect(statuses).toEqual(items > 0 ? [201, 400, 201, 400] : [400, 201, 400, 201]);
  }
});

test("the first of an item and a child to arrive wins the node", async () => {
  const [forItem, forChild] = [await newLeaf(), await newLeaf()];
  const item = (id: string) => outcome(app.api.createItem({ params: { subcategoryId: id }, body: { name: "Item" } }));
  const child = (id: string) =>
    outcome(app.api.createNestedSubcategory({ params: { parentSubcategoryId: id }, body: { name: "Child" } }));
  expect([await item(forItem), await child(forItem)]).toEqual([201, 400]);
  expect([await child(forChild), await item(forChild)]).toEqual([201, 400]);
});

test("the same id chosen at the same time: one request gets it, the others get a 409", async () => {
  for (let round = 0; round < races; round++) {
    const parent = await newLeaf();
    const rename = await newLeaf();
    const id = `wanted-${round}`;
    const statuses = await together(round, [
      () => outcome(app.api.createSubcategory({ params: { categoryId }, body: { id, name: "A" } })),
      () =>
        outcome(app.api.createNestedSubcategory({ params: { parentSubcategoryId: parent }, body: { id, name: "B" } })),
      () => outcome(app.api.updateSubcategory({ params: { subcategoryId: rename }, body: { id, name: "C" } })),
      () => outcome(app.api.createSubcategory({ params: { categoryId }, body: { id, name: "D" } })),
    ]);
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
    const winner = await getLeaf(id);
    expect(winner.name).toBe("ABCD"[statuses.findIndex((status) => status < 300)] as string);
    expect((await getLeaf(parent)).subcategories.length).toBe(winner.name === "B" ? 1 : 0);
  }
});

test("items are created and deleted while hasItems decides about children", async () => {
  for (let round = 0; round < races; round++) {
    const id = await newLeaf();
    const params = { subcategoryId: id };
    const first = (await app.api.createItem({ params, body: { name: "First" } })).data;
    const [removed, created, child] = await together(round, [
      () => outcome(app.api.deleteItem({ params: { itemId: first.id } })),
      () => outcome(app.api.createItem({ params, body: { name: "Second" } })),
      () => outcome(app.api.createNestedSubcategory({ params: { parentSubcategoryId: id }, body: { name: "Child" } })),
    ]);
    expect(removed).toBe(204);
    const leaf = await getLeaf(id);
    const items = created === 201 ? 1 : 0;
    expect([created, child].sort()).toEqual([201, 400]);
    expect(leaf.itemCount).toBe(items);
    expect(leaf.hasItems).toBe(items > 0);
    expect(leaf.subcategories.length).toBe(1 - items);
    const page = (await app.api.listItems({ params })).data;
    expect(page.total).toBe(items);
    expect(page.items.length).toBe(items);
  }
});

test("concurrent PATCHes of different fields of one item lose no field", async () => {
  const subcategoryId = await newLeaf();
  const { id: itemId } = (await app.api.createItem({ params: { subcategoryId }, body: { name: "Item" } })).data;
  // Fifteen requests race in each round, against two to four in the other tests.
  for (let round = 0; round < races / 4; round++) {
    const fields: Partial<Item> = {
      name: `Item ${round}`,
      price: round + 0.5,
      quantity: round,
      discount: round % 101,
      visible: round % 2 === 0,
      priority: round,
      tags: [`t${round}`],
      badges: [`b${round}`],
      imgs: [`${round}.png`],
      simpleDescription: `d${round}`,
      description: [{ key: "round", value: `${round}` }],
    };
    const { etag } = await app.api.getItem({ params: { itemId } });
    const conditions = round % 2 === 0 && etag ? { ifMatch: etag } : {};
    const translations = ["ru", "de", "fr"].map((code) => ({ translations: { [code]: { name: `${code} ${round}` } } }));
    const answers = await Promise.all([
      ...Object.entries(fields).map(([field, value]) =>
        app.api.updateItem({ params: { itemId }, body: { [field]: value }, ...conditions }),
      ),
      ...translations.map((body) => app.api.updateItem({ params: { itemId }, body, merge: true, ...conditions })),
      app.api.createComment({ params: { itemId }, body: { text: `c${round}` } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([...new Array(14).fill(200), 201]);
    const item = (await app.api.getItem({ params: { itemId } })).data;
    expect(item).toMatchObject({
      ...fields,
      translations: { ru: { name: `ru ${round}` }, de: { name: `de ${round}` }, fr: { name: `fr ${round}` } },
    });
    expect(item.comments.at(-1)?.text).toBe(`c${round}`);
    expect(item.comments.length).toBe(round + 1);
  }
});

test("of two changes of the same field, the second gets a conflict", async () => {
  const subcategoryId = await newLeaf();
  const { id: itemId } = (await app.api.createItem({ params: { subcategoryId }, body: { name: "Item" } })).data;
  for (let round = 0; round < races; round++) {
    const { etag = "" } = await app.api.getItem({ params: { itemId } });
    const statuses = await Promise.all(
      [1, 2, 3].map((each) =>
        outcome(app.api.updateItem({ params: { itemId }, body: { name: `${round} ${each}` }, ifMatch: etag })),
      ),
    );
    expect(statuses.sort()).toEqual([200, 412, 412]);
  }
});

test("concurrent moves and deletes leave a valid tree, and nothing half deleted", async () => {
  for (let round = 0; round < races; round++) {
    const [from, to] = [await newLeaf(), await newLeaf()];
    const { id: itemId } = (await app.api.createItem({ params: { subcategoryId: from }, body: { name: "Item" } })).data;
    const [moved, deleted, turned] = await together(round, [
      () => outcome(app.api.updateItem({ params: { itemId }, body: { subcategoryId: to } })),
      () => outcome(app.api.deleteSubcategory({ params: { subcategoryId: round % 3 === 0 ? from : to } })),
      () => outcome(app.api.updateSubcategory({ params: { subcategoryId: from }, body: { parentId: to } })),
    ]);
    expect([200, 400, 404]).toContain(moved as number);
    expect(deleted).toBe(204);
    expect([200, 400, 404]).toContain(turned as number);
    const item = await outcome(app.api.getItem({ params: { itemId } }));
    const places = await Promise.all(
      [from, to].map((id) => outcome(app.api.getSubcategory({ params: { subcategoryId: id } }))),
    );
    if (item === 200) expect(places).toContain(200);
  }
});

test("two subcategories moved under each other at the same time never form a cycle", async () => {
  for (let round = 0; round < races; round++) {
    const [a, b] = [await newLeaf(), await newLeaf()];
    const statuses = await Promise.all([
      outcome(app.api.updateSubcategory({ params: { subcategoryId: a }, body: { parentId: b } })),
      outcome(app.api.updateSubcategory({ params: { subcategoryId: b }, body: { parentId: a } })),
    ]);
    expect(statuses.sort()).toEqual([200, 400]);
  }
});

test("a bulk update during single updates and a deletion is all or nothing", async () => {
  const subcategoryId = await newLeaf();
  for (let round = 0; round < races / 4; round++) {
    const items = await Promise.all(
      Array.from({ length: 8 }, () => app.api.createItem({ params: { subcategoryId }, body: { name: "Item" } })),
    );
    const ids = items.map(({ data }) => data.id);
    const [bulk] = await together(round, [
      () => outcome(app.api.bulkUpdateItems({ body: { itemIds: ids, data: { price: 7 } } })),
      () => outcome(app.api.deleteItem({ params: { itemId: ids[round % 8] as string } })),
      () =>
        outcome(app.api.updateItem({ params: { itemId: ids[(round + 1) % 8] as string }, body: { name: "Other" } })),
    ]);
    const left = (await app.api.listItems({ params: { subcategoryId }, query: { limit: 500 } })).data.items;
    const prices = new Set(left.filter(({ id }) => ids.includes(id)).map(({ price }) => price));
    expect([...prices]).toEqual([bulk === 204 ? 7 : 0]);
  }
});

test("after all races the doctor finds no faults", async () => {
  expect(await app.doctor()).toEqual([]);
});
