import { describe, expect, test } from "bun:test";
import type { CatalogError } from "../../contract/client.ts";
import { setOf, startHistoryApp } from "./history-scenario.ts";

const at = startHistoryApp();
const { item, patch, historyOf, changes } = at;

describe("the history of a thing", () => {
  test("lists changes, newest first, with readable differences", async () => {
    const id = await item({ price: 499 });
    at.time += 120_000;
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
        at: new Date(at.time).toISOString(),
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

  test("a filter does not fold saves that have another change in between, which an undo would also revert", async () => {
    const id = await item({ price: 1 });
    at.time += 120_000;
    await patch(id, { price: 2 });
    await patch(id, { name: "Borealis" });
    await patch(id, { price: 3 });
    for (const { entries } of [await historyOf(id, { field: "price" }), await changes({ field: "price", limit: 2 })]) {
      const [newest] = entries.filter((entry) => entry.id === id);
      expect(newest).toMatchObject({ saves: 1, fields: [{ field: "price", before: 2, after: 3 }] });
    }
    const [newest] = (await historyOf(id, { field: "price" })).entries;
    await at.app.api.undoChanges({ params: { changeSetId: newest?.changeSetId as string } });
    expect((await at.app.api.getItem({ params: { itemId: id } })).data).toMatchObject({ name: "Borealis", price: 2 });
  });

  test("a comment that is added, edited and removed at once is two entries, with all its texts", async () => {
    const id = await item();
    const params = { itemId: id };
    const { data } = await at.app.api.createComment({ params, body: { text: "Greta" } });
    await at.app.api.updateComment({ params: { itemId: id, commentId: data.id }, body: { text: "Great" } });
    await at.app.api.deleteComment({ params: { itemId: id, commentId: data.id } });
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

  test("saves that end with the first value say so, and show the values in between", async () => {
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
      at.app.api.updateItem({ params: { itemId: id }, body: { translations: { ru: { name } } }, merge: true });
    await ru("Имя");
    await ru(null);
    expect((await historyOf(id)).entries[0]?.summary).toBe(
      'item "Aurora": name (ru): nothing → "Имя" → nothing, in 2 saves',
    );
  });

  test("an entry of many or long saves shows the last ones, and `folded=false` shows each", async () => {
    const id = await item({ price: 0 });
    at.time += 120_000;
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
    await at.app.api.bulkUpdateItems({ body: { itemIds, data: { discount: 7 } } });
    expect((await changes({ folded: false, limit: 2 })).entries.map(({ things }) => things)).toEqual([1, 1]);
  });

  test("undoing folded saves does not change other things that one of the requests changed", async () => {
    const [id, other] = [await item({ price: 1 }), await item({ price: 1 })];
    at.time += 120_000;
    await at.app.api.bulkUpdateItems({ body: { itemIds: [other, id], data: { price: 2 } } });
    await patch(id, { price: 3 });
    const [entry] = (await historyOf(id)).entries;
    expect(entry).toMatchObject({ saves: 2, things: 1, fields: [{ field: "price", before: 1, after: 3 }] });
    const { data } = await at.app.api.undoChanges({ params: { changeSetId: entry?.changeSetId as string } });
    expect(data.undone.map((undone) => undone.id)).toEqual([id]);
    expect((await at.app.api.getItem({ params: { itemId: other } })).data.price).toBe(2);
  });

  test("saves of one field within a minute are one entry, and are undone as one", async () => {
    const id = await item({ name: "A" });
    const first = at.time + 120_000;
    for (const [index, name] of ["Au", "Aur", "Auro", "Aurora"].entries()) {
      at.time = first + index * 500;
      await patch(id, { name });
    }
    const { entries } = await historyOf(id);
    expect(entries.map(({ action, saves }) => [action, saves])).toEqual([
      ["update", 4],
      ["create", 1],
    ]);
    expect(entries[0]?.fields).toMatchObject([{ field: "name", before: "A", after: "Aurora" }]);
    expect(entries[0]?.firstAt).toBe(new Date(first).toISOString());
    const { data } = await at.app.api.undoChanges({ params: { changeSetId: entries[0]?.changeSetId as string } });
    expect(data.undone).toHaveLength(1);
    expect((await at.app.api.getItem({ params: { itemId: id } })).data.name).toBe("A");
    expect((await historyOf(id)).entries.map(({ saves, undo }) => [saves, undo])).toEqual([
      [1, true],
      [4, undefined],
      [1, undefined],
    ]);
  });

  test("another field, another minute or several fields at once start a new entry", async () => {
    const id = await item();
    at.time += 120_000;
    await patch(id, { price: 1 });
    await patch(id, { quantity: 1 });
    await patch(id, { price: 2 });
    await patch(id, { price: 3, quantity: 3 });
    at.time += 60_001;
    await patch(id, { price: 4 });
    at.time += 60_001;
    await patch(id, { price: 5 });
    expect((await historyOf(id)).entries.map(({ saves }) => saves)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test("is read page by page, without a gap and without splitting an entry", async () => {
    const id = await item();
    for (let i = 0; i < 250; i++) {
      if (i % 5 === 0) at.time += 61_000;
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

  test("exists for a deleted thing, and for what was deleted with something else", async () => {
    const id = await item();
    const deletion = await at.app.api.deleteCategory({ params: { categoryId: at.category } });
    expect((await historyOf(id)).entries).toMatchObject([
      {
        action: "delete",
        changeSetId: setOf(deletion),
        partOf: { kind: "category", id: at.category },
        summary: 'item "Aurora" deleted with the category "Phones"',
      },
      { action: "create" },
    ]);
    const gone = await at.app.api.categoryHistory({ params: { categoryId: at.category } });
    expect(gone.data.entries[0]?.summary).toBe('category "Phones" deleted with 1 subcategory and 1 item');
    await at.app.api.undoChanges({ params: { changeSetId: setOf(deletion) } });
    const back = await at.app.api.categoryHistory({ params: { categoryId: at.category } });
    expect(back.data.entries.map(({ action }) => action)).toEqual(["restore", "delete", "create"]);
  });

  test("of an unknown id is a 404, and a foreign cursor is a 400", async () => {
    const status = (call: Promise<unknown>) => call.catch((error: CatalogError) => error.status);
    expect(await status(historyOf("nothing"))).toBe(404);
    const id = await item();
    expect(await status(historyOf(id, { cursor: "1" }))).toBe(400);
    expect(await status(historyOf(id, { cursor: "-" }))).toBe(400);
    expect(await status(changes({ cursor: "1" }))).toBe(400);
    expect(await status(changes({ since: "yesterday" }))).toBe(400);
  });
});
