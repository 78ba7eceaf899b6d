import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ImportRun } from "../../contract/imports.ts";
import { sql } from "../../server/db/sql.ts";
import { type ImportCatalog, startImportCatalog } from "./import-catalog.ts";

let catalog: ImportCatalog;
beforeAll(async () => {
  catalog = await startImportCatalog();
});
afterAll(() => catalog.app.stop());

const fileFor = (leaf: string, rows = 400) =>
  `subcategoryId,name\n${Array.from({ length: rows }, (_, at) => `${leaf},Item ${at}`).join("\n")}\n`;

async function answers(sending: Promise<Response>[]): Promise<{ statuses: number[]; ids: Set<string> }> {
  const responses = await Promise.all(sending);
  const runs = await Promise.all(responses.map((response) => response.json() as Promise<ImportRun>));
  return { statuses: responses.map(({ status }) => status).sort(), ids: new Set(runs.map(({ id }) => id)) };
}

test("a file that is sent three times at once is imported once", async () => {
  const leaf = await catalog.newLeaf();
  const text = fileFor(leaf);
  const { statuses, ids } = await answers([1, 2, 3].map(() => catalog.imports.posted(text)));
  expect(statuses).toEqual([200, 200, 202]);
  expect(ids.size).toBe(1);
  const [id = ""] = ids;
  expect(await catalog.imports.ended({ id })).toMatchObject({ state: "done", created: 400 });
  expect(await catalog.itemsOf(leaf)).toHaveLength(400);
});

test("a file that is imported again on purpose is imported once for each Idempotency-Key", async () => {
  const leaf = await catalog.newLeaf();
  const text = fileFor(leaf, 10);
  await catalog.imports.run(text);
  const again = (key: string) =>
    catalog.imports.send("/api/projects/shop/imports?again=true", {
      method: "POST",
      headers: { "content-type": "text/csv", "idempotency-key": key },
      body: text,
    });
  const { statuses, ids } = await answers([again("one"), again("one"), again("two")]);
  expect(statuses).toEqual([200, 202, 202]);
  for (const id of ids) expect(await catalog.imports.ended({ id })).toMatchObject({ state: "done", created: 10 });
  expect(await catalog.itemsOf(leaf)).toHaveLength(30);
});

test("a file that is being read elsewhere is waited for; if its process is dead, it is read again", async () => {
  const leaf = await catalog.newLeaf();
  const text = fileFor(leaf, 10);
  const first = await catalog.imports.run(text);
  const { db } = catalog.app;
  const reading = (changedAt: number) =>
    db.write((tx) =>
      tx.run(sql`update imports set state = 'reading', changed_at = ${changedAt} where id = ${first.id}`),
    );
  await reading(db.now());
  expect((await catalog.imports.send(`/api/imports/${first.id}`)).status).toBe(404);
  const waiting = catalog.imports.posted(text);
  // A request that comes later and is answered shows that the first one waits.
  await catalog.imports.run(fileFor(leaf, 1));
  await db.write((tx) => tx.run(sql`update imports set state = 'done' where id = ${first.id}`));
  expect((await answers([waiting])).ids).toEqual(new Set([first.id]));
  await reading(db.now() - 60_000);
  const second = await catalog.imports.run(text);
  expect(second).toMatchObject({ state: "done", created: 10 });
  expect(second.id).not.toBe(first.id);
});

test("a file that was checked twice is carried out once", async () => {
  const leaf = await catalog.newLeaf();
  const text = fileFor(leaf, 10);
  const checks = [
    await catalog.imports.run(text, { dryRun: "true" }),
    await catalog.imports.run(text, { dryRun: "true" }),
  ];
  const resume = ({ id }: ImportRun) => catalog.imports.send(`/api/imports/${id}/resume`, { method: "POST" });
  const responses = await Promise.all(checks.map(resume));
  expect(responses.map(({ status }) => status).sort()).toEqual([202, 409]);
  const refused = responses.find(({ status }) => status === 409) as Response;
  const { code, importId } = (await refused.json()) as { code: string; importId: string };
  expect(code).toBe("import_state");
  expect(await catalog.imports.ended({ id: importId })).toMatchObject({ state: "done", created: 10 });
  expect(await catalog.itemsOf(leaf)).toHaveLength(10);
  // Other columns make it another import.
  const other = checks.find(({ id }) => id !== importId) as ImportRun;
  const patched = await catalog.imports.send(`/api/imports/${other.id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ hideNew: true }),
  });
  expect(patched.status).toBe(200);
  await catalog.imports.ended(other);
  expect((await resume(other)).status).toBe(202);
  expect(await catalog.imports.ended(other)).toMatchObject({ state: "done", created: 10 });
});

test("what was checked is what is carried out: not options that somebody has changed since", async () => {
  const leaf = await catalog.newLeaf();
  const checked = await catalog.imports.run(fileFor(leaf, 2), { dryRun: "true" });
  expect(checked.revision).toBe(1);
  const change = await catalog.imports.send(`/api/imports/${checked.id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ hideNew: true }),
  });
  expect(((await change.json()) as ImportRun).revision).toBe(2);
  await catalog.imports.ended(checked);
  const resume = (revision: number) =>
    catalog.imports.send(`/api/imports/${checked.id}/resume?revision=${revision}`, { method: "POST" });
  const late = await resume(1);
  expect([late.status, ((await late.json()) as { revision: number }).revision]).toEqual([409, 2]);
  expect((await resume(2)).status).toBe(202);
  await catalog.imports.ended(checked);
});

/** Makes the database refuse items of a name, as a fault of the program would. */
async function refuseItemsNamed(name: string): Promise<void> {
  const { db } = catalog.app;
  const run = (text: string) => db.write((tx) => tx.run({ text, values: [] }));
  if (db.engine === "sqlite") {
    await run(`create trigger refuse_item before insert on items when new.name = '${name}'
      begin select raise(abort, 'refused by the test'); end`);
    return;
  }
  await run(`create function refuse_item() returns trigger language plpgsql as
    'begin if new.name = ''${name}'' then raise exception ''refused by the test''; end if; return new; end'`);
  await run("create trigger refuse_item before insert on items for each row execute function refuse_item()");
}

test("a row that the database does not take is refused, and the rest of the file goes through", async () => {
  const leaf = await catalog.newLeaf();
  await refuseItemsNamed("Item 77");
  const run = await catalog.imports.run(fileFor(leaf, 250));
  expect(run).toMatchObject({ state: "done", created: 249, refused: 1 });
  expect(await catalog.imports.faults(run)).toMatchObject([{ row: 79, column: null, code: "not_written" }]);
  expect(await catalog.itemsOf(leaf)).toHaveLength(249);
  expect(await catalog.app.doctor()).toEqual([]);
});
