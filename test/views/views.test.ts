import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { limits } from "../../contract/limits.ts";
import type { View, ViewQuery } from "../../contract/views.ts";
import { sql } from "../../server/db/sql.ts";
import { type AccessApp, type Caller, json, newShelf, problemOf, startAccessApp } from "../access/access-scenario.ts";
import { startApp, type TestApp } from "../start-app.ts";

const path = "/api/projects/shop/views";
const query: ViewQuery = { within: "audio", picture: false, priceMin: 100, tags: ["5g"], sort: "-price" };
const columns = ["name", "price", "quantity"];

describe("where nobody signs in", () => {
  let app: TestApp;
  let time = Date.parse("2026-05-01T10:00:00Z");
  beforeAll(async () => {
    app = await startApp({}, { now: () => time });
  });
  afterAll(() => app.stop());
  beforeEach(() => app.db.write((tx) => tx.run(sql`delete from views`)));

  const params = { projectId: "shop" };
  const create = async (body: Parameters<TestApp["api"]["createView"]>[0]["body"]) =>
    (await app.api.createView({ params, body })).data;
  const list = async () => (await app.api.listViews({ params })).data;

  test("a view is saved, listed, changed and deleted", async () => {
    const created = await app.api.createView({ params, body: { name: "Expensive", query, columns } });
    expect(created.status).toBe(201);
    const view = created.data;
    expect(view).toEqual({
      id: expect.stringMatching(/^\w{20}$/),
      name: "Expensive",
      shared: false,
      owner: "anonymous",
      own: true,
      query,
      columns,
      createdAt: "2026-05-01T10:00:00.000Z",
      changedAt: "2026-05-01T10:00:00.000Z",
    });
    expect(await list()).toEqual([view]);
    time += 60_000;
    const patch = { params: { viewId: view.id }, body: { name: "Costly", shared: true } };
    const changed = { ...view, ...patch.body, changedAt: "2026-05-01T10:01:00.000Z" };
    expect((await app.api.updateView(patch)).data).toEqual(changed);
    time += 60_000;
    // A query is replaced as a whole, and a patch without fields changes nothing.
    await app.api.updateView({ params: patch.params, body: { query: { changedWithinDays: 1 }, columns: [] } });
    await app.api.updateView({ params: patch.params, body: {} });
    const again = { ...changed, query: { changedWithinDays: 1 }, columns: [], changedAt: "2026-05-01T10:02:00.000Z" };
    expect(await list()).toEqual([again]);
    expect((await app.api.deleteView({ params: patch.params })).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  test("what is left out has a default", async () => {
    expect(await create({ name: "Everything" })).toMatchObject({ shared: false, query: {}, columns: [] });
  });

  test("views are not part of the log of changes", async () => {
    const created = await fetch(app.url + path, json("POST", { name: "View" }));
    const { id } = (await created.json()) as View;
    const changed = await fetch(`${app.url}/api/views/${id}`, json("PATCH", { name: "Other" }));
    const deleted = await fetch(`${app.url}/api/views/${id}`, { method: "DELETE" });
    for (const { headers } of [created, changed, deleted]) expect(headers.has("change-set")).toBe(false);
    expect((await app.api.listChanges({ params })).data.entries).toEqual([]);
  });

  test("the list is by name, and answers 304 while nothing changes", async () => {
    for (const name of ["View 10", "Ёлка", "apple", "View 2", "View 2"]) await create({ name });
    const sent = await fetch(app.url + path);
    const views = (await sent.json()) as View[];
    expect(views.map(({ name }) => name)).toEqual(["apple", "View 2", "View 2", "View 10", "Ёлка"]);
    expect(views.map(({ id }) => id)).toEqual((await list()).map(({ id }) => id));
    const headers = { "if-none-match": sent.headers.get("etag") ?? "" };
    expect((await fetch(app.url + path, { headers })).status).toBe(304);
    await create({ name: "Another" });
    expect((await fetch(app.url + path, { headers })).status).toBe(200);
  });

  const bad: [string, unknown, string, string][] = [
    ["no name", {}, "/name", "required"],
    ["a blank name", { name: "  " }, "/name", "blank"],
    ["a long name", { name: "x".repeat(limits.viewNameLength + 1) }, "/name", "too_long"],
    ["a fault of spelling", { name: "x", quory: {} }, "/quory", "unknown_field"],
    ["shared as text", { name: "x", shared: "yes" }, "/shared", "wrong_type"],
    ["an unknown filter", { name: "x", query: { colour: "red" } }, "/query/colour", "unknown_field"],
    ["a page", { name: "x", query: { page: 2 } }, "/query/page", "unknown_field"],
    ["a flag as text", { name: "x", query: { visible: "true" } }, "/query/visible", "wrong_type"],
    ["a number as text", { name: "x", query: { priceMin: "9" } }, "/query/priceMin", "wrong_type"],
    ["tags as text", { name: "x", query: { tags: "a,b" } }, "/query/tags", "wrong_type"],
    ["an empty tag", { name: "x", query: { tags: ["a", ""] } }, "/query/tags/1", "blank"],
    ["an unknown mode", { name: "x", query: { tagsMode: "some" } }, "/query/tagsMode", "not_allowed"],
    ["an unknown currency", { name: "x", query: { currency: ["DM"] } }, "/query/currency/0", "not_allowed"],
    ["the original language", { name: "x", query: { missing: "en" } }, "/query/missing", "not_allowed"],
    ["no time", { name: "x", query: { changedSince: "today" } }, "/query/changedSince", "not_allowed"],
    ["no days", { name: "x", query: { changedWithinDays: 0 } }, "/query/changedWithinDays", "out_of_range"],
    [
      "too many days",
      { name: "x", query: { changedWithinDays: limits.viewDays + 1 } },
      "/query/changedWithinDays",
      "out_of_range",
    ],
    [
      "two times",
      { name: "x", query: { changedWithinDays: 1, changedSince: "2026-05-01T10:00:00Z" } },
      "/query/changedWithinDays",
      "not_allowed",
    ],
    ["an unknown sort", { name: "x", query: { sort: "colour" } }, "/query/sort", "not_allowed"],
    ["a column twice", { name: "x", columns: ["price", "name", "price"] }, "/columns", "not_allowed"],
    ["an empty column", { name: "x", columns: [""] }, "/columns/0", "blank"],
    ["a long column", { name: "x", columns: ["x".repeat(limits.viewColumnLength + 1)] }, "/columns/0", "too_long"],
    [
      "many columns",
      { name: "x", columns: Array.from({ length: limits.viewColumns + 1 }, (_, i) => `${i}`) },
      "/columns",
      "too_many",
    ],
  ];
  test.each(bad)("%s is refused", async (_, body, pointer, code) => {
    const problem = await problemOf(await fetch(app.url + path, json("POST", body)));
    expect(problem).toMatchObject({ status: 400, code: "invalid_body", errors: [{ pointer, code }] });
    if (pointer !== "/name" || code !== "required") {
      const { id } = await create({ name: "Kept" });
      const patched = await fetch(`${app.url}/api/views/${id}`, json("PATCH", body));
      expect(await problemOf(patched)).toMatchObject({ status: 400, errors: [{ pointer, code }] });
      expect((await list()).map(({ name }) => name)).toEqual(["Kept"]);
    }
  });

  test("a body that is too large is refused", async () => {
    const body = { name: "x", query: { tags: Array.from({ length: 200 }, (_, i) => `${i}`.padEnd(200)) } };
    const problem = await problemOf(await fetch(app.url + path, json("POST", body)));
    expect(problem).toMatchObject({ status: 413, code: "body_too_large" });
  });

  test("an unknown project and an unknown view answer 404", async () => {
    const sent = [
      ["GET", "/api/projects/none/views"],
      ["POST", "/api/projects/none/views"],
      ["PATCH", "/api/views/none"],
      ["DELETE", "/api/views/none"],
    ] as const;
    for (const [method, to] of sent) {
      const init = method === "GET" || method === "DELETE" ? { method } : json(method, { name: "x" });
      expect(await problemOf(await fetch(app.url + to, init))).toMatchObject({ status: 404, code: "not_found" });
    }
  });

  test("each project has its own views", async () => {
    await create({ name: "Of the shop", shared: true });
    expect((await app.api.listViews({ params: { projectId: "other" } })).data).toEqual([]);
  });

  test("a view follows its branch when the id changes, and keeps the id when the branch is deleted", async () => {
    const categoryId = (await app.api.createCategory({ params, body: { name: "Category" } })).data.id;
    await app.api.createSubcategory({ params: { categoryId }, body: { id: "audio", name: "Audio" } });
    await create({ name: "Branch", query });
    await create({ name: "Category", query: { within: categoryId } });
    await create({ name: "Unknown", query: { within: "none" } });
    const withins = async () => (await list()).map((view) => view.query.within);
    expect(await withins()).toEqual(["audio", categoryId, "none"]);
    await app.api.updateSubcategory({ params: { subcategoryId: "audio" }, body: { id: "sound" } });
    // The old id belongs to another branch now.
    await app.api.createSubcategory({ params: { categoryId }, body: { id: "audio", name: "Other" } });
    expect(await withins()).toEqual(["sound", categoryId, "none"]);
    const [view] = await list();
    const patched = { params: { viewId: view?.id ?? "" }, body: { query: view?.query ?? {} } };
    expect((await app.api.updateView(patched)).data.query).toEqual({ ...query, within: "sound" });
    const deleted = await app.api.deleteCategory({ params: { categoryId } });
    expect(await withins()).toEqual(["sound", categoryId, "none"]);
    // Saved while the branch is in the trash, and followed after it is restored.
    await create({ name: "Deleted", query: { within: "sound" } });
    await app.api.undoChanges({ params: { changeSetId: deleted.headers.get("change-set") ?? "" } });
    await app.api.updateSubcategory({ params: { subcategoryId: "sound" }, body: { id: "noise" } });
    expect(await withins()).toEqual(["noise", categoryId, "noise", "none"]);
    expect(await app.doctor()).toEqual([]);
  });

  test("there is a limit for each owner, also for views that are created at the same time", async () => {
    for (let i = 1; i < limits.viewsPerOwner; i++) await create({ name: `View ${i}` });
    const [first] = await list();
    const sent = await Promise.all([1, 2, 3].map(() => fetch(app.url + path, json("POST", { name: "Last" }))));
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = await problemOf(await fetch(app.url + path, json("POST", { name: "More" })));
    expect(refused).toMatchObject({
      status: 409,
      code: "too_many_views",
      detail: expect.stringContaining("100 views"),
    });
    expect((await app.api.createView({ params: { projectId: "other" }, body: { name: "There" } })).status).toBe(201);
    await app.api.deleteView({ params: { viewId: first?.id ?? "" } });
    expect((await create({ name: "More" })).name).toBe("More");
  });
});

describe("where people sign in", () => {
  let app: AccessApp;
  let viewer: Caller;
  let otherViewer: Caller;
  let editor: Caller;
  beforeAll(async () => {
    app = await startAccessApp();
    viewer = await app.key({ role: "viewer", project: "shop" });
    otherViewer = await app.key({ role: "viewer", project: "shop" });
    editor = await app.key({ role: "editor", project: "shop" });
  });
  afterAll(() => app.stop());
  beforeEach(() => app.db.write((tx) => tx.run(sql`delete from views`)));

  const params = { projectId: "shop" };
  const create = async ({ api }: Caller, body: Parameters<TestApp["api"]["createView"]>[0]["body"]) =>
    (await api.createView({ params, body })).data;
  const namesFor = async ({ api }: Caller) => (await api.listViews({ params })).data.map(({ name }) => name);
  const statusOf = async ({ send }: Caller, method: "PATCH" | "DELETE", id: string, body: unknown = { name: "New" }) =>
    (await send(`/api/views/${id}`, method === "PATCH" ? json(method, body) : { method })).status;

  test("only its owner sees a private view, and for all others it does not exist", async () => {
    const { id } = await create(viewer, { name: "Mine" });
    expect(await namesFor(viewer)).toEqual(["Mine"]);
    for (const caller of [otherViewer, editor, app.admin]) {
      expect(await namesFor(caller)).toEqual([]);
      for (const method of ["PATCH", "DELETE"] as const) {
        const answerOf = async (to: string) => {
          const sent = await caller.send(`/api/views/${to}`, method === "PATCH" ? json(method, {}) : { method });
          return { ...(await problemOf(sent)), requestId: "", detail: "" };
        };
        expect(await answerOf(id)).toEqual(await answerOf("none"));
      }
    }
    expect(await statusOf(viewer, "PATCH", id)).toBe(200);
    expect(await statusOf(viewer, "DELETE", id)).toBe(204);
  });

  test("only an editor of the whole project shares views, and changes those of others", async () => {
    const { branch } = await newShelf(app.admin);
    const ofBranch = await app.key({ role: "editor", project: "shop", subtree: branch });
    const needed = { status: 403, code: "not_allowed", needed: { role: "editor", project: "shop" } };
    for (const caller of [viewer, ofBranch]) {
      const { id } = await create(caller, { name: "Mine" });
      const sent = await caller.send(path, json("POST", { name: "Ours", shared: true }));
      expect(await problemOf(sent)).toMatchObject(needed);
      const patched = await caller.send(`/api/views/${id}`, json("PATCH", { name: "Ours", shared: true }));
      expect(await problemOf(patched)).toMatchObject(needed);
      expect(await namesFor(caller)).toEqual(["Mine"]);
    }
    const shared = await create(editor, { name: "Ours", shared: true });
    for (const caller of [viewer, ofBranch]) {
      expect((await caller.api.listViews({ params })).data).toContainEqual({ ...shared, own: false });
      for (const method of ["PATCH", "DELETE"] as const) expect(await statusOf(caller, method, shared.id)).toBe(403);
    }
    expect(await statusOf(app.admin, "PATCH", shared.id)).toBe(200);
    expect(await namesFor(viewer)).toEqual(["Mine", "New"]);
    expect(await statusOf(app.admin, "DELETE", shared.id)).toBe(204);
  });

  test("an owner may change, unshare and delete their view, even if they may no longer share it", async () => {
    const program = await app.key({ role: "editor", project: "shop" });
    const { id } = await create(program, { name: "Ours", shared: true });
    const regrant = (grants: unknown[]) => app.admin.send(`/api/keys/${program.id}`, json("PATCH", { grants }));
    await regrant([{ role: "viewer", project: "shop" }]);
    expect(await statusOf(program, "PATCH", id, { name: "Still ours", shared: true })).toBe(200);
    expect(await namesFor(viewer)).toEqual(["Still ours"]);
    expect(await statusOf(program, "PATCH", id, { shared: false })).toBe(200);
    expect(await namesFor(viewer)).toEqual([]);
    expect(await statusOf(program, "PATCH", id, { shared: true })).toBe(403);
    await regrant([{ role: "viewer", project: "other" }]);
    expect(await statusOf(program, "PATCH", id)).toBe(404);
    await regrant([{ role: "viewer", project: "shop" }]);
    expect(await statusOf(program, "DELETE", id)).toBe(204);
  });

  test("an editor who unshares the view of someone else gets it back one last time", async () => {
    const { id } = await create(app.admin, { name: "Theirs", shared: true });
    const { data } = await editor.api.updateView({ params: { viewId: id }, body: { shared: false } });
    expect(data).toMatchObject({ id, shared: false, own: false });
    expect(await namesFor(editor)).toEqual([]);
    expect(await namesFor(app.admin)).toEqual(["Theirs"]);
  });

  test("a caller of another project sees and saves nothing", async () => {
    const outsider = await app.key({ role: "admin", project: "other" });
    const { id } = await create(editor, { name: "Ours", shared: true });
    expect((await outsider.send(path)).status).toBe(404);
    expect((await outsider.send(path, json("POST", { name: "x" }))).status).toBe(404);
    for (const method of ["PATCH", "DELETE"] as const) expect(await statusOf(outsider, method, id)).toBe(404);
    expect((await app.stranger.send(path)).status).toBe(401);
  });

  test("a shared view does not reveal a branch that the caller may not see", async () => {
    const seen = await newShelf(app.admin);
    const hidden = await newShelf(app.admin);
    const inOther = await newShelf(app.admin, "other");
    const ofBranch = await app.key({ role: "viewer", project: "shop", subtree: seen.branch });
    const { id } = await create(editor, { name: "Hidden branch", shared: true, query: { within: hidden.leaf } });
    await create(editor, { name: "Hidden category", shared: true, query: { within: hidden.category } });
    await create(editor, { name: "Path", shared: true, query: { within: seen.category } });
    await create(editor, { name: "Seen", shared: true, query: { within: seen.leaf } });
    await create(editor, { name: "Unknown", shared: true, query: { within: "none" } });
    // For a search in this project, it is as good as unknown.
    await create(editor, { name: "Elsewhere", shared: true, query: { within: inOther.branch } });
    const visible = ["Elsewhere", "Path", "Seen", "Unknown"];
    expect(await namesFor(ofBranch)).toEqual(visible);
    expect(await namesFor(viewer)).toEqual([
      "Elsewhere",
      "Hidden branch",
      "Hidden category",
      "Path",
      "Seen",
      "Unknown",
    ]);
    expect(await statusOf(ofBranch, "PATCH", id)).toBe(404);
    await app.admin.api.deleteSubcategory({ params: { subcategoryId: hidden.branch } });
    expect(await namesFor(ofBranch)).toEqual(visible);
    await app.admin.api.deleteSubcategory({ params: { subcategoryId: seen.leaf } });
    expect(await namesFor(ofBranch)).toEqual(visible);
  });

  test("an owner who may not see the branch of their view is shown the id that they saved, not a new one", async () => {
    const { branch, leaf } = await newShelf(app.admin);
    const ofBranch = await app.key({ role: "viewer", project: "shop", subtree: (await newShelf(app.admin)).branch });
    for (const within of [leaf, "none"]) await create(ofBranch, { name: within, query: { within } });
    await app.admin.api.updateSubcategory({ params: { subcategoryId: leaf }, body: { id: `${branch}-secret` } });
    const shown = (await ofBranch.api.listViews({ params })).data.map(({ query }) => query.within);
    expect(shown.sort()).toEqual([leaf, "none"].sort());
  });

  test("private views of a removed person or key are deleted; a namesake owns none of the shared ones", async () => {
    const userId = await app.addUser("anna", { role: "editor", project: "shop" });
    const anna = await app.person("anna");
    const program = await app.key({ role: "editor", project: "shop" });
    for (const caller of [anna, program]) {
      await create(caller, { name: "Private" });
      await create(caller, { name: "Shared", shared: true });
    }
    await app.addUser("root", { role: "admin" });
    await app.admin.api.deleteUser({ params: { userId } });
    await app.admin.api.revokeKey({ params: { keyId: program.id } });
    const left = await app.db.read((reader) => reader.all<{ name: string }>(sql`select name from views`));
    expect(left.map(({ name }) => name)).toEqual(["Shared", "Shared"]);
    await app.addUser("anna", { role: "viewer", project: "shop" });
    const namesake = await app.person("anna");
    const views = (await namesake.api.listViews({ params })).data;
    expect(views.map(({ owner, own }) => [owner, own])).toEqual([
      ["anna", false],
      [`key:${program.id}`, false],
    ]);
    expect(await statusOf(namesake, "DELETE", views[0]?.id ?? "")).toBe(403);
    expect(await statusOf(editor, "DELETE", views[0]?.id ?? "")).toBe(204);
  });

  test("there is a limit for shared views, for new ones and for those that become shared", async () => {
    const { id } = await create(editor, { name: "Mine" });
    await app.db.write(async (tx) => {
      const row = await tx.get<{ project_key: number }>(sql`select project_key from views where id = ${id}`);
      for (let i = 0; i < limits.sharedViews; i++) {
        await tx.run(
          sql`insert into views (id, project_key, holder_kind, holder_key, owner, shared, name, query, columns,
              created_at, changed_at)
            values (${`shared-${i}`}, ${row?.project_key ?? 0}, 'key', -1, 'key:gone', 1, ${`View ${i}`}, '{}', '[]',
              0, 0)`,
        );
      }
    });
    const refusal = { status: 409, code: "too_many_views", detail: expect.stringContaining("200 shared views") };
    const sent = await editor.send(path, json("POST", { name: "Ours", shared: true }));
    expect(await problemOf(sent)).toMatchObject(refusal);
    const patched = await editor.send(`/api/views/${id}`, json("PATCH", { shared: true }));
    expect(await problemOf(patched)).toMatchObject(refusal);
    expect(await statusOf(editor, "PATCH", "shared-0", { shared: true, name: "First" })).toBe(200);
    expect(await statusOf(editor, "DELETE", "shared-1")).toBe(204);
    expect(await statusOf(editor, "PATCH", id, { shared: true })).toBe(200);
  });
});
