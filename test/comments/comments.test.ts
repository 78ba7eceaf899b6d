import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { limits } from "../../contract/limits.ts";
import { sql } from "../../server/db/sql.ts";
import { prune } from "../../server/log/pruning.ts";
import { noticesKeptMs } from "../../server/notices/notices.sql.ts";
import { insertUser } from "../../server/people/users.sql.ts";
import { retentionJobs } from "../../server/retention.ts";
import { type AccessApp, type Caller, json, newShelf, type Shelf, startAccessApp } from "../access/access-scenario.ts";
import { startApp, type TestApp } from "../start-app.ts";

const shop = { projectId: "shop" };

type Api = TestApp["api"];

const calls = (api: () => Api, shelf: () => Shelf) => ({
  write: async (text: string, itemId = shelf().item) =>
    (await api().createComment({ params: { itemId }, body: { text } })).data.id,
  resolve: (commentId: string, resolved = true, itemId = shelf().item) =>
    api().setCommentState({ params: { itemId, commentId }, body: { resolved } }),
  states: async (itemId = shelf().item) => (await api().listCommentStates({ params: { itemId } })).data,
  open: async (query: Parameters<Api["listComments"]>[0]["query"] = {}) =>
    (await api().listComments({ params: shop, query })).data.comments.map(({ comment }) => comment.text),
});

describe("where nobody signs in", () => {
  let app: TestApp;
  let shelf: Shelf;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(async () => {
    expect(await app.doctor()).toEqual([]);
    await app.stop();
  });
  beforeEach(async () => {
    await app.db.write(async (tx) => {
      for (const table of ["notices", "mentions", "comment_states"])
        await tx.run({ text: `delete from ${table}`, values: [] });
    });
    shelf = await newShelf({ api: app.api, send: (path, init) => fetch(app.url + path, init) });
  });
  const { write, resolve, states, open } = calls(
    () => app.api,
    () => shelf,
  );
  const undo = async (answer: { headers: Headers }) =>
    (await app.api.undoChanges({ params: { changeSetId: answer.headers.get("change-set") ?? "" } })).data;

  test("a comment is open until it is resolved, and its own fields stay as they are", async () => {
    const commentId = await write("Is the price right?");
    expect(await states()).toEqual([{ commentId, resolved: null, mentions: [] }]);
    const before = (await app.api.getItem({ params: { itemId: shelf.item } })).data;
    const answer = await resolve(commentId);
    expect(answer.data).toEqual({
      commentId,
      resolved: { by: "anonymous", at: expect.stringMatching(/^\d{4}-/) },
      mentions: [],
    });
    expect(await states()).toEqual([answer.data]);
    expect((await app.api.getItem({ params: { itemId: shelf.item } })).data).toEqual(before);
    expect(await open()).toEqual([]);
    expect(await open({ state: "resolved" })).toEqual(["Is the price right?"]);
    expect((await resolve(commentId, false)).data.resolved).toBeNull();
    expect(await open()).toEqual(["Is the price right?"]);
  });

  test("to resolve what is resolved changes nothing", async () => {
    const commentId = await write("Once");
    const first = await resolve(commentId);
    const second = await resolve(commentId);
    expect(second.data).toEqual(first.data);
    expect(second.headers.has("change-set")).toBe(false);
  });

  test("a resolution is in the history of the item, and its undo reopens the comment", async () => {
    const commentId = await write("Look");
    const answer = await resolve(commentId);
    const [entry] = (await app.api.itemHistory({ params: { itemId: shelf.item } })).data.entries;
    expect(entry?.summary).toBe('item "Item": comment: resolved');
    const undone = await app.api.undoChanges({ params: { changeSetId: answer.headers.get("change-set") ?? "" } });
    expect(undone.data.undone.map(({ summary }) => summary)).toEqual(['item "Item": comment: reopened']);
    expect(await open()).toEqual(["Look"]);
    await undo(undone);
    expect((await states())[0]?.resolved).toEqual(answer.data.resolved);
  });

  test("an undo leaves a comment that was reopened since, or deleted", async () => {
    const [reopened, deleted] = [await write("Reopened"), await write("Deleted")];
    const first = await resolve(reopened);
    await resolve(reopened, false);
    await resolve(reopened);
    expect((await undo(first)).kept).toMatchObject([{ reason: "changed_since" }]);
    const second = await resolve(deleted);
    await app.api.deleteComment({ params: { itemId: shelf.item, commentId: deleted } });
    expect((await undo(second)).kept).toMatchObject([{ reason: "changed_since" }]);
  });

  test("the state of a comment goes with it, and comes back with the undo of its deletion", async () => {
    const commentId = await write("Gone and back");
    const { data } = await resolve(commentId);
    const deletion = await app.api.deleteComment({ params: { itemId: shelf.item, commentId } });
    expect(await states()).toEqual([]);
    expect(await open({ state: "resolved" })).toEqual([]);
    await undo(deletion);
    expect(await states()).toEqual([data]);
    const wholeItem = await app.api.deleteItem({ params: { itemId: shelf.item } });
    expect(await open({ state: "resolved" })).toEqual([]);
    await undo(wholeItem);
    expect(await open({ state: "resolved" })).toEqual(["Gone and back"]);
    const branch = await app.api.deleteCategory({ params: { categoryId: shelf.category } });
    expect(await open({ state: "resolved" })).toEqual([]);
    await undo(branch);
    expect(await states()).toEqual([data]);
  });

  test("the undo of a new comment removes its state", async () => {
    const answer = await app.api.createComment({ params: { itemId: shelf.item }, body: { text: "Oops" } });
    await undo(answer);
    expect(await states()).toEqual([]);
    expect(await open()).toEqual([]);
  });

  test("the list is newest first, in pages, with the item and its place", async () => {
    for (const text of ["one", "two", "three", "four", "five"]) await write(text);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? { limit: 2 } : { limit: 2, cursor };
      const { data } = await app.api.listComments({ params: shop, query });
      pages.push(data.comments.map(({ comment }) => comment.text));
      cursor = data.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual([["five", "four"], ["three", "two"], ["one"]]);
    const { data } = await app.api.listComments({ params: shop, query: { limit: 1 } });
    expect(data.comments[0]).toMatchObject({
      itemId: shelf.item,
      itemName: "Item",
      path: [
        { id: shelf.category, name: "Category" },
        { id: shelf.branch, name: "Branch" },
        { id: shelf.leaf, name: "Leaf" },
      ],
      resolved: null,
      mentions: [],
    });
  });

  test("the list names items and places in the language asked for", async () => {
    const { item: itemId, branch: subcategoryId } = shelf;
    await app.api.updateItem({ params: { itemId }, body: { translations: { de: { name: "Artikel" } } } });
    await app.api.updateSubcategory({ params: { subcategoryId }, body: { translations: { de: { name: "Zweig" } } } });
    await write("one");
    const { data, headers } = await app.api.listComments({ params: shop, query: { lang: "de" } });
    expect(data.comments[0]).toMatchObject({
      itemName: "Artikel",
      path: [{ name: "Category" }, { name: "Zweig" }, { name: "Leaf" }],
    });
    expect(headers.get("content-language")).toBe("de");
  });

  test("the list can be that of a branch", async () => {
    await write("here");
    const other = await newShelf({ api: app.api, send: (path, init) => fetch(app.url + path, init) });
    await write("there", other.item);
    for (const within of [shelf.category, shelf.branch, shelf.leaf]) expect(await open({ within })).toEqual(["here"]);
    expect(await open({ within: other.branch })).toEqual(["there"]);
    expect(await open()).toEqual(["there", "here"]);
    for (const query of ["within=nowhere", "cursor=nonsense", "state=closed", "only=hers", "limit=101"]) {
      expect((await fetch(`${app.url}/api/projects/shop/comments?${query}`)).status).toBe(400);
    }
  });

  test("open comments are counted by item", async () => {
    const other = await newShelf({ api: app.api, send: (path, init) => fetch(app.url + path, init) });
    await write("one");
    await resolve(await write("two"));
    const items = `${shelf.item},${other.item},nowhere`;
    const { data } = await app.api.countOpenComments({ params: shop, query: { items } });
    expect(data.counts).toEqual({ [shelf.item]: 1 });
    const many = Array(limits.countedItems + 1).fill("x");
    expect((await fetch(`${app.url}/api/projects/shop/comments/counts?items=${many}`)).status).toBe(400);
  });

  test("an @ is plain text: there are no people and no notices", async () => {
    const grants = [{ role: "viewer" as const }];
    const user = { name: "anna", displayName: "Anna", passwordHash: null, providerSubject: null, grants };
    await app.db.write((tx) => insertUser(tx, user, 0));
    await write("@anna look");
    expect((await states())[0]?.mentions).toEqual([]);
    expect((await app.api.listPeople({ params: { itemId: shelf.item } })).data).toEqual([]);
    const refused = await fetch(`${app.url}/api/notices`);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, "access_is_open"]);
  });

  test("an unknown comment cannot be resolved, and a repeated request is carried out once", async () => {
    const path = `${app.url}/api/items/${shelf.item}/comment-states`;
    expect((await fetch(`${path}/nowhere`, json("PATCH", { resolved: true }))).status).toBe(404);
    const commentId = await write("Once");
    const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
    const send = () => fetch(`${path}/${commentId}`, { ...json("PATCH", { resolved: true }), headers });
    const first = await (await send()).json();
    await resolve(commentId, false);
    expect(await (await send()).json()).toEqual(first);
    expect((await states())[0]?.resolved).toBeNull();
  });

  test("what was deleted too long ago for an undo leaves nothing behind", async () => {
    const rows = async () =>
      (await app.db.read((reader) => reader.all(sql`select key from comment_states where item_key > ${0}`))).length;
    const itemId = shelf.item;
    await app.api.deleteComment({ params: { itemId, commentId: await write("Alone") } });
    await write("With its item");
    await app.api.deleteItem({ params: { itemId } });
    expect(await rows()).toBe(2);
    const retention = { trashMs: 1_000, historyMs: Infinity, historyBytes: Infinity, auditMs: Infinity };
    await prune(app.db, retentionJobs(retention), Date.now() + 2_000);
    expect(await rows()).toBe(0);
  });
});

describe("where people sign in", () => {
  let app: AccessApp;
  let shelf: Shelf;
  let other: Shelf;
  let anna: Caller;
  let boris: Caller;
  beforeAll(async () => {
    app = await startAccessApp();
    shelf = await newShelf(app.admin);
    other = await newShelf(app.admin);
    await app.addUser("root", { role: "admin" });
    await app.addUser("anna", { role: "editor", project: "shop" });
    await app.addUser("boris", { role: "viewer", project: "shop", subtree: shelf.branch });
    await app.addUser("victor", { role: "editor", project: "other" });
    anna = await app.person("anna");
    boris = await app.person("boris");
  });
  afterAll(async () => {
    expect(await app.doctor()).toEqual([]);
    await app.stop();
  });
  beforeEach(() => app.db.write((tx) => tx.run(sql`delete from notices`)));

  const byAnna = calls(
    () => anna.api,
    () => shelf,
  );
  const noticesOf = async ({ api }: Caller) => (await api.listNotices()).data;
  const textsOf = async (caller: Caller) => (await noticesOf(caller)).notices.map(({ text }) => text);
  const mentionsOf = async (commentId: string, itemId = shelf.item) =>
    (await byAnna.states(itemId)).find((state) => state.commentId === commentId)?.mentions.map(({ name }) => name);

  test("a name with @ mentions those who see the item, and tells them", async () => {
    const commentId = await byAnna.write("Please look, @Boris. And @victor, mail@anna, @nobody!");
    expect(await mentionsOf(commentId)).toEqual(["boris"]);
    const { notices, unread } = await noticesOf(boris);
    expect(unread).toBe(1);
    expect(notices).toEqual([
      {
        id: expect.any(String),
        projectId: "shop",
        itemId: shelf.item,
        itemName: "Item",
        subcategoryId: shelf.leaf,
        commentId,
        text: "Please look, @Boris. And @victor, mail@anna, @nobody!",
        actor: "anna",
        at: expect.stringMatching(/^\d{4}-/),
        read: false,
        resolved: false,
      },
    ]);
    expect((await noticesOf(anna)).notices).toEqual([]);
  });

  test("nobody is told of what they may not see, or of what they wrote themselves", async () => {
    const commentId = await byAnna.write("@boris @anna @root", other.item);
    expect(await mentionsOf(commentId, other.item)).toEqual(["anna", "root"]);
    expect(await textsOf(boris)).toEqual([]);
    expect(await textsOf(anna)).toEqual([]);
  });

  test("a notice goes with the right to see the item", async () => {
    const { data: user } = await app.admin.api.createUser({
      body: { name: "tina", password: "a long one of her own", grants: [{ role: "viewer", project: "shop" }] },
    });
    const signedIn = await app.stranger.send(
      "/api/session",
      json("POST", { name: "tina", password: "a long one of her own" }),
    );
    const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const list = async () =>
      ((await (await app.stranger.send("/api/notices", { headers: { cookie } })).json()) as { unread: number }).unread;
    await byAnna.write("@tina here");
    expect(await list()).toBe(1);
    const grants = [{ role: "viewer" as const, project: "other" }];
    await app.admin.api.updateUser({ params: { userId: user.id }, body: { grants } });
    expect(await list()).toBe(0);
    await app.admin.api.deleteUser({ params: { userId: user.id } });
    expect((await byAnna.states()).flatMap(({ mentions }) => mentions.map(({ name }) => name))).not.toContain("tina");
  });

  test("an edit tells only those who were not named before, and one that takes a name away takes its notice", async () => {
    const commentId = await byAnna.write("@boris");
    const params = { itemId: shelf.item, commentId };
    await anna.api.updateComment({ params, body: { text: "@boris and @root" } });
    expect(await textsOf(boris)).toEqual(["@boris and @root"]);
    expect(await mentionsOf(commentId)).toEqual(["boris", "root"]);
    await anna.api.updateComment({ params, body: { text: "never mind" } });
    expect([await textsOf(boris), await mentionsOf(commentId)]).toEqual([[], []]);
  });

  test("a deletion hides the notice, and its undo shows it again, read or not as it was", async () => {
    const commentId = await byAnna.write("@boris again");
    const params = { itemId: shelf.item, commentId };
    await boris.api.markNoticesRead({ body: {} });
    const deletion = await anna.api.deleteComment({ params });
    expect(await textsOf(boris)).toEqual([]);
    await anna.api.undoChanges({ params: { changeSetId: deletion.headers.get("change-set") ?? "" } });
    expect((await noticesOf(boris)).notices.map(({ text, read }) => [text, read])).toEqual([["@boris again", true]]);
  });

  test("notices are marked as read one by one, or all at once, and only one's own", async () => {
    for (const text of ["@boris 1", "@boris 2", "@boris 3 @root"]) await byAnna.write(text);
    const [newest] = (await noticesOf(boris)).notices;
    expect((await boris.api.markNoticesRead({ body: { ids: [newest?.id ?? "", "x"] } })).data.unread).toBe(2);
    const root = await app.person("root");
    await root.api.markNoticesRead({ body: { ids: (await noticesOf(boris)).notices.map(({ id }) => id) } });
    expect((await noticesOf(boris)).unread).toBe(2);
    expect((await boris.api.markNoticesRead({ body: {} })).data.unread).toBe(0);
    expect((await noticesOf(root)).unread).toBe(1);
  });

  test("a person keeps the newest notices, and none for longer than three months", async () => {
    const item = (await anna.api.createItem({ params: { subcategoryId: shelf.leaf }, body: { name: "Busy" } })).data.id;
    await byAnna.write("@boris last", item);
    const fill = (at: number) =>
      app.db.write(async (tx) => {
        const row = await tx.get<{ user_key: number; item_key: number; comment_id: string }>(
          sql`select user_key, item_key, comment_id from notices limit 1`,
        );
        for (let count = 0; row && count < limits.notices; count++) {
          await tx.run(
            sql`insert into notices (user_key, item_key, comment_id, actor, at)
              values (${row.user_key}, ${row.item_key}, ${row.comment_id}, 'anna', ${at})`,
          );
        }
      });
    await fill(0);
    await byAnna.write("@boris newest", item);
    const { notices } = await noticesOf(boris);
    expect([notices.length, notices[0]?.text]).toEqual([limits.notices, "@boris newest"]);
    const retention = { trashMs: 1e12, historyMs: Infinity, historyBytes: Infinity, auditMs: Infinity };
    await prune(app.db, retentionJobs(retention), noticesKeptMs + 1);
    expect(await textsOf(boris)).toEqual(["@boris newest"]);
  });

  test("the list shows those who see only a branch what is in it, and finds mine and those that mention me", async () => {
    await byAnna.write("to all");
    await byAnna.write("to you @boris");
    await byAnna.write("elsewhere @root", other.item);
    const list = async ({ api }: Caller, query: object = {}) =>
      (await api.listComments({ params: shop, query })).data.comments.map(({ comment }) => comment.text);
    expect((await list(boris)).slice(0, 2)).toEqual(["to you @boris", "to all"]);
    expect(await list(boris)).not.toContain("elsewhere @root");
    expect((await list(boris, { only: "mentioning" }))[0]).toBe("to you @boris");
    expect(await list(boris, { only: "mine" })).toEqual([]);
    expect((await list(anna, { only: "mine" }))[0]).toBe("elsewhere @root");
    const within = await boris.send(`/api/projects/shop/comments?within=${other.branch}`);
    expect(within.status).toBe(400);
    const counts = await boris.api.countOpenComments({ params: shop, query: { items: `${shelf.item},${other.item}` } });
    expect(Object.keys(counts.data.counts)).toEqual([shelf.item]);
  });

  test("those who may comment find the people who see the item, by how their names begin", async () => {
    const search = async (begin: string) =>
      (await anna.api.listPeople({ params: { itemId: shelf.item }, query: { search: begin } })).data.map(
        ({ name }) => name,
      );
    expect(await search("")).toEqual(["anna", "boris", "root"]);
    expect(await search("BO")).toEqual(["boris"]);
    expect((await boris.send(`/api/items/${shelf.item}/people`)).status).toBe(403);
  });

  test("who may comment may resolve, and who may only see may not", async () => {
    const commentId = await byAnna.write("Whose?");
    const path = `/api/items/${shelf.item}/comment-states/${commentId}`;
    expect((await boris.send(path, json("PATCH", { resolved: true }))).status).toBe(403);
    expect((await byAnna.resolve(commentId)).data.resolved?.by).toBe("anna");
  });
});
