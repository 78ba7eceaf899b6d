import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CatalogClient, createClient } from "../../contract/client.ts";
import type { ImportRun } from "../../contract/imports.ts";
import { importItems } from "../../server/cli/import.command.ts";
import { projects } from "../../server/cli/projects.command.ts";
import { sql } from "../../server/db/sql.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { encoded } from "../support/encoded.ts";
import { tableFile } from "../support/made-tables.ts";
import { runCommand } from "../support/run-command.ts";
import { runProgram } from "../support/run-program.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const dataDir = temporaryFolder();
const files = temporaryFolder();
let service: Service;
let api: CatalogClient;
const settings = { DATA_DIR: dataDir };
const run = (...args: string[]) => runCommand(importItems, args, settings);
const file = (name: string, text: string): string => {
  const path = join(files, name);
  writeFileSync(path, text);
  return path;
};
const pricesOf = async () =>
  (await api.listItems({ params: { subcategoryId: "lamps" } })).data.items.map(({ name, price }) => [name, price]);

beforeAll(async () => {
  service = await startService({ DATA_DIR: dataDir });
  api = createClient(service.url);
  await runCommand(projects, ["add", "shop", "Shop"], settings);
  const { data: category } = await api.createCategory({ params: { projectId: "shop" }, body: { name: "Home" } });
  await api.createSubcategory({ params: { categoryId: category.id }, body: { id: "lamps", name: "Lamps" } });
});
afterAll(() => service.stop());

test("import writes the rows of a file, and the running service shows them", async () => {
  const path = file("lamps.csv", "key,subcategoryId,name,price\nL-1,lamps,Aurora,10\nL-2,lamps,Borealis,20\n");
  const dry = await run("--project", "shop", "--dry-run", path);
  expect(dry).toEqual({ code: 0, output: "Dry run checked: 2 rows, 2 new, 0 changed, 0 the same, 0 refused.\n" });
  expect(await pricesOf()).toEqual([]);
  const done = await runProgram("cli.ts", ["import", "--project", "shop", path], settings);
  expect(done).toEqual({ code: 0, output: "Import done: 2 rows, 2 new, 0 changed, 0 the same, 0 refused.\n" });
  expect(await pricesOf()).toEqual([
    ["Aurora", 10],
    ["Borealis", 20],
  ]);
  const again = await run("--project", "shop", path);
  expect(again.output).toContain("This file was sent before");
  expect(await pricesOf()).toHaveLength(2);
});

test("import reads the sheet and the header that are named, and says which it took", async () => {
  const path = join(files, "book.ods");
  const rows = [["Price list"], ["key", "name", "subcategoryId"], ["L-1", "Aurora", "lamps"]];
  const sheets = [
    {
      name: "Cover",
      rows: [
        ["key", "name"],
        ["C-1", "Cover"],
      ],
    },
    { name: "Prices", rows },
  ];
  writeFileSync(path, await tableFile("ods", sheets));
  const found = await run("--project", "shop", "--dry-run", path);
  expect(found.output).toContain('The header is row 1 of the sheet "Cover".');
  const chosen = await run("--project", "shop", "--dry-run", "--sheet", "Prices", path);
  expect(chosen.output).toContain("1 rows, 0 new, 0 changed, 1 the same");
  expect(chosen.output).toContain('The header is row 2 of the sheet "Prices".');
  const header = await run("--project", "shop", "--dry-run", "--sheet", "Prices", "--header-row", "9", path);
  expect(header).toMatchObject({ code: 1, output: expect.stringContaining("(row 9)") });
  const wrong = await run("--project", "shop", "--header-row", "first", path);
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining("--header-row is the number of a row.") });
});

test("import reads the encoding that is named, and shows a text", async () => {
  const path = join(files, "texts.csv");
  writeFileSync(path, encoded("key,name,subcategoryId,price\nG-1,Größe,lamps,9.50\n", "windows-1252"));
  const found = await run("--project", "shop", "--dry-run", path);
  expect(found.output).toContain('Read as windows-1252, such as "Größe". A point starts the decimals.');
  const chosen = await run("--project", "shop", "--dry-run", "--encoding", "windows-1251", path);
  expect(chosen.output).toContain('Read as windows-1251, such as "GrцЯe".');
  const wrong = await run("--project", "shop", "--encoding", "latin", path);
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining("--encoding is one of utf-8, ") });
});

test("import reads the separator that is named", async () => {
  const path = file("separated.csv", "key;name;subcategoryId|price\nS-1;Lamp;lamps|5\n");
  const chosen = await run("--project", "shop", "--dry-run", "--json", "--separator", "pipe", path);
  expect(chosen.output).toContain('"header": "key;name;subcategoryId"');
  const wrong = await run("--project", "shop", "--separator", "dot", path);
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining("--separator is one of comma, ") });
});

test("import goes on with a file that was stopped", async () => {
  const path = file("stopped.csv", "key,subcategoryId,name,price\nL-1,lamps,Aurora,10\nL-2,lamps,Borealis,20\n");
  const args = ["--project", "shop", "--json", "--again", path];
  const { id } = JSON.parse((await run(...args)).output) as ImportRun;
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  await db.write((tx) =>
    tx.run(sql`update imports set state = 'stopped', position = 0, done = 0, unchanged = 0 where id = ${id}`),
  );
  await db.close();
  const { code, output } = await run("--project", "shop", path);
  expect(output).toMatch(/was sent before, on \S+, and was stopped\. It goes on\.\nImport done: 2 rows, .* 2 the same/);
  expect(code).toBe(0);
  const known = await run("--project", "shop", "--json", path);
  expect(JSON.parse(known.output)).toMatchObject({ id, state: "done", unchanged: 2 });
});

test("import exits with 1 where rows were refused, and prints the import as JSON", async () => {
  const path = file("faults.csv", "key,price\nL-1,eleven\nL-2,22\n");
  const { code, output } = await run("--project", "shop", "--json", path);
  expect(code).toBe(1);
  expect(output).toContain("1 row was refused.");
  const printed = JSON.parse(output.slice(0, output.lastIndexOf("}") + 1)) as ImportRun;
  expect(printed).toMatchObject({ state: "done", rows: 2, changed: 1, refused: 1 });
  expect(await pricesOf()).toEqual([
    ["Aurora", 10],
    ["Borealis", 22],
  ]);
});

test("import says what is wrong, without a stack trace", async () => {
  const refused = async (words: string, ...args: string[]) => {
    const { code, output } = await run(...args);
    expect([code, output]).toEqual([1, expect.stringContaining(words)]);
  };
  const empty = file("empty.csv", "");
  await refused("The file is empty.", "--project", "shop", empty);
  await refused("There is no project", "--project", "nowhere", empty);
  await refused("Name a project and one file.", "--project", "shop");
  await refused("must be JSON", "--project", "shop", "--options", "{", file("x.csv", "name\nx\n"));
  const missing = ["import", "--project", "shop", join(files, "missing.csv")];
  const { code, output } = await runProgram("cli.ts", missing, settings);
  expect([code, output]).toEqual([1, expect.stringContaining("cannot be used")]);
  expect(output).not.toMatch(/\bat .+:\d+:\d+/);
});
