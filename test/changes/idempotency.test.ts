import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { startApp, type TestApp } from "../start-app.ts";

const hourMs = 3_600_000;
let time = Date.parse("2026-03-01T10:00:00Z");
let app: TestApp;
let category: string;
beforeAll(async () => {
  app = await startApp({}, { now: () => time });
  category = (await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Category" } })).data.id;
  await app.api.createSubcategory({ params: { categoryId: category }, body: { id: "leaf", name: "Leaf" } });
});
afterAll(() => app.stop());

const send = (method: string, path: string, body: unknown, key: string) =>
  fetch(app.url + path, {
    method,
    headers: { "content-type": "application/json", "idempotency-key": key },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const createItem = (name: string, key: string) => send("POST", "/api/subcategories/leaf/items", { name }, key);
const count = async () => (await app.api.listItems({ params: { subcategoryId: "leaf" } })).data.total;

describe("the same key", () => {
  test("and body get the same answer, and create one item", async () => {
    const before = await count();
    const first = await createItem("Phone", "k1");
    const body = await first.text();
    const again = await createItem("Phone", "k1");
    expect([again.status, await again.text()]).toEqual([201, body]);
    for (const header of ["etag", "change-set", "content-type"]) {
      expect(again.headers.get(header)).toBe(first.headers.get(header));
    }
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await count()).toBe(before + 1);
  });

  test("with another If-Match is another request, and does not get the stored conflict", async () => {
    const { id } = (await (await createItem("Phone", "k-match")).json()) as { id: string };
    const path = `${app.url}/api/items/${id}`;
    const patch = (price: number, key: string, tag: string | null) =>
      fetch(path, {
        method: "PATCH",
        headers: { "content-type": "application/json", "idempotency-key": key, "if-match": tag ?? "" },
        body: JSON.stringify({ price }),
      });
    const first = (await fetch(path)).headers.get("etag");
    await patch(6, "k-theirs", first);
    const refused = await patch(7, "k-mine", first);
    expect([refused.status, (await patch(7, "k-mine", first)).status]).toEqual([412, 412]);
    const second = (await fetch(path)).headers.get("etag");
    const reused = await patch(7, "k-mine", second);
    expect(await reused.json()).toMatchObject({ status: 422, code: "idempotency_key_reused" });
    expect((await patch(7, "k-mine-again", second)).status).toBe(200);
  });

  test("with the same body in another spelling is the same request; another body, path or method is a 422", async () => {
    await createItem("Phone", "k2");
    const spaced = await fetch(`${app.url}/api/subcategories/leaf/items`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "k2" },
      body: '{ "name" : "Phone" }',
    });
    expect(spaced.headers.get("idempotency-replayed")).toBe("true");
    const before = await count();
    const others = [
      createItem("Tablet", "k2"),
      send("POST", "/api/projects/shop/categories", { name: "Phone" }, "k2"),
      send("PATCH", "/api/items/bulk", { itemIds: [], data: {} }, "k2"),
    ];
    for (const other of await Promise.all(others)) {
      expect(other.status).toBe(422);
      expect(await other.json()).toMatchObject({ code: "idempotency_key_reused" });
    }
    expect(await count()).toBe(before);
  });

  test("repeats a bulk update without doing it again", async () => {
    const { data } = await app.api.createItem({ params: { subcategoryId: "leaf" }, body: { name: "Bulk" } });
    const bulk = () => send("PATCH", "/api/items/bulk", { itemIds: [data.id], data: { price: 5 } }, "k3");
    const first = await bulk();
    await app.api.updateItem({ params: { itemId: data.id }, body: { price: 6 } });
    const again = await bulk();
    expect([first.status, again.status]).toEqual([204, 204]);
    expect(again.headers.get("change-set")).toBe(first.headers.get("change-set"));
    expect((await app.api.getItem({ params: { itemId: data.id } })).data.price).toBe(6);
  });

  test("repeats an error too", async () => {
    const create = () => send("POST", "/api/subcategories/later/items", { name: "Early" }, "k4");
    expect((await create()).status).toBe(404);
    await app.api.createSubcategory({ params: { categoryId: category }, body: { id: "later", name: "Later" } });
    const again = await create();
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([404, "true"]);
  });

  test("sent many times at once is carried out once", async () => {
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 30 }, () => createItem("Racer", "k5")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect(await count()).toBe(before + 1);
  });

  test("is removed after 24 hours, and not before", async () => {
    const before = await count();
    await createItem("Daily", "k6");
    time += 24 * hourMs - 1;
    await createItem("Daily", "k6");
    expect(await count()).toBe(before + 1);
    time += 1;
    expect((await createItem("Another", "k6")).status).toBe(201);
    expect(await count()).toBe(before + 2);
  });

  test("on an upload: the same picture is the same request in any multipart encoding; another picture is a 422", async () => {
    const upload = async (background: string) => {
      const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background } })
        .png()
        .toBuffer();
      const form = new FormData();
      form.set("image", new File([new Uint8Array(picture)], "pixel.png", { type: "image/png" }));
      return fetch(`${app.url}/api/upload`, { method: "POST", headers: { "idempotency-key": "k7" }, body: form });
    };
    const first = await upload("red");
    const again = await upload("red");
    expect([first.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([201, 201, "true"]);
    expect(await again.json()).toEqual(await first.json());
    expect((await upload("blue")).status).toBe(422);
  });

  test("must be valid text", async () => {
    for (const key of ["", "ä".repeat(3), "x".repeat(256), "with space"]) {
      const answer = await createItem("Phone", key);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: "idempotency_key_invalid" });
    }
  });
});
