import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Grant } from "../../contract/access.ts";
import type { UndoResult } from "../../contract/changes.ts";
import { prune } from "../../server/log/pruning.ts";
import { retentionJobs } from "../../server/retention.ts";
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
let shelf: Shelf;
let other: Shelf;

beforeAll(async () => {
  app = await startAccessApp();
  shelf = await newShelf(app.admin);
  other = await newShelf(app.admin, "other");
});
afterAll(() => app.stop());

const ever = Number.POSITIVE_INFINITY;
const emptyTrash = { trashMs: 0, historyMs: ever, historyBytes: ever, auditMs: ever };

const patchItem = (caller: Caller, id: string, body: unknown, merge = true) =>
  caller.send(`/api/items/${id}`, {
    ...json("PATCH", body),
    headers: { "content-type": merge ? "application/merge-patch+json" : "application/json" },
  });

test("a translator for ru writes translations.ru and nothing else", async () => {
  const translator = await app.key({ role: "translator", project: "shop", languages: ["ru"] });
  const russian = await patchItem(translator, shelf.item, { translations: { ru: { name: "Вещь" } } });
  expect(russian.status).toBe(200);
  const german = await patchItem(translator, shelf.item, { translations: { de: { name: "Ding" } } });
  expect(german.status).toBe(403);
  expect(await problemOf(german)).toMatchObject({
    code: "not_allowed",
    needed: { role: "translator", project: "shop", languages: ["de"] },
  });
  const price = await patchItem(translator, shelf.item, { price: 1, translations: { ru: { name: "Другая" } } });
  expect(price.status).toBe(403);
  expect(await problemOf(price)).toMatchObject({ needed: { role: "editor", project: "shop" } });
  const item = (await app.admin.api.getItem({ params: { itemId: shelf.item } })).data;
  expect([item.name, item.price, item.translations]).toEqual(["Item", 5, { ru: { name: "Вещь" } }]);
});

test("replacing all translations counts as writing every language that is removed", async () => {
  const { item } = await newShelf(app.admin);
  await patchItem(app.admin, item, { translations: { ru: { name: "Вещь" }, de: { name: "Ding" } } });
  const translator = await app.key({ role: "translator", project: "shop", languages: ["ru"] });
  const answer = await patchItem(translator, item, { translations: { ru: { name: "Иная" } } }, false);
  expect(answer.status).toBe(403);
  const unchanged = await patchItem(
    translator,
    item,
    { name: "Item", translations: { ru: { name: "Иная" }, de: { name: "Ding" } } },
    false,
  );
  expect(unchanged.status).toBe(200);
});

test("grants add up: two together can cover what neither covers alone", async () => {
  const { item } = await newShelf(app.admin);
  const both = await app.key(
    { role: "translator", project: "shop", languages: ["ru"] },
    { role: "translator", project: "shop", languages: ["de"] },
  );
  const answer = await patchItem(both, item, { translations: { ru: { name: "Вещь" }, de: { name: "Ding" } } });
  expect(answer.status).toBe(200);
});

test("an editor with languages may write texts in those languages and every other field", async () => {
  const { item } = await newShelf(app.admin);
  const editor = await app.key({ role: "editor", project: "shop", languages: ["ru"] });
  expect((await patchItem(editor, item, { price: 7, translations: { ru: { name: "Вещь" } } })).status).toBe(200);
  expect((await patchItem(editor, item, { translations: { de: { name: "Ding" } } })).status).toBe(403);
});

test("an editor with languages may move, delete and restore whole items, including texts in other languages", async () => {
  const { item, leaf, branch } = await newShelf(app.admin);
  await patchItem(app.admin, item, { translations: { ru: { name: "Вещь" }, de: { name: "Ding" } } });
  const body = { name: "Second" };
  const second = (await app.admin.api.createNestedSubcategory({ params: { parentSubcategoryId: branch }, body })).data
    .id;
  const editor = await app.key({ role: "editor", project: "shop", languages: ["ru"] });
  expect((await patchItem(editor, item, { subcategoryId: second })).status).toBe(200);
  const deleted = await editor.send(`/api/items/${item}`, { method: "DELETE" });
  const undo = `/api/changes/${deleted.headers.get("change-set")}/undo`;
  expect((await editor.send(undo, { method: "POST" })).status).toBe(200);
  const { translations } = (await editor.api.getItem({ params: { itemId: item } })).data;
  expect(translations).toEqual({ ru: { name: "Вещь" }, de: { name: "Ding" } });
  expect((await patchItem(editor, item, { translations: { de: { name: "Zeug" } } })).status).toBe(403);
  const created = await editor.send(
    `/api/subcategories/${leaf}/items`,
    json("POST", { name: "New", translations: { de: { name: "Neu" } } }),
  );
  expect(created.status).toBe(403);
});

test("copying an item needs a grant for every language of its texts", async () => {
  const { item, leaf } = await newShelf(app.admin);
  const plain = (await app.admin.api.createItem({ params: { subcategoryId: leaf }, body: { name: "Plain" } })).data.id;
  await patchItem(app.admin, plain, { translations: { ru: { name: "Простая" } } });
  await patchItem(app.admin, item, { translations: { ru: { name: "Вещь" }, de: { name: "Ding" } } });
  const russian: Grant = { role: "editor", project: "shop", languages: ["ru"] };
  const copy = (caller: Caller, ...itemIds: string[]) =>
    caller.send("/api/items/bulk/copy", json("POST", { itemIds, subcategoryId: leaf }));
  const editor = await app.key(russian);
  expect((await copy(editor, plain)).status).toBe(201);
  const count = async () => (await app.admin.api.listItems({ params: { subcategoryId: leaf } })).data.total;
  const before = await count();
  expect(await problemOf(await copy(editor, plain, item))).toMatchObject({
    code: "not_allowed",
    needed: { role: "editor", project: "shop", subtree: leaf, languages: ["de"] },
  });
  expect(await count()).toBe(before);
  const both = await app.key(russian, { role: "translator", project: "shop", languages: ["de"] });
  const [made = ""] = ((await (await copy(both, item)).json()) as { itemIds: string[] }).itemIds;
  const { translations } = (await both.api.getItem({ params: { itemId: made } })).data;
  expect(translations).toEqual({ ru: { name: "Вещь" }, de: { name: "Ding" } });
});

test("a subtree grant shows its branch and the path down to it, and nothing else", async () => {
  const mine = await newShelf(app.admin);
  const beside = (
    await app.admin.api.createSubcategory({ params: { categoryId: mine.category }, body: { name: "Beside" } })
  ).data.id;
  const editor = await app.key({ role: "editor", project: "shop", subtree: mine.leaf });
  const projects = (await editor.api.listProjects()).data.map(({ id }) => id);
  expect(projects).toEqual(["shop"]);
  const trees = (await editor.api.listCategories({ params: { projectId: "shop" } })).data;
  expect(trees.map(({ id }) => id)).toEqual([mine.category]);
  const tree = (await editor.api.getCategory({ params: { categoryId: mine.category } })).data;
  expect(tree.subcategories.map(({ id }) => id)).toEqual([mine.branch]);
  expect(tree.subcategories[0]?.subcategories.map(({ id }) => id)).toEqual([mine.leaf]);
  const list = (await editor.api.listSubcategories({ params: { categoryId: mine.category } })).data;
  expect(list.map(({ id }) => id)).toEqual([mine.branch]);
  const whole = (await app.admin.api.getCategory({ params: { categoryId: mine.category } })).data;
  expect(whole.subcategories.map(({ id }) => id)).toEqual([mine.branch, beside]);
  for (const path of [
    `/api/subcategories/${beside}`,
    `/api/subcategories/${beside}/items`,
    `/api/categories/${shelf.category}`,
    `/api/items/${shelf.item}`,
    `/api/items/${other.item}`,
    "/api/projects/other/categories",
  ]) {
    expect([path, (await editor.send(path)).status]).toEqual([path, 404]);
  }
  expect((await editor.send(`/api/subcategories/${mine.branch}`, json("PATCH", { name: "Mine" }))).status).toBe(403);
  expect((await editor.send(`/api/subcategories/${mine.leaf}`, json("PATCH", { name: "Mine" }))).status).toBe(200);
});

test("only callers who could see a deleted subcategory learn that it existed", async () => {
  const mine = await newShelf(app.admin);
  const body = { name: "Secret" };
  const beside = (await app.admin.api.createSubcategory({ params: { categoryId: mine.category }, body })).data.id;
  const inner = (await app.admin.api.createNestedSubcategory({ params: { parentSubcategoryId: mine.branch }, body }))
    .data.id;
  const callers = {
    "of the leaf": await app.key({ role: "editor", project: "shop", subtree: mine.leaf }),
    "of the branch": await app.key({ role: "editor", project: "shop", subtree: mine.branch }),
    "of the deleted one": await app.key({ role: "editor", project: "shop", subtree: beside }),
    "of the project": await app.key({ role: "viewer", project: "shop" }),
  };
  for (const subcategoryId of [beside, inner]) await app.admin.api.deleteSubcategory({ params: { subcategoryId } });
  const visible: Record<string, boolean[]> = {};
  for (const [who, caller] of Object.entries(callers)) {
    visible[who] = [];
    for (const id of [beside, inner]) {
      const history = await caller.send(`/api/subcategories/${id}/history`);
      const problem = await problemOf(await caller.send(`/api/subcategories/${id}`));
      expect(history.status === 200).toBe("deleted" in problem);
      visible[who].push(history.status === 200);
    }
  }
  expect(visible).toEqual({
    "of the leaf": [false, false],
    "of the branch": [false, true],
    "of the deleted one": [true, false],
    "of the project": [true, true],
  });
});

test("an editor of one subtree can move nothing out of it or into it", async () => {
  const mine = await newShelf(app.admin);
  const editor = await app.key({ role: "editor", project: "shop", subtree: mine.branch });
  const viewer = { role: "viewer", project: "shop" } as const;
  const seeing = await app.key({ role: "editor", project: "shop", subtree: mine.branch }, viewer);
  const second = (
    await editor.api.createNestedSubcategory({ params: { parentSubcategoryId: mine.branch }, body: { name: "Second" } })
  ).data.id;
  expect((await patchItem(editor, mine.item, { subcategoryId: second })).status).toBe(200);
  expect((await patchItem(editor, mine.item, { subcategoryId: shelf.leaf })).status).toBe(404);
  expect((await patchItem(seeing, mine.item, { subcategoryId: shelf.leaf })).status).toBe(403);
  expect((await patchItem(seeing, shelf.item, { subcategoryId: mine.leaf })).status).toBe(403);
  const out = await seeing.send(`/api/subcategories/${second}`, json("PATCH", { parentId: shelf.category }));
  expect(out.status).toBe(403);
  const inward = await seeing.send(`/api/subcategories/${shelf.branch}`, json("PATCH", { parentId: mine.branch }));
  expect(inward.status).toBe(403);
  const own = await seeing.send(`/api/subcategories/${mine.branch}`, json("PATCH", { parentId: shelf.category }));
  expect(own.status).toBe(403);
  const bulk = await seeing.send(
    "/api/items/bulk",
    json("PATCH", { itemIds: [mine.item], data: { subcategoryId: shelf.leaf } }),
  );
  expect(bulk.status).toBe(403);
  expect((await app.admin.api.getItem({ params: { itemId: mine.item } })).data.subcategoryId).toBe(second);
  expect(await app.doctor()).toEqual([]);
});

test("an undo cannot move anything out of the branch either", async () => {
  const mine = await newShelf(app.admin);
  const elsewhere = await newShelf(app.admin);
  const item = await patchItem(app.admin, elsewhere.item, { subcategoryId: mine.leaf });
  const branch = await app.admin.send(
    `/api/subcategories/${(await newShelf(app.admin)).branch}`,
    json("PATCH", { parentId: mine.branch }),
  );
  const subtree = { role: "editor", project: "shop", subtree: mine.branch } as const;
  const editor = await app.key(subtree);
  const seeing = await app.key(subtree, { role: "viewer", project: "shop" });
  for (const moved of [item, branch]) {
    const undo = `/api/changes/${moved.headers.get("change-set")}/undo`;
    // For a caller who cannot see the old parent, it counts as deleted.
    const result = (await (await editor.send(undo, { method: "POST" })).json()) as UndoResult;
    expect([result.undone, result.kept.map(({ reason }) => reason)]).toEqual([[], ["parent_gone"]]);
    expect((await seeing.send(undo, { method: "POST" })).status).toBe(403);
  }
  expect((await app.admin.api.getItem({ params: { itemId: elsewhere.item } })).data.subcategoryId).toBe(mine.leaf);
  expect(await app.doctor()).toEqual([]);
});

test("a grant follows its branch when it moves, and shows nothing when it is deleted", async () => {
  const mine = await newShelf(app.admin);
  const viewer = await app.key({ role: "viewer", project: "shop", subtree: mine.branch });
  await app.admin.api.updateSubcategory({
    params: { subcategoryId: mine.branch },
    body: { id: `moved-${mine.branch}`, parentId: shelf.category },
  });
  expect((await viewer.send(`/api/items/${mine.item}`)).status).toBe(200);
  expect((await viewer.send(`/api/categories/${mine.category}`)).status).toBe(404);
  await app.admin.api.deleteSubcategory({ params: { subcategoryId: `moved-${mine.branch}` } });
  expect((await viewer.send(`/api/items/${mine.item}`)).status).toBe(404);
});

test("a grant for a deleted branch is listed while the branch can be restored, and stays when the grants are sent back", async () => {
  for (const kind of ["branch", "category"] as const) {
    const mine = await newShelf(app.admin);
    const subtree = mine[kind];
    const grants: Grant[] = [{ role: "editor", project: "shop", subtree }];
    const editor = await app.key(...grants);
    const path = kind === "branch" ? `/api/subcategories/${subtree}` : `/api/categories/${subtree}`;
    const deleted = await editor.send(path, { method: "DELETE" });
    expect((await editor.api.getSession()).data.grants).toEqual(grants);
    const named = { ...grants[0], project: "other" } as Grant;
    const elsewhere = await app.admin.send(`/api/keys/${editor.id}`, json("PATCH", { grants: [named] }));
    expect(await problemOf(elsewhere)).toMatchObject({ errors: [{ pointer: "/grants/0/subtree" }] });
    await app.admin.api.updateKey({ params: { keyId: editor.id }, body: { grants } });
    const undo = `/api/changes/${deleted.headers.get("change-set")}/undo`;
    expect((await editor.send(undo, { method: "POST" })).status).toBe(200);
    expect((await editor.send(`/api/items/${mine.item}`)).status).toBe(200);
    await app.admin.send(path, { method: "DELETE" });
    await prune(app.db, retentionJobs(emptyTrash), Date.now() + 1);
    expect((await editor.api.getSession()).data.grants).toEqual([]);
  }
});

test("a bulk update lists items that the caller may not see as unknown, and changes nothing", async () => {
  const mine = await newShelf(app.admin);
  const editor = await app.key({ role: "editor", project: "shop", subtree: mine.branch });
  const answer = await editor.send(
    "/api/items/bulk",
    json("PATCH", { itemIds: [mine.item, shelf.item, "nothing"], data: { price: 9 } }),
  );
  expect(answer.status).toBe(404);
  expect((await problemOf(answer)).unknownIds).toEqual([shelf.item, "nothing"]);
  expect((await app.admin.api.getItem({ params: { itemId: mine.item } })).data.price).toBe(5);
});

test("a bulk request for no items changes nothing, and needs a role that writes somewhere", async () => {
  const mine = await newShelf(app.admin);
  const callers = [
    await app.key({ role: "editor", project: "shop", subtree: mine.branch }),
    await app.key({ role: "viewer", project: "shop" }),
  ];
  const statuses = callers.map(async ({ send }) => [
    (await send("/api/items/bulk", json("PATCH", { itemIds: [], data: { price: 9 } }))).status,
    (await send("/api/items/bulk/delete", json("POST", { itemIds: [] }))).status,
    (await send("/api/items/bulk/copy", json("POST", { itemIds: [], subcategoryId: mine.leaf }))).status,
  ]);
  expect(await Promise.all(statuses)).toEqual([
    [204, 204, 201],
    [403, 403, 403],
  ]);
});

test("bulk deletion and copy need the right to edit, and list items that the caller may not see as unknown", async () => {
  const mine = await newShelf(app.admin);
  const theirs = await newShelf(app.admin);
  const editor = await app.key({ role: "editor", project: "shop", subtree: mine.category });
  const send = (name: string, body: unknown) => editor.send(`/api/items/bulk/${name}`, json("POST", body));
  const itemIds = [mine.item, theirs.item];
  const deletion = await send("delete", { itemIds });
  expect(await problemOf(deletion)).toMatchObject({ code: "not_found", unknownIds: [theirs.item] });
  const copy = await send("copy", { itemIds, subcategoryId: mine.leaf });
  expect(await problemOf(copy)).toMatchObject({ code: "not_found", unknownIds: [theirs.item] });
  expect((await send("copy", { itemIds: [mine.item], subcategoryId: theirs.leaf })).status).toBe(404);
  expect((await send("copy", { itemIds: [mine.item], subcategoryId: mine.leaf })).status).toBe(201);
  expect((await send("delete", { itemIds: [mine.item] })).status).toBe(204);
});

test("nobody can add to a change set that someone else started", async () => {
  const { item } = await newShelf(app.admin);
  const editor = await app.key({ role: "editor", project: "shop" });
  const within = (caller: Caller, price: number) => {
    const { headers, ...init } = json("PATCH", { price });
    return caller.send(`/api/items/${item}`, { ...init, headers: { ...headers, "change-set": `begun${item}` } });
  };
  expect((await within(app.admin, 1)).status).toBe(200);
  expect(await problemOf(await within(editor, 2))).toMatchObject({ code: "change_set_invalid" });
  expect((await within(app.admin, 3)).status).toBe(200);
});

test("what the caller may not see gets the same answer as what does not exist", async () => {
  const viewer = await app.key({ role: "viewer", project: "other" });
  const answers = async (id: string) => {
    const paths = [
      `/api/items/${id}`,
      `/api/subcategories/${id}`,
      `/api/categories/${id}`,
      `/api/projects/${id}/categories`,
    ];
    const requests: [string, RequestInit?][] = [
      ...paths.map((path): [string] => [path]),
      [`/api/items/${id}`, json("PATCH", { price: 1 })],
      [`/api/items/${id}`, { method: "DELETE" }],
      [`/api/categories/${id}/subcategories`, json("POST", { name: "New" })],
      [`/api/subcategories/${id}/items`, json("POST", { name: "New" })],
    ];
    const seen = [];
    for (const [path, init] of requests) {
      const { requestId: _, ...problem } = await problemOf(await viewer.send(path, init));
      seen.push(JSON.stringify(problem).replaceAll(id, "ID"));
    }
    return seen;
  };
  const unknown = await answers("nothing-at-all");
  for (const id of [shelf.item, shelf.leaf, shelf.category, "shop"]) expect(await answers(id)).toEqual(unknown);
});

test("a change names its actor: the key or the user", async () => {
  const editor = await app.key({ role: "editor", project: "shop" });
  const { item } = await newShelf(editor);
  await app.addUser("vera", { role: "editor" });
  const vera = await app.person("vera");
  const before = (await vera.api.getItem({ params: { itemId: item } })).etag as string;
  await patchItem(vera, item, { price: 11 });
  const conflict = await app.admin.send(`/api/items/${item}`, {
    ...json("PATCH", { price: 12 }),
    headers: { "content-type": "application/json", "if-match": before },
  });
  expect(conflict.status).toBe(412);
  expect((await problemOf(conflict)).conflicts).toMatchObject([{ field: "price", actor: "vera" }]);
  const rows = await app.db.read((reader) =>
    reader.all<{ actor: string }>({ text: "select distinct actor from changes where entity_id = ?", values: [item] }),
  );
  expect(rows.map(({ actor }) => actor).sort()).toEqual([`key:${editor.id}`, "vera"].sort());
});
