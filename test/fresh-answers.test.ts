import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startApp, type TestApp } from "./start-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const send = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${app.url}${path}`, {
    method,
    redirect: "manual",
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    set: response.headers.get("change-set"),
    body: await response.json().catch(() => null),
  };
};
/** Requests three times, so that the last answer comes from the cache. */
const get = async (path: string) => {
  await send("GET", path);
  await send("GET", path);
  return send("GET", path);
};

let names = 0;
async function leafWithItem() {
  const name = `Kept ${names++}`;
  const category = (await send("POST", "/api/projects/shop/categories", { name })).body;
  const leaf = (await send("POST", `/api/categories/${category.id}/subcategories`, { name })).body;
  const item = (await send("POST", `/api/subcategories/${leaf.id}/items`, { name, price: 1 })).body;
  const paths = {
    item: `/api/items/${item.id}`,
    list: `/api/subcategories/${leaf.id}/items`,
    tree: `/api/categories/${category.id}`,
    leaf: `/api/subcategories/${leaf.id}`,
  };
  for (const path of Object.values(paths)) expect((await get(path)).status).toBe(200);
  return { category, leaf, item, paths };
}

describe("a cached answer is never returned after a change", () => {
  test("an item is written several times, one after the other", async () => {
    const { paths } = await leafWithItem();
    for (let price = 2; price < 8; price++) {
      expect((await send("PATCH", paths.item, { price })).body.price).toBe(price);
      expect((await get(paths.item)).body.price).toBe(price);
      expect((await get(paths.list)).body.items[0].price).toBe(price);
    }
  });

  test("an item is written several times at once: the last acknowledged state is returned and used", async () => {
    const { paths } = await leafWithItem();
    for (let round = 1; round <= 20; round++) {
      const values = Array.from({ length: 4 }, (_, i) => round * 4 + i);
      const answers = await Promise.all(
        values.flatMap((value) => [
          send("PATCH", paths.item, { price: value }),
          send("PATCH", paths.item, { quantity: value }),
        ]),
      );
      for (const { status } of answers) expect(status).toBe(200);
      const now = (await get(paths.item)).body;
      expect(values).toContain(now.price);
      expect(values).toContain(now.quantity);
      // One of the answers has the final state.
      expect(answers.map(({ body }) => body)).toContainEqual(now);
      expect((await get(paths.list)).body.items).toEqual([now]);
      expect((await send("PATCH", paths.item, { discount: round })).body).toEqual({ ...now, discount: round });
    }
  });

  test("a refused write changes nothing", async () => {
    const { paths } = await leafWithItem();
    await send("PATCH", paths.item, { price: 5 });
    await send("PATCH", paths.item, { price: 6 });
    expect((await send("PATCH", paths.item, { price: 7, subcategoryId: "nowhere" })).status).toBe(404);
    expect((await get(paths.item)).body.price).toBe(6);
  });

  test("the subcategory gets another id", async () => {
    const { leaf, item, paths } = await leafWithItem();
    await send("PATCH", paths.item, { price: 5 });
    await send("PATCH", paths.item, { price: 6 });
    expect((await send("PATCH", paths.leaf, { id: `${leaf.id}-new` })).status).toBe(200);
    expect((await get(paths.item)).body.subcategoryId).toBe(`${leaf.id}-new`);
    expect((await send("PATCH", paths.item, { price: 7 })).body.subcategoryId).toBe(`${leaf.id}-new`);
    expect((await get(paths.list)).status).not.toBe(200);
    expect((await get(`/api/subcategories/${leaf.id}-new/items`)).body.items[0].id).toBe(item.id);
    expect((await get(paths.list)).status).not.toBe(200);
  });

  test("the item moves, and its subcategory moves to another category", async () => {
    const [from, to] = [await leafWithItem(), await leafWithItem()];
    await send("PATCH", from.paths.item, { price: 2 });
    await send("PATCH", from.paths.item, { price: 3 });
    expect((await send("PATCH", from.paths.item, { subcategoryId: to.leaf.id })).status).toBe(200);
    expect((await get(from.paths.item)).body.subcategoryId).toBe(to.leaf.id);
    expect((await get(from.paths.list)).body.total).toBe(0);
    expect((await get(to.paths.list)).body.total).toBe(2);
    expect((await send("PATCH", to.paths.leaf, { parentId: from.category.id })).status).toBe(200);
    expect((await send("PATCH", from.paths.item, { subcategoryId: from.leaf.id })).status).toBe(200);
    expect((await get(to.paths.tree)).body.subcategories).toEqual([]);
    expect(
      (await get(from.paths.tree)).body.subcategories.map(({ hasItems }: { hasItems: boolean }) => hasItems),
    ).toEqual([true, true]);
    expect(await app.doctor()).toEqual([]);
  });

  for (const gone of ["item", "leaf", "tree"] as const) {
    test(`the ${gone} is deleted and restored`, async () => {
      const { paths } = await leafWithItem();
      await send("PATCH", paths.item, { price: 2 });
      await send("PATCH", paths.item, { price: 3 });
      const { set } = await send("DELETE", paths[gone]);
      expect((await get(paths.item)).status).toBe(404);
      if (gone !== "item") expect((await get(paths.list)).status).toBe(404);
      if (gone === "tree") expect((await get(paths.tree)).status).toBe(404);
      expect((await send("PATCH", paths.item, { price: 4 })).status).toBe(404);
      expect((await send("POST", `/api/changes/${set}/undo`)).status).toBe(200);
      expect((await get(paths.item)).body.price).toBe(3);
      expect((await get(paths.list)).body.total).toBe(1);
    });
  }

  test("all items are deleted with one request, and that is undone", async () => {
    const { item, paths } = await leafWithItem();
    await send("PATCH", paths.item, { price: 2 });
    await send("PATCH", paths.item, { price: 3 });
    const { set } = await send("POST", "/api/items/bulk/delete", { itemIds: [item.id] });
    expect((await get(paths.item)).status).toBe(404);
    expect((await send("PATCH", paths.item, { price: 4 })).status).toBe(404);
    expect((await send("POST", `/api/changes/${set}/undo`)).status).toBe(200);
    expect((await get(paths.item)).body.price).toBe(3);
  });

  test("all items are changed with one request, and that is undone", async () => {
    const { item, paths } = await leafWithItem();
    await send("PATCH", paths.item, { price: 2 });
    await send("PATCH", paths.item, { price: 3 });
    const { set } = await send("PATCH", "/api/items/bulk", { itemIds: [item.id], data: { price: 9 } });
    expect((await get(paths.item)).body.price).toBe(9);
    expect((await send("POST", `/api/changes/${set}/undo`)).status).toBe(200);
    expect((await get(paths.item)).body.price).toBe(3);
  });

  test("a requested language is never answered with another", async () => {
    const { paths } = await leafWithItem();
    await send("PATCH", paths.item, { translations: { ru: { name: "Имя" } } });
    await get(paths.item);
    expect((await get(`${paths.item}?lang=ru`)).body.name).toBe("Имя");
    expect((await get(paths.item)).body.name).not.toBe("Имя");
    for (const path of [paths.item, paths.list]) {
      const german = await fetch(`${app.url}${path}`, { headers: { "accept-language": "ru" } });
      expect(german.headers.get("content-language")).toBe("ru");
      expect((await get(path)).status).toBe(200);
    }
  });
});
