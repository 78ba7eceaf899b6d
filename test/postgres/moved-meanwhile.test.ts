import { afterEach, beforeEach, expect, test } from "bun:test";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { composed } from "../../server/db/sql.ts";
import { type AccessApp, json, newShelf, startAccessApp } from "../access/access-scenario.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";
import { untilSomeoneWaits } from "./lock-waits.ts";

let database: FreshDatabase;
let app: AccessApp;

beforeEach(async () => {
  database = await freshDatabase();
  const db = await PostgresDb.open(settingsFor(database.url));
  app = await startAccessApp({}, { database: { db, remove: async () => {} } });
});

afterEach(async () => {
  await app.stop();
  await database.drop();
});

/** Locks an item until the returned function is called. */
async function hold(item: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const holding = app.db.write(async (tx) => {
    const query = composed("select key from items where id = ?", [item]);
    await tx.lock(query);
    // `lock` does not wait for the answer of the database.
    await tx.get(query);
    held.resolve();
    await gate.promise;
  });
  await held.promise;
  return () => {
    gate.resolve();
    return holding;
  };
}

test("a request that waits for an item gets a 404 if the item leaves the caller's branch meanwhile", async () => {
  const mine = await newShelf(app.admin);
  const elsewhere = await newShelf(app.admin);
  const editor = await app.key({ role: "editor", project: "shop", subtree: mine.branch });
  const held = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const moving = app.db.write(async (tx) => {
    await tx.lock(composed("select key from items where id = ?", [mine.item]));
    await tx.run(
      composed(
        `update subcategories set parent_key = (select key from subcategories where id = ?),
          category_key = (select key from categories where id = ?) where id = ?`,
        [elsewhere.branch, elsewhere.category, mine.leaf],
      ),
    );
    held.resolve();
    await gate.promise;
  });
  await held.promise;
  const saving = editor.send(`/api/items/${mine.item}`, json("PATCH", { price: 77 }));
  await untilSomeoneWaits(database.url, saving);
  gate.resolve();
  await moving;
  expect((await saving).status).toBe(404);
  expect((await app.admin.api.getItem({ params: { itemId: mine.item } })).data.price).toBe(5);
});

test.each([
  ["an editor", { role: "editor", project: "shop" }, {}],
  ["an editor whose request may be repeated", { role: "editor", project: "shop" }, { "idempotency-key": "once" }],
  ["an admin of everything", { role: "admin" }, {}],
] as const)(
  "%s who becomes a viewer while their request waits for an item does not write it",
  async (_, grant, headers) => {
    const { item } = await newShelf(app.admin);
    const editor = await app.key(grant);
    const letGo = await hold(item);
    const { headers: type, ...sent } = json("PATCH", { price: 77 });
    const saving = editor.send(`/api/items/${item}`, { ...sent, headers: { ...type, ...headers } });
    await untilSomeoneWaits(database.url, saving);
    const grants = [{ role: "viewer" as const, project: "shop" }];
    await app.admin.api.updateKey({ params: { keyId: editor.id }, body: { grants } });
    await letGo();
    expect((await saving).status).toBe(403);
    expect((await app.admin.api.getItem({ params: { itemId: item } })).data.price).toBe(5);
  },
);

test("a key that is revoked while its request waits writes nothing", async () => {
  const { item } = await newShelf(app.admin);
  const editor = await app.key({ role: "editor", project: "shop" });
  const letGo = await hold(item);
  const saving = editor.send(`/api/items/${item}`, json("PATCH", { price: 77 }));
  await untilSomeoneWaits(database.url, saving);
  await app.admin.api.revokeKey({ params: { keyId: editor.id } });
  await letGo();
  expect((await saving).status).toBe(401);
  expect((await app.admin.api.getItem({ params: { itemId: item } })).data.price).toBe(5);
});
