import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ImportRun } from "../../contract/imports.ts";
import { sql } from "../../server/db/sql.ts";
import { encoded } from "../support/encoded.ts";
import { type ImportCatalog, startImportCatalog } from "./import-catalog.ts";

let catalog: ImportCatalog;
beforeAll(async () => {
  catalog = await startImportCatalog();
});
afterAll(() => catalog.app.stop());

const choose = ({ id }: ImportRun, options: object) =>
  catalog.imports.send(`/api/imports/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(options),
  });

const cyrillic = Buffer.from("key;name\nK-1;\xcb\xe0\xec\xef\xe0\n", "latin1");

test("an import says how its file was read, and reads it as it is told to", async () => {
  const recognised = await catalog.imports.start("key,name\nK-1,Lamp\n", { dryRun: "true" });
  expect(recognised.read).toEqual({ encoding: "utf-8", samples: [], separator: ",", headerRow: 1 });
  const options = { encoding: "windows-1252", headerRow: 2 };
  const told = await catalog.imports.start(`Prices;\nkey;name\nK-1;Lamp\n`, {
    dryRun: "true",
    options: JSON.stringify(options),
  });
  expect(told.read).toEqual({ encoding: "windows-1252", samples: [], separator: ";", headerRow: 2 });
  expect(told.columns.map(({ header }) => header)).toEqual(["key", "name"]);
});

test("an encoding in which no words are found is called a guess, and the right one can be chosen", async () => {
  const file = encoded("name;price\nΛάμπα γραφείου;12,50\nΤραπέζι ξύλινο;99,00\n", "windows-1253");
  const guessed = await catalog.imports.start(file, { dryRun: "true" });
  expect(guessed.read).toMatchObject({ encodingCertain: false });
  const options = JSON.stringify({ encoding: "windows-1253" });
  const chosen = await catalog.imports.start(file, { dryRun: "true", options });
  expect(chosen.read).toMatchObject({ encoding: "windows-1253", samples: ["Λάμπα γραφείου", "Τραπέζι ξύλινο"] });
  expect(chosen.read).not.toHaveProperty("encodingCertain");
});

test("a separator that is chosen goes before the one that is recognised", async () => {
  const text = "name|note\nLamp, long; white|a, b\nDesk, low; brown|c, d\n";
  const headers = async (options: object) => {
    const { read, columns } = await catalog.imports.start(text, { dryRun: "true", options: JSON.stringify(options) });
    return [read?.separator, ...columns.map(({ header }) => header)];
  };
  expect(await headers({})).toEqual(["|", "name", "note"]);
  expect(await headers({ separator: "pipe" })).toEqual(["|", "name", "note"]);
  expect(await headers({ separator: "comma", headerRow: 2 })).toEqual([",", "Lamp", " long; white|a", " b"]);
  expect(await headers({ separator: "semicolon", headerRow: 2 })).toEqual([";", "Lamp, long", " white|a, b"]);
  const declared = { dryRun: "true", options: JSON.stringify({ separator: "tab" }) };
  const tabs = await catalog.imports.start("sep=;\nname\tprice; EUR\nLamp\t5\n", declared);
  expect(tabs.read).toMatchObject({ separator: "\t", headerRow: 1 });
  const refused = await catalog.imports.posted(text, { options: JSON.stringify({ separator: ";" }) });
  expect([refused.status, JSON.stringify(await refused.json())]).toEqual([400, expect.stringContaining("/separator")]);
});

test("a German list is no Russian one, and shows texts by which another encoding can be chosen", async () => {
  const leaf = await catalog.newLeaf();
  const rows = Array.from({ length: 500 }, (_, at) => `DE-${at};Jacke Größe ${at}`).join("\n");
  const file = encoded(`key;name\n${rows}\n`, "windows-1252");
  const query = { dryRun: "true", options: JSON.stringify({ subcategoryId: leaf }) };
  const run = await catalog.imports.start(file, query);
  expect(run.read).toMatchObject({ encoding: "windows-1252" });
  expect(run.read?.samples?.slice(0, 2)).toEqual(["Jacke Größe 0", "Jacke Größe 1"]);
  const options = JSON.stringify({ subcategoryId: leaf, encoding: "windows-1251" });
  const other = await catalog.imports.start(file, { ...query, options });
  expect(other.read).toMatchObject({ encoding: "windows-1251", samples: expect.arrayContaining(["Jacke GrцЯe 0"]) });
  const done = await catalog.imports.act(await catalog.imports.ended(run), "resume");
  expect(done).toMatchObject({ created: 500, state: "done" });
  expect((await catalog.itemsOf(leaf)).filter(({ name }) => name.includes("Größe"))).toHaveLength(500);
});

test("other options of reading need the file again, and the others do not", async () => {
  const run = await catalog.imports.run(cyrillic, {
    dryRun: "true",
    options: JSON.stringify({ encoding: "windows-1251" }),
  });
  const refused = await choose(run, { encoding: "windows-1252", separator: "tab", sheet: "Prices", headerRow: 2 });
  expect(refused.status).toBe(400);
  const { code, errors } = (await refused.json()) as { code: string; errors: { pointer: string; code: string }[] };
  expect([code, errors.map(({ pointer }) => pointer)]).toEqual([
    "invalid_body",
    ["/encoding", "/separator", "/sheet", "/headerRow"],
  ]);
  const taken = await choose(run, { encoding: "windows-1251", hideNew: true });
  expect(await taken.json()).toMatchObject({ options: { encoding: "windows-1251", hideNew: true }, revision: 2 });
  const unsaid = await choose(run, { hideNew: true });
  expect(await unsaid.json()).toMatchObject({ options: { encoding: "windows-1251", hideNew: true } });
  await catalog.imports.ended(run);
});

test("an import from before this was stored is shown without it", async () => {
  const run = await catalog.imports.run("key,name\nK-2,Lamp\n", { dryRun: "true" });
  await catalog.app.db.write((tx) => tx.run(sql`update imports set read_as = '' where id = ${run.id}`));
  expect(await catalog.imports.read(run.id)).toMatchObject({ read: null, state: "checked" });
});
