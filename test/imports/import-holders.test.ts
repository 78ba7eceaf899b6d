import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { callerOfHolder } from "../../server/access/stored-holder.sql.ts";
import { composed, sql } from "../../server/db/sql.ts";
import { takeBack } from "../../server/imports/import-moves.sql.ts";
import { importById, mostWaiting, mostWaitingOfOne, waitingImports } from "../../server/imports/imports.sql.ts";
import { LeasedWork } from "../../server/log/leased-work.ts";
import { type AccessApp, startAccessApp } from "../access/access-scenario.ts";
import { Imports } from "./import-run.ts";

let app: AccessApp;
let category = "";
/** A shop whose pictures come when the test says so. */
let asked = Promise.withResolvers<void>();
let answered = Promise.withResolvers<Response>();
const pictures = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch() {
    asked.resolve();
    return answered.promise;
  },
});
beforeAll(async () => {
  app = await startAccessApp({}, { images: { imageFetchAllow: [`127.0.0.1:${pictures.port}`] } });
  const params = { projectId: "shop" };
  category = (await app.admin.api.createCategory({ params, body: { name: "Owls" } })).data.id;
});
afterAll(async () => {
  await app.stop();
  await pictures.stop(true);
});

const newLeaf = async (name: string) =>
  (await app.admin.api.createSubcategory({ params: { categoryId: category }, body: { name } })).data.id;
const importsOf = async (...grants: Parameters<AccessApp["key"]>) => {
  const { secret } = await app.key(...grants);
  return new Imports(app.url, { authorization: `Bearer ${secret}` });
};

test("whoever started an import still sees it when somebody else lets it go on, and does not import the file again", async () => {
  const [leaf, hidden] = [await newLeaf("Started"), await newLeaf("Beyond")];
  const item = (await app.admin.api.createItem({ params: { subcategoryId: hidden }, body: { name: "Unseen name" } }))
    .data.id;
  const starter = await app.key({ role: "editor", project: "shop", subtree: leaf });
  const imports = new Imports(app.url, { authorization: `Bearer ${starter.secret}` });
  const admin = new Imports(app.url, { authorization: `Bearer ${app.admin.secret}` });
  const text = `id,subcategoryId,name\n,${leaf},Lamp\n${item},,Changed\n`;
  const checked = await imports.run(text, { dryRun: "true" });
  expect(checked).toMatchObject({ created: 1, refused: 1 });
  expect(await admin.act(checked, "resume")).toMatchObject({ state: "done", created: 1, changed: 1 });

  const again = await imports.posted(text);
  expect([again.status, ((await again.json()) as { id: string }).id]).toEqual([200, checked.id]);
  const { imports: listed } = await imports.get<{ imports: { id: string }[] }>("/api/projects/shop/imports");
  expect(listed.map(({ id }) => id)).toEqual([checked.id]);
  // What became of the rows shows what the starter does not see, and only who may edit all of it acts on it.
  const asked = ["", "/rows", "/faults", "/changes", "/refused"].map((path) =>
    imports.send(`/api/imports/${checked.id}${path}`),
  );
  const undone = imports.send(`/api/imports/${checked.id}/undo`, { method: "POST" });
  const answers = await Promise.all([...asked, undone]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 403, 403]);
  expect((await Promise.all(answers.map((answer) => answer.text()))).join()).not.toContain("Unseen name");

  const grants = (node: string) =>
    app.db.write((tx) =>
      tx.run(sql`update grants set node_key = (select key from subcategories where id = ${node})
        where holder_kind = 'key' and holder_key = (select key from api_keys where id = ${starter.id})`),
    );
  await grants(hidden);
  expect((await imports.send(`/api/imports/${checked.id}`)).status).toBe(404);
});

const ends: [string, (keyId: string) => Promise<unknown>][] = [
  ["is revoked", (keyId) => app.admin.api.revokeKey({ params: { keyId } })],
  ["expires", (keyId) => app.db.write((tx) => tx.run(sql`update api_keys set expires_at = 1 where id = ${keyId}`))],
];
for (const [name, end] of ends) {
  test(`an import whose key ${name} in the middle says so, and writes no more`, async () => {
    [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()];
    const leaf = await newLeaf(`Key that ${name}`);
    const { id, secret } = await app.key({ role: "editor", project: "shop", subtree: leaf });
    const imports = new Imports(app.url, { authorization: `Bearer ${secret}` });
    const text = `subcategoryId,name,imgs\n${leaf},Lamp,\n${leaf},Chair,http://127.0.0.1:${pictures.port}/a.png\n`;
    const run = await imports.start(text, { options: JSON.stringify({ fetchPictures: true }) });
    await asked.promise;
    await end(id);
    answered.resolve(new Response("no", { status: 404 }));
    const admin = new Imports(app.url, { authorization: `Bearer ${app.admin.secret}` });
    const error = "Whoever started or continued it has no access any more.";
    expect(await admin.ended(run)).toMatchObject({ state: "failed", error, created: 0, done: 0 });
    expect((await app.admin.api.listItems({ params: { subcategoryId: leaf } })).data.items).toEqual([]);
  });
}

test("an undo is that of whoever asked for it: its turns, its event, and its end if they lose access", async () => {
  const leaf = await newLeaf("Undone by others");
  const starter = await importsOf({ role: "editor", project: "shop", subtree: leaf });
  const run = await starter.run(`subcategoryId,name\n${leaf},Lamp\n`);
  const other = await app.key({ role: "editor", project: "shop" });
  const imports = new Imports(app.url, { authorization: `Bearer ${other.secret}` });
  const row = await app.db.read((reader) => importById(reader, run.id));
  const { key = 0 } =
    (await app.db.read((reader) =>
      reader.get<{ key: number }>(sql`select key from api_keys where id = ${other.id}`),
    )) ?? {};
  const expires = (at: number | null) =>
    app.db.write(async (tx) => {
      await tx.run(sql`update api_keys set expires_at = ${at} where id = ${other.id}`);
      const caller = await callerOfHolder(tx, { holder_kind: "key", holder_key: key });
      if (at !== null && row && caller) await takeBack(tx, row, caller, app.db.now());
    });
  await expires(1);
  expect(await starter.ended(run)).toMatchObject({
    state: "failed",
    error: "Whoever undid it has no access any more.",
  });

  await expires(null);
  const turns = spyOn(LeasedWork.prototype, "inTurn");
  const asked = await imports.send(`/api/imports/${run.id}/undo`, { method: "POST" });
  expect(await asked.json()).toMatchObject({ state: "undoing", error: null });
  expect(await starter.ended(run)).toMatchObject({ state: "undone", error: null });
  expect(new Set(turns.mock.calls.map(([who]) => who))).toEqual(new Set([`key:${key}`]));
  turns.mockRestore();
  const events = await app.db.read((reader) =>
    reader.all<{ action: string; actor: string }>(
      sql`select action, actor from changes where kind = 'import' and entity_id = ${run.id} order by seq`,
    ),
  );
  expect(events).toEqual([
    { action: "create", actor: run.actor },
    { action: "delete", actor: `key:${other.id}` },
  ]);
});

test("the imports of one person that wait hold up none of somebody else", async () => {
  const leaf = await newLeaf("Waits");
  const grant = { role: "editor", project: "shop", subtree: leaf } as const;
  const text = `subcategoryId,name\n${leaf},Lamp\n`;
  const runs: { id: string }[] = [];
  for (let made = 0; made < 2; made++) runs.push(await (await importsOf(grant)).run(text, { dryRun: "true" }));
  class RolledBack extends Error {}
  const looked = app.db.write(async (tx) => {
    const row = await tx.get<object>(sql`select * from imports where id = ${runs[0]?.id ?? ""}`);
    const columns = Object.keys(row ?? {}).filter((name) => name !== "key");
    const values = columns.map((name) => ({ id: "?", state: "'running'" })[name] ?? name);
    const copy = (as: string, of = "") =>
      tx.run(
        composed(`insert into imports (${columns.join(", ")}) select ${values.join(", ")} from imports where id = ?`, [
          as,
          of,
        ]),
      );
    // As many of one person as a node works on, and then one of somebody else.
    for (let made = 0; made < mostWaiting; made++) await copy(`copy-${made}`, runs[0]?.id);
    await copy("copy-last", runs[1]?.id);
    const keys = await tx.all<{ key: number }>(
      sql`select key from imports where id in ('copy-0', 'copy-last') order by key`,
    );
    const waiting = await waitingImports(tx);
    expect(waiting.slice(0, 2).map(({ key }) => key)).toEqual(keys.map(({ key }) => key));
    expect(waiting).toHaveLength(mostWaitingOfOne + 1);
    throw new RolledBack();
  });
  await expect(looked).rejects.toThrow(RolledBack);
});
