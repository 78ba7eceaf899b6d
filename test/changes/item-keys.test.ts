import { describe, expect, test } from "bun:test";
import { setOf, startHistoryApp } from "./history-scenario.ts";

const at = startHistoryApp();
let keys = 0;
const newKey = () => `SKU-${++keys}`;
const withKey = (key: string) => ({ headers: { "item-key": encodeURIComponent(key) } });
const create = async (key: string, name = "Aurora") =>
  at.app.api.createItem({ params: { subcategoryId: at.leaf }, body: { name }, ...withKey(key) });
const give = (itemId: string, key: string) => at.app.api.updateItem({ params: { itemId }, body: {}, ...withKey(key) });
const keyOf = async (itemId: string) => (await at.app.api.getItem({ params: { itemId } })).headers.get("item-key");
const undo = async (changeSetId: string) => (await at.app.api.undoChanges({ params: { changeSetId } })).data;
const put = (key: string, body: Record<string, unknown>) =>
  at.app.api.putItemByKey({ params: { projectId: "shop", itemKey: key }, body });

describe("the key of an item", () => {
  test("is in its history", async () => {
    const [first, second] = [newKey(), newKey()];
    const { data: item } = await create(first);
    at.time += 3_600_000;
    await give(item.id, second);
    const { entries } = await at.historyOf(item.id);
    expect(entries[0]?.fields).toMatchObject([{ field: "key", before: first, after: second }]);
  });

  test("comes back with an undo, and goes again with the undo of that", async () => {
    const [first, second] = [newKey(), newKey()];
    const { data: item } = await create(first);
    const edit = await give(item.id, second);
    const { changeSetId } = await undo(setOf(edit));
    expect(await keyOf(item.id)).toBe(first);
    await undo(changeSetId as string);
    expect(await keyOf(item.id)).toBe(second);
  });

  test("does not come back if another item has it now", async () => {
    const key = newKey();
    const { data: item } = await create(key);
    const edit = await at.app.api.updateItem({
      params: { itemId: item.id },
      body: { price: 5 },
      headers: { "item-key": "" },
    });
    await create(key);
    const { kept } = await undo(setOf(edit));
    expect(kept).toMatchObject([{ id: item.id, field: "key", reason: "key_taken", now: null }]);
    expect(await keyOf(item.id)).toBe(null);
    expect((await at.app.api.getItem({ params: { itemId: item.id } })).data.price).toBe(0);
  });

  test("comes back with a deleted item", async () => {
    const key = newKey();
    const { data: item } = await create(key);
    const deletion = await at.app.api.deleteItemByKey({ params: { projectId: "shop", itemKey: key } });
    expect((await undo(setOf(deletion))).kept).toEqual([]);
    expect(await keyOf(item.id)).toBe(key);
  });

  test("does not come back with a deleted item if another one has it now", async () => {
    const key = newKey();
    const { data: item } = await create(key);
    const deletion = await at.app.api.deleteItem({ params: { itemId: item.id } });
    await create(key);
    const { kept, undone } = await undo(setOf(deletion));
    expect(undone).toMatchObject([{ id: item.id, action: "restore" }]);
    expect(kept).toMatchObject([{ id: item.id, field: "key", reason: "key_taken" }]);
    expect(await keyOf(item.id)).toBe(null);
  });

  test("comes back with a deleted branch, for those items whose keys are free", async () => {
    const [taken, free] = [newKey(), newKey()];
    const { data: one } = await create(taken);
    const { data: other } = await create(free);
    const deletion = await at.app.api.deleteSubcategory({ params: { subcategoryId: at.leaf } });
    const elsewhere = `${at.leaf}-elsewhere`;
    await at.app.api.createSubcategory({ params: { categoryId: at.category }, body: { id: elsewhere, name: "E" } });
    await put(taken, { name: "New", subcategoryId: elsewhere });
    const { kept } = await undo(setOf(deletion));
    expect(kept).toMatchObject([{ kind: "item", id: one.id, field: "key", reason: "key_taken" }]);
    expect([await keyOf(one.id), await keyOf(other.id)]).toEqual([null, free]);
  });

  test("is not copied", async () => {
    const { data: item } = await create(newKey());
    const copied = await at.app.api.bulkCopyItems({ body: { itemIds: [item.id], subcategoryId: at.leaf } });
    expect(await keyOf(copied.data.itemIds[0] as string)).toBe(null);
  });

  test("is found by a search, also in part, and shown with the result", async () => {
    const key = `Lief-${crypto.randomUUID().slice(0, 6)}-${newKey()}`;
    const { data: item } = await create(key);
    for (const search of [key, key.toLowerCase(), key.slice(0, 11)]) {
      const { data } = await at.app.api.searchItems({ params: { projectId: "shop" }, query: { search } });
      expect([search, data.items[0]?.id, data.keys[item.id]]).toEqual([search, item.id, key]);
    }
    const { data } = await at.app.api.find({ params: { projectId: "shop" }, query: { q: key } });
    expect(data.results[0]).toMatchObject({ id: item.id, match: key, matches: [[0, key.length]] });
  });

  test("is a part of a request that is sent again", async () => {
    const [first, second] = [newKey(), newKey()];
    const { data: item } = await create(newKey());
    const send = (key: string) =>
      at.app.api.updateItem({
        params: { itemId: item.id },
        body: {},
        headers: { ...withKey(key).headers, "idempotency-key": "one-request-with-a-key" },
      });
    await send(first);
    expect((await send(first)).headers.get("idempotency-replayed")).toBe("true");
    expect(send(second)).rejects.toMatchObject({ problem: { code: "idempotency_key_reused" } });
    expect(await keyOf(item.id)).toBe(first);
  });
});

test("of many requests at once that put an item with the same key, one creates it and all others change it", async () => {
  const key = newKey();
  const prices = Array.from({ length: 20 }, (_, index) => index + 1);
  const answers = await Promise.all(prices.map((price) => put(key, { name: "Aurora", subcategoryId: at.leaf, price })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  const { data } = await at.app.api.listItems({ params: { subcategoryId: at.leaf } });
  expect(data.total).toBe(1);
});
