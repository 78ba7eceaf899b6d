import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { CatalogError } from "../../contract/client.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { historyCalls, newLeaf, setOf } from "./history-scenario.ts";

let time = Date.parse("2026-03-01T10:00:00Z");
let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { now: () => time });
});
afterAll(() => app.stop());

let leaf: string;
beforeEach(async () => {
  ({ leaf } = await newLeaf(app));
  time += 3_600_000;
});

const { item, patch } = historyCalls(() => ({ app, leaf }));

describe("conflicts", () => {
  test("show both values, and who wrote the other one and when; different fields merge", async () => {
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

  test("a field that was changed and changed back, or a thing deleted and restored, is not a conflict", async () => {
    const id = await item({ price: 1 });
    const etag = (await app.api.getItem({ params: { itemId: id } })).etag as string;
    await patch(id, { price: 2 });
    await patch(id, { price: 1 });
    const deletion = await app.api.deleteItem({ params: { itemId: id } });
    await app.api.undoChanges({ params: { changeSetId: setOf(deletion) } });
    const { data } = await app.api.updateItem({ params: { itemId: id }, body: { price: 5 }, ifMatch: etag });
    expect(data.price).toBe(5);
  });

  test("a language without any field is not a conflict, for a change or for a deletion", async () => {
    const id = await item();
    const etag = (await app.api.getItem({ params: { itemId: id } })).etag as string;
    await patch(id, { translations: { de: {} } });
    const changed = await app.api.updateItem({ params: { itemId: id }, body: { translations: {} }, ifMatch: etag });
    expect(changed.status).toBe(200);
    await patch(id, { translations: { de: {} } });
    expect((await app.api.deleteItem({ params: { itemId: id }, ifMatch: etag })).status).toBe(204);
  });
});
