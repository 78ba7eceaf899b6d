import { describe, expect, test } from "bun:test";
import type { CatalogError } from "../../contract/client.ts";
import { setOf, startHistoryApp } from "./history-scenario.ts";

const at = startHistoryApp();
const { item, patch } = at;

describe("conflicts", () => {
  test("show both values, and who wrote the other one and when; different fields merge", async () => {
    const id = await item({ price: 1 });
    const etag = (await at.app.api.getItem({ params: { itemId: id } })).etag as string;
    at.time += 5_000;
    await patch(id, { price: 2 });
    const merged = await at.app.api.updateItem({ params: { itemId: id }, body: { quantity: 3 }, ifMatch: etag });
    expect(merged.data).toMatchObject({ price: 2, quantity: 3 });
    const problem = await at.app.api
      .updateItem({ params: { itemId: id }, body: { price: 9, name: "Mine" }, ifMatch: etag })
      .catch((error: CatalogError) => error.problem);
    expect(problem).toMatchObject({
      status: 412,
      conflicts: [{ field: "price", yours: 9, theirs: 2, actor: "anonymous", at: new Date(at.time).toISOString() }],
    });
    const stale = await at.app.api
      .deleteItem({ params: { itemId: id }, ifMatch: etag })
      .catch((error: CatalogError) => error.problem);
    expect(stale).toMatchObject({
      conflicts: [
        { field: "quantity", theirs: 3, actor: "anonymous", at: new Date(at.time).toISOString() },
        { field: "price", yours: 1, theirs: 2 },
      ],
    });
  });

  test("a field that was changed and changed back, or a thing deleted and restored, is not a conflict", async () => {
    const id = await item({ price: 1 });
    const etag = (await at.app.api.getItem({ params: { itemId: id } })).etag as string;
    await patch(id, { price: 2 });
    await patch(id, { price: 1 });
    const deletion = await at.app.api.deleteItem({ params: { itemId: id } });
    await at.app.api.undoChanges({ params: { changeSetId: setOf(deletion) } });
    const { data } = await at.app.api.updateItem({ params: { itemId: id }, body: { price: 5 }, ifMatch: etag });
    expect(data.price).toBe(5);
  });

  test("a language without any field is not a conflict, for a change or for a deletion", async () => {
    const id = await item();
    const etag = (await at.app.api.getItem({ params: { itemId: id } })).etag as string;
    await patch(id, { translations: { de: {} } });
    const changed = await at.app.api.updateItem({ params: { itemId: id }, body: { translations: {} }, ifMatch: etag });
    expect(changed.status).toBe(200);
    await patch(id, { translations: { de: {} } });
    expect((await at.app.api.deleteItem({ params: { itemId: id }, ifMatch: etag })).status).toBe(204);
  });
});
