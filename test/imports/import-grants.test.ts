import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import * as undoing from "../../server/history/undo.sql.ts";
import { type AccessApp, startAccessApp } from "../access/access-scenario.ts";
import { Imports } from "./import-run.ts";

let app: AccessApp;
let category = "";
beforeAll(async () => {
  app = await startAccessApp();
  const params = { projectId: "shop" };
  category = (await app.admin.api.createCategory({ params, body: { name: "Owls" } })).data.id;
});
afterAll(() => app.stop());

const newLeaf = async (name: string) =>
  (await app.admin.api.createSubcategory({ params: { categoryId: category }, body: { name } })).data.id;
const newItem = async (subcategoryId: string, name: string) =>
  (await app.admin.api.createItem({ params: { subcategoryId }, body: { name } })).data.id;
const importsOf = async (...grants: Parameters<AccessApp["key"]>) => {
  const { secret } = await app.key(...grants);
  return new Imports(app.url, { authorization: `Bearer ${secret}` });
};
const itemWith = async (itemId: string) => (await app.admin.api.getItem({ params: { itemId } })).data;

test("who may edit one branch imports just that", async () => {
  const [mine, theirs] = [await newLeaf("Mine"), await newLeaf("Theirs")];
  const [own, other] = [await newItem(mine, "Own"), await newItem(theirs, "Other")];
  const imports = await importsOf({ role: "editor", project: "shop", subtree: mine });
  const run = await imports.run(
    `id,subcategoryId,name\n${own},,Own 2\n${other},,Other 2\n,${mine},New\n,${theirs},Foreign\n${own},${theirs},Moved\n`,
  );
  expect(run).toMatchObject({ state: "done", changed: 1, created: 1, refused: 3 });
  const faults = await imports.faults(run);
  expect(faults.map(({ row, code }) => [row, code])).toEqual([
    [3, "not_found"],
    [5, "not_found"],
    [6, "repeated"],
  ]);
  expect([(await itemWith(own)).name, (await itemWith(other)).name]).toEqual(["Own 2", "Other"]);
});

test("who may translate into one language imports just that", async () => {
  const leaf = await newLeaf("Texts");
  const [one, two] = [await newItem(leaf, "One"), await newItem(leaf, "Two")];
  const imports = await importsOf({ role: "translator", project: "shop", languages: ["ru"] });
  const run = await imports.run(`id,name@ru,name@de,price\n${one},Один,,\n${two},Два,Zwei,\n${one},,,5\n`, {});
  expect(run).toMatchObject({ changed: 1, refused: 2 });
  expect((await imports.faults(run)).map(({ row, code }) => [row, code])).toEqual([
    [3, "not_allowed"],
    [4, "repeated"],
  ]);
  expect((await itemWith(one)).translations).toEqual({ ru: { name: "Один" } });
  expect((await itemWith(two)).translations).toEqual({});
});

test("a row that the caller may not carry out claims nothing", async () => {
  const [mine, theirs] = [await newLeaf("Claimed"), await newLeaf("Not mine")];
  const [own, text] = [await newItem(mine, "Claimed item"), await newItem(theirs, "Text")];
  const imports = await importsOf(
    { role: "translator", project: "shop", languages: ["ru"] },
    { role: "editor", project: "shop", subtree: mine },
  );
  const options = JSON.stringify({ createSubcategories: true });
  const rows = [
    `,CLAIM-1,${theirs},,New,,`,
    `,CLAIM-1,${mine},,New,,`,
    `${own},,${theirs},,,,`,
    `${own},,,,Renamed,,`,
    `${text},,,,,,Text`,
    `${text},,,,,Текст,`,
    `,CLAIM-2,,Owls / Not mine either / Deep,New,,`,
    `,CLAIM-2,${mine},,New,,`,
  ];
  const header = "id,key,subcategoryId,subcategory,name,name@ru,name@de";
  const run = await imports.run(`${header}\n${rows.join("\n")}\n`, { options });
  const faults = await imports.faults(run);
  expect(faults.map(({ row, code }) => [row, code])).toEqual([2, 4, 6, 8].map((row) => [row, "not_allowed"]));
  expect(run).toMatchObject({ created: 2, changed: 2, refused: 4 });
});

const api = (id: string, verb = "") => `/api/imports/${id}${verb}`;
const json = (method: string, body: unknown) => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const newKeyed = async (leaf: string, name: string, key: string, fields: object = {}) => {
  const sent = json("POST", { name, ...fields });
  const headers = { ...sent.headers, "item-key": key };
  const answer = await app.admin.send(`/api/subcategories/${leaf}/items`, { ...sent, headers });
  return ((await answer.json()) as { id: string }).id;
};

test("what the caller may not see is in an import as what does not exist", async () => {
  const [mine, hidden] = [await newLeaf("Mine again"), await newLeaf("Hidden")];
  const secret = await newKeyed(hidden, "Secret", "SECRET-1", { description: [{ key: "Colour", value: "red" }] });
  const own = await newKeyed(mine, "Own", "OWN-1");
  const imports = await importsOf({ role: "editor", project: "shop", subtree: mine });
  const options = JSON.stringify({ createSubcategories: true, match: "name" });
  const words = async (header: string, row: string) => {
    const run = await imports.run(`${header}\n${row}\n`, { dryRun: "true", again: "true", options });
    expect(run).toMatchObject({ refused: 1 });
    return JSON.stringify(await imports.faults(run));
  };
  const inFile = (words: string, ...given: string[]) => given.reduce((text, one) => text.replaceAll(one, "X"), words);
  const pairs: [header: string, there: string, notThere: string][] = [
    ["id,name", secret, "unknown-id"],
    ["id,attribute.Colour [3]", secret, "unknown-id"],
    ["subcategoryId,name", hidden, "unknown-leaf"],
    ["subcategory,name", "Owls / Hidden", "Owls / Nothing"],
    ["subcategory,name", "Owls / Hidden / Below", "Owls / Nothing / Below"],
  ];
  for (const [header, there, notThere] of pairs) {
    const [one, other] = [await words(header, `${there},Secret`), await words(header, `${notThere},Secret`)];
    expect(inFile(one, there)).toBe(inFile(other, notThere));
  }
  // A key is unique in the project, so one that is taken has to be refused, and that is all.
  const taken = await words("key,subcategoryId,name", `SECRET-1,${mine},Secret`);
  expect(taken).not.toContain(secret);
  expect(JSON.parse(taken)).toMatchObject([{ column: "key", code: "key_taken" }]);
  expect(await words("id,key", `${own},SECRET-1`)).not.toContain(secret);
});

test("a PUT by the key of an item that the caller may not see says that the key is taken", async () => {
  const [mine, hidden] = [await newLeaf("Keys"), await newLeaf("Hidden keys")];
  const secret = await newKeyed(hidden, "Secret", "SECRET-2");
  const { send } = await app.key({ role: "editor", project: "shop", subtree: mine });
  const put = await send("/api/projects/shop/items/by-key/SECRET-2", json("PUT", { name: "New", subcategoryId: mine }));
  const text = await put.text();
  expect([put.status, (JSON.parse(text) as { code: string }).code]).toEqual([409, "key_taken"]);
  expect(text).not.toContain(secret);
  expect((await itemWith(secret)).name).toBe("Secret");
});

test("a file that somebody else has imported is imported, if their import is not seen", async () => {
  const [one, two] = [await newLeaf("First"), await newLeaf("Second")];
  const text = "name\nLamp\n";
  const [first, second] = [
    await importsOf({ role: "editor", project: "shop", subtree: one }),
    await importsOf({ role: "editor", project: "shop", subtree: two }),
  ];
  const theirs = await first.run(text);
  const answer = await second.posted(text);
  expect(answer.status).toBe(202);
  expect(((await answer.json()) as { id: string }).id).not.toBe(theirs.id);
  const viewer = await importsOf({ role: "translator", project: "shop" });
  const seen = await viewer.posted(text);
  expect(seen.status).toBe(200);
});

test("who has lost a branch no longer reads its values in an import", async () => {
  const [kept, lost] = [await newLeaf("Kept"), await newLeaf("Lost")];
  const item = await newItem(lost, "Before");
  const grants = [
    { role: "editor", project: "shop", subtree: kept },
    { role: "editor", project: "shop", subtree: lost },
  ] as const;
  const { id: keyId, secret } = await app.key(...grants);
  const imports = new Imports(app.url, { authorization: `Bearer ${secret}` });
  const run = await imports.run(`id,name\n${item},After\n`);
  expect(run).toMatchObject({ changed: 1 });
  const paths = ["", "/rows", "/faults", "/changes", "/refused"];
  const statuses = async () => Promise.all(paths.map(async (path) => (await imports.send(api(run.id, path))).status));
  expect(await statuses()).toEqual(paths.map(() => 200));
  await app.db.write((tx) =>
    tx.run({
      text: `delete from grants where holder_kind = 'key' and holder_key = (select key from api_keys where id = ?)
        and node_key = (select key from subcategories where id = ?)`,
      values: [keyId, lost],
    }),
  );
  expect(await statuses()).toEqual(paths.map(() => 404));
  expect(await imports.get("/api/projects/shop/imports")).toEqual({ imports: [] });
});

test("who may not edit what an import touches can do nothing to it", async () => {
  const leaf = await newLeaf("Guarded");
  const admin = new Imports(app.url, { authorization: `Bearer ${app.admin.secret}` });
  const text = `subcategoryId,name\n${leaf},Lamp\n`;
  const checked = await admin.run(text, { dryRun: "true" });
  const done = await admin.run(`subcategoryId,name\n${leaf},Chair\n`);
  const others = [
    await importsOf({ role: "translator", project: "shop" }),
    await importsOf({ role: "viewer", project: "shop" }, { role: "editor", project: "shop", subtree: leaf }),
  ];
  for (const other of others) {
    const acts = [
      other.send(api(checked.id), json("PATCH", { hideNew: true })),
      other.send(api(checked.id), { method: "DELETE" }),
      other.send(api(checked.id, "/resume"), { method: "POST" }),
      other.send(api(done.id, "/undo"), { method: "POST" }),
      other.send("/api/projects/shop/mappings/Ours", json("PUT", { columns: { A: "name" } })),
      other.send("/api/projects/shop/mappings/Ours", { method: "DELETE" }),
    ];
    expect((await Promise.all(acts)).map(({ status }) => status)).toEqual(acts.map(() => 403));
  }
  expect(await admin.read(checked.id)).toEqual(checked);
  expect(await admin.read(done.id)).toEqual(done);
});

test("who may edit less than before can no longer act on an own import", async () => {
  const leaf = await newLeaf("Demoted");
  const elsewhere = { role: "translator", project: "shop", subtree: await newLeaf("Elsewhere") } as const;
  const { id: keyId, secret } = await app.key({ role: "editor", project: "shop", subtree: leaf }, elsewhere);
  const imports = new Imports(app.url, { authorization: `Bearer ${secret}` });
  const run = await imports.run(`subcategoryId,name\n${leaf},Lamp\n`);
  expect(run).toMatchObject({ created: 1 });
  await app.db.write((tx) =>
    tx.run({
      text: "update grants set role = 'viewer' where role = 'editor' and holder_kind = 'key' and holder_key = (select key from api_keys where id = ?)",
      values: [keyId],
    }),
  );
  expect((await imports.send(api(run.id))).status).toBe(200);
  expect((await imports.send(api(run.id, "/undo"), { method: "POST" })).status).toBe(403);
});

test("an undo keeps what has left the branch of the person, and undoes the rest", async () => {
  const [mine, theirs] = [await newLeaf("Undone"), await newLeaf("Moved to")];
  const imports = await importsOf({ role: "editor", project: "shop", subtree: mine });
  const run = await imports.run(`subcategoryId,name\n${mine},One\n${mine},Two\n${mine},Three\n`);
  const list = async (subcategoryId: string) =>
    (await app.admin.api.listItems({ params: { subcategoryId } })).data.items.map(({ id, name }) => ({ id, name }));
  const two = (await list(mine)).find(({ name }) => name === "Two")?.id as string;
  await app.admin.api.updateItem({ params: { itemId: two }, body: { subcategoryId: theirs } });
  expect(await imports.act(run, "undo")).toMatchObject({ state: "undone", error: null, kept: 1 });
  expect([await list(mine), (await list(theirs)).map(({ name }) => name)]).toEqual([[], ["Two"]]);
});

test("an undo does not try a piece again for each of its changes when one of them has left the branch", async () => {
  const [mine, theirs] = [await newLeaf("Many undone"), await newLeaf("First moved to")];
  const imports = await importsOf({ role: "editor", project: "shop", subtree: mine });
  const rows = Array.from({ length: 80 }, (_, row) => `${mine},Item ${row}`);
  const run = await imports.run(`subcategoryId,name\n${rows.join("\n")}\n`);
  // A piece has 50 changes, the newest first: this one is among the last 30, and goes on its own.
  const first = (await app.admin.api.listItems({ params: { subcategoryId: mine } })).data.items[0]?.id as string;
  await app.admin.api.updateItem({ params: { itemId: first }, body: { subcategoryId: theirs } });
  const undoChanges = spyOn(undoing, "undoChanges");
  expect(await imports.act(run, "undo")).toMatchObject({ state: "undone", error: null, kept: 1 });
  const sizes = undoChanges.mock.calls.map(([, , changes]) => changes.length);
  undoChanges.mockRestore();
  expect(sizes).toEqual([50, 30, ...Array.from({ length: 30 }, () => 1)]);
});

test("pictures beside a file need the right to upload", async () => {
  const imports = await importsOf({ role: "translator", project: "shop" });
  const form = new FormData();
  form.append("file", new Blob(["name\nx\n"]), "goods.csv");
  form.append("pictures", new Blob(["PK nothing"]), "pictures.zip");
  const sent = await imports.send("/api/projects/shop/imports", { method: "POST", body: form });
  expect([sent.status, ((await sent.json()) as { code: string }).code]).toEqual([403, "not_allowed"]);
});

test("an import is seen by who started it and by those who see the whole project, and goes on with the rights of who continues it", async () => {
  const leaf = await newLeaf("Seen");
  const grant = { role: "editor", project: "shop", subtree: leaf } as const;
  const starter = await app.key(grant);
  const imports = new Imports(app.url, { authorization: `Bearer ${starter.secret}` });
  const checked = await imports.run(`subcategoryId,name\n${leaf},Lamp\n`, { dryRun: "true" });
  const neighbour = await importsOf(grant);
  expect((await neighbour.send(`/api/imports/${checked.id}`)).status).toBe(404);
  const viewer = await importsOf({ role: "viewer", project: "shop" });
  expect((await viewer.send(`/api/imports/${checked.id}`)).status).toBe(200);
  expect((await viewer.send(`/api/imports/${checked.id}/resume`, { method: "POST" })).status).toBe(403);
  await app.admin.api.revokeKey({ params: { keyId: starter.id } });
  const admin = new Imports(app.url, { authorization: `Bearer ${app.admin.secret}` });
  const run = await admin.act(checked, "resume");
  expect(run).toMatchObject({ state: "done", created: 1 });
});
