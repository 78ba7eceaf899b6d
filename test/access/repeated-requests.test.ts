import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Grant } from "../../contract/access.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { changesCatalog } from "../../server/api/route.ts";
import { sql } from "../../server/db/sql.ts";
import {
  type AccessApp,
  type Caller,
  json,
  newShelf,
  problemOf,
  type Shelf,
  startAccessApp,
} from "./access-scenario.ts";

let app: AccessApp;

beforeAll(async () => {
  app = await startAccessApp();
});
afterAll(() => app.stop());

type Program = Awaited<ReturnType<AccessApp["key"]>>;
type Sent = [path: string, init: RequestInit];

let requests = 0;
const repeated = ([path, init]: Sent) => {
  const headers = { ...(init.headers as Record<string, string>), "idempotency-key": `request-${++requests}` };
  return (caller: Caller) => caller.send(path, { ...init, headers });
};

const regrant = async (program: Program, ...grants: Grant[]) =>
  expect((await app.admin.send(`/api/keys/${program.id}`, json("PATCH", { grants }))).status).toBe(200);

const inOther: Grant = { role: "editor", project: "other" };
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const confirmation = "stale-translations/confirmation";
const text = { language: "ru", field: "name" };

function form(field: string): FormData {
  const data = new FormData();
  data.set(field, new File([Buffer.from(pixel, "base64")], "pixel.png", { type: "image/png" }));
  return data;
}

/** Every endpoint that accepts an Idempotency-Key, each on a new shelf. */
const everyWrite: Record<string, (shelf: Shelf) => Sent | Promise<Sent>> = {
  createCategory: () => ["/api/projects/shop/categories", json("POST", { name: "New" })],
  updateCategory: ({ category }) => [`/api/categories/${category}`, json("PATCH", { name: "Other" })],
  deleteCategory: ({ category }) => [`/api/categories/${category}`, { method: "DELETE" }],
  createSubcategory: ({ category }) => [`/api/categories/${category}/subcategories`, json("POST", { name: "New" })],
  createNestedSubcategory: ({ branch }) => [
    `/api/subcategories/${branch}/subcategories`,
    json("POST", { name: "New" }),
  ],
  updateSubcategory: ({ leaf }) => [`/api/subcategories/${leaf}`, json("PATCH", { name: "Other" })],
  deleteSubcategory: ({ leaf }) => [`/api/subcategories/${leaf}`, { method: "DELETE" }],
  createItem: ({ leaf }) => [`/api/subcategories/${leaf}/items`, json("POST", { name: "New" })],
  updateItem: ({ item }) => [`/api/items/${item}`, json("PATCH", { price: 77 })],
  deleteItem: ({ item }) => [`/api/items/${item}`, { method: "DELETE" }],
  bulkUpdateItems: ({ item }) => ["/api/items/bulk", json("PATCH", { itemIds: [item], data: { price: 77 } })],
  bulkDeleteItems: ({ item }) => ["/api/items/bulk/delete", json("POST", { itemIds: [item] })],
  bulkCopyItems: ({ item, leaf }) => ["/api/items/bulk/copy", json("POST", { itemIds: [item], subcategoryId: leaf })],
  saveItemRows: ({ item }) => ["/api/items/rows", json("PATCH", { rows: [{ id: item, data: { price: 78 } }] })],
  putItemByKey: ({ item }) => byKey(item, json("PUT", { price: 79 })),
  deleteItemByKey: ({ item }) => byKey(item, { method: "DELETE" }),
  createComment: ({ item }) => [`/api/items/${item}/comments`, json("POST", { text: "Well" })],
  updateComment: async ({ item }) => [
    `/api/items/${item}/comments/${await newComment(item)}`,
    json("PATCH", { text: "Better" }),
  ],
  setCommentState: async ({ item }) => [
    `/api/items/${item}/comment-states/${await newComment(item)}`,
    json("PATCH", { resolved: true }),
  ],
  deleteComment: async ({ item }) => [`/api/items/${item}/comments/${await newComment(item)}`, { method: "DELETE" }],
  confirmCategoryTranslation: ({ category }) => [`/api/categories/${category}/${confirmation}`, json("POST", text)],
  confirmSubcategoryTranslation: ({ leaf }) => [`/api/subcategories/${leaf}/${confirmation}`, json("POST", text)],
  confirmItemTranslation: ({ item }) => [`/api/items/${item}/${confirmation}`, json("POST", text)],
  undoChanges: async ({ item }) => {
    const changed = await app.admin.send(`/api/items/${item}`, json("PATCH", { price: 6 }));
    return [`/api/changes/${changed.headers.get("change-set")}/undo`, { method: "POST" }];
  },
  uploadImage: () => ["/api/upload", { method: "POST", body: form("image") }],
  uploadImages: () => ["/api/uploads", { method: "POST", body: form("images") }],
};

/** The item has its id as its key too. */
async function byKey(item: string, init: RequestInit): Promise<[string, RequestInit]> {
  const { headers, ...patch } = json("PATCH", {});
  await app.admin.send(`/api/items/${item}`, { ...patch, headers: { ...(headers as object), "item-key": item } });
  return [`/api/projects/shop/items/by-key/${item}`, init];
}

const newComment = async (itemId: string) =>
  (await app.admin.api.createComment({ params: { itemId }, body: { text: "Well" } })).data.id;

test("every endpoint that accepts an Idempotency-Key is tested", () => {
  const taking = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => changesCatalog(endpoint));
  // It needs a picture from another server, and checks the same grant as an upload.
  expect(Object.keys(everyWrite).concat("uploadImageFromUrl").sort()).toEqual(taking.map(([name]) => name).sort());
});

test.each(Object.entries(everyWrite))(
  "%s: the answer is repeated only to a caller who may still do it",
  async (name, sent) => {
    for (const role of ["editor", "admin"] as const) {
      const program = await app.key(role === "admin" ? { role } : { role, project: "shop" });
      const send = repeated(await sent(await newShelf(app.admin)));
      const first = await send(program);
      const body = await first.text();
      expect([name, first.ok]).toEqual([name, true]);
      // An admin of everything becomes an editor of this project, and an editor gets more rights: both may still do it.
      await regrant(program, { role: "editor", project: "shop" }, inOther);
      const again = await send(program);
      expect([again.status, await again.text()]).toEqual([first.status, body]);
      expect(again.headers.get("change-set")).toBe(first.headers.get("change-set"));
      await regrant(program, name.startsWith("upload") ? { role: "viewer", project: "shop" } : inOther);
      const refused = await send(program);
      expect(refused.status).toBe(name.startsWith("upload") ? 403 : name === "createSubcategory" ? 400 : 404);
      expect(refused.headers.has("idempotency-replayed")).toBe(false);
      expect((await refused.text()).includes(body)).toBe(body === "");
      await app.admin.api.revokeKey({ params: { keyId: program.id } });
      expect((await send(program)).status).toBe(401);
    }
  },
);

test("a viewer learns which role is missing, and a caller without the branch gets the answer for an unknown item", async () => {
  const shelf = await newShelf(app.admin);
  const program = await app.key({ role: "editor", project: "shop" });
  const send = repeated([`/api/items/${shelf.item}`, json("PATCH", { price: 77 })]);
  expect((await send(program)).status).toBe(200);
  await regrant(program, { role: "viewer", project: "shop" });
  expect(await problemOf(await send(program))).toMatchObject({ status: 403, needed: { project: "shop" } });
  await regrant(program, { role: "editor", project: "shop", subtree: (await newShelf(app.admin)).branch });
  const { requestId: _, ...unseen } = await problemOf(await send(program));
  const { requestId: __, ...fresh } = await problemOf(
    await program.send(`/api/items/${shelf.item}`, json("PATCH", { price: 78 })),
  );
  expect(unseen).toEqual(fresh);
});

test("the answer to a translation is repeated only to a caller who may still write its language", async () => {
  const { item } = await newShelf(app.admin);
  const program = await app.key({ role: "translator", project: "shop", languages: ["ru", "de"] });
  const init = { ...json("PATCH", { translations: { de: { name: "Ding" } } }) };
  const send = repeated([
    `/api/items/${item}`,
    { ...init, headers: { "content-type": "application/merge-patch+json" } },
  ]);
  expect((await send(program)).status).toBe(200);
  await regrant(program, { role: "translator", project: "shop", languages: ["de"] });
  expect((await send(program)).status).toBe(200);
  await regrant(program, { role: "translator", project: "shop", languages: ["ru"] });
  expect(await problemOf(await send(program))).toMatchObject({ status: 403, needed: { languages: ["de"] } });
});

test("a conflict, which shows both values, is not repeated to a caller who can no longer see the item", async () => {
  const { item } = await newShelf(app.admin);
  const program = await app.key({ role: "editor", project: "shop" });
  const { etag } = await app.admin.api.getItem({ params: { itemId: item } });
  await app.admin.send(`/api/items/${item}`, json("PATCH", { simpleDescription: "a secret" }));
  const send = repeated([
    `/api/items/${item}`,
    {
      ...json("PATCH", { simpleDescription: "mine" }),
      headers: { "content-type": "application/json", "if-match": etag ?? "" },
    },
  ]);
  for (let time = 0; time < 2; time++) {
    const conflict = await send(program);
    expect([conflict.status, await conflict.text()]).toEqual([412, expect.stringContaining("a secret")]);
  }
  await regrant(program, inOther);
  const refused = await send(program);
  expect([refused.status, await refused.text()]).toEqual([404, expect.not.stringContaining("a secret")]);
});

test("the new id of a renamed subcategory is not repeated to a caller who can no longer see it", async () => {
  const { leaf } = await newShelf(app.admin);
  await app.admin.send(`/api/subcategories/${leaf}`, json("PATCH", { id: `new-${leaf}` }));
  const program = await app.key({ role: "editor", project: "shop" });
  const send = repeated([`/api/subcategories/${leaf}`, json("PATCH", { name: "Mine" })]);
  for (let time = 0; time < 2; time++) expect(await (await send(program)).text()).toContain(`new-${leaf}`);
  await regrant(program, inOther);
  const refused = await send(program);
  expect([refused.status, await refused.text()]).toEqual([404, expect.not.stringContaining(`new-${leaf}`)]);
});

test("a caller who deleted their own branch gets the answer again, even after everything around it was deleted", async () => {
  const { category, branch, leaf } = await newShelf(app.admin);
  const program = await app.key({ role: "editor", project: "shop", subtree: branch });
  const sends = [leaf, branch].map((id) => repeated([`/api/subcategories/${id}`, { method: "DELETE" }]));
  for (const send of sends) expect((await send(program)).status).toBe(204);
  await app.admin.api.deleteCategory({ params: { categoryId: category } });
  for (const send of sends) expect((await send(program)).status).toBe(204);
  const neighbour: Grant = { role: "editor", project: "shop", subtree: (await newShelf(app.admin)).branch };
  await regrant(program, neighbour);
  for (const send of sends) expect((await send(program)).status).toBe(404);
});

test("the access checks stored with an answer do not grow with the number of items", async () => {
  const { leaf } = await newShelf(app.admin);
  const itemIds: string[] = [];
  for (let i = 0; i < 20; i++) {
    itemIds.push((await app.admin.api.createItem({ params: { subcategoryId: leaf }, body: { name: `${i}` } })).data.id);
  }
  const program = await app.key({ role: "editor", project: "shop" });
  const sent: Sent = ["/api/items/bulk", json("PATCH", { itemIds, data: { price: 3, name: "Same", tags: ["a"] } })];
  expect((await repeated(sent)(program)).status).toBe(204);
  const row = await app.db.read((reader) =>
    reader.get<{ answer: string }>(
      sql`select answer from idempotency_keys where key = ${`request-${requests}`} and actor = ${`key:${program.id}`}`,
    ),
  );
  expect((JSON.parse(row?.answer ?? "") as { asked: unknown[] }).asked).toHaveLength(1);
});
