import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CatalogClient, createClient } from "../../contract/client.ts";
import { backup } from "../../server/cli/backup.command.ts";
import type { Command } from "../../server/cli/command.ts";
import { doctor } from "../../server/cli/doctor.command.ts";
import { migrate } from "../../server/cli/migrate.command.ts";
import { projects } from "../../server/cli/projects.command.ts";
import { restore } from "../../server/cli/restore.command.ts";
import { migrations } from "../../server/db/migrate.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { faultsOf } from "../../server/doctor/doctor.ts";
import { runCommand } from "../support/run-command.ts";
import { runProgram } from "../support/run-program.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const dataDir = temporaryFolder();
const files = temporaryFolder();
let service: Service;
let api: CatalogClient;
beforeAll(async () => {
  service = await startService({ DATA_DIR: dataDir });
  api = createClient(service.url);
});
afterAll(async () => {
  await service.stop();
});

const cli = (...args: string[]) => runProgram("cli.ts", args, { DATA_DIR: dataDir });
const run = (command: Command, ...args: string[]) => runCommand(command, args, { DATA_DIR: dataDir });

/** Expects that the command fails with these words. */
async function refused(words: string | RegExp, command: Command, ...args: string[]): Promise<void> {
  const { code, output } = await run(command, ...args);
  expect(output).toMatch(words);
  expect(code).toBe(1);
}

describe("projects", () => {
  test("are added, listed, renamed, deactivated and activated, and the running service shows it right away", async () => {
    expect(await cli("projects", "add", "shop", "The", "Shop")).toEqual({
      code: 0,
      output: 'Added the project "shop".\n',
    });
    expect((await api.listProjects()).data).toEqual([
      { id: "shop", name: "shop", displayName: "The Shop", active: true, logoUrl: "" },
    ]);
    expect((await run(projects, "rename", "shop", "Магазин № 1")).code).toBe(0);
    expect((await run(projects, "deactivate", "shop")).code).toBe(0);
    expect((await api.listProjects()).data).toMatchObject([{ displayName: "Магазин № 1", active: false }]);
    expect(await cli("projects", "list")).toEqual({ code: 0, output: "shop\tМагазин № 1\tnot active\n" });
    expect((await run(projects, "activate", "shop")).code).toBe(0);
    expect((await api.listProjects()).data).toMatchObject([{ active: true }]);
  });

  test("with invalid names or ids are refused", async () => {
    await refused('The project "shop" exists already.', projects, "add", "shop");
    await refused("is not a project id", projects, "add", "a b/c");
    await refused('There is no project "nowhere".', projects, "rename", "nowhere", "x");
    await refused("Usage:", projects, "rename", "shop");
  });
});

test("help is printed, and an unknown command is an error", async () => {
  const { code, output } = await cli("--help");
  expect(code).toBe(0);
  for (const form of ["projects add ID", "backup FILE", "restore FILE", "doctor"]) expect(output).toContain(form);
  const unknown = await cli("fly");
  expect([unknown.code, unknown.output]).toEqual([2, expect.stringContaining('There is no command "fly".')]);
});

test("a command never creates a catalog by mistake", async () => {
  const empty = temporaryFolder();
  for (const [command, ...args] of [[doctor], [projects, "list"], [backup, join(files, "x")]] as [
    Command,
    ...string[],
  ][]) {
    const { code, output } = await runCommand(command, args, { DATA_DIR: empty });
    expect(code).toBe(1);
    expect(output).toContain("There is no catalog at");
  }
  expect(readdirSync(empty)).toEqual([]);
});

const versionIn = (etag: string | undefined) => Number.parseInt(etag?.slice(1) ?? "", 36);

describe("backup and restore", () => {
  const file = join(files, "backup.db");

  test("work while the service runs and accepts writes", async () => {
    const category = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Kept" } })).data;
    await api.createSubcategory({ params: { categoryId: category.id }, body: { id: "leaf", name: "Leaf" } });
    let stop = false;
    let written = 0;
    const writesGoOn = () => {
      const enough = written + 20;
      return until(() => written >= enough, "the writers go on");
    };
    const statuses = new Set<number>();
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let i = 0; !stop; i++) {
        const path = `${service.url}/api/subcategories/leaf/items`;
        const response = await fetch(path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ name: `${writer}-${i}` }),
        });
        statuses.add(response.status);
        await response.arrayBuffer();
        written++;
      }
    });
    await writesGoOn();
    const saved = await cli("backup", file);
    expect(saved).toMatchObject({ code: 0, output: expect.stringContaining(file) });
    const lost = await api.updateCategory({
      params: { categoryId: category.id },
      body: { name: "Changed after the backup" },
    });
    const later = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Made after it" } })).data;
    await api.getCategory({ params: { categoryId: category.id } });

    const restored = await cli("restore", file);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining("is now as it was") });
    expect((await api.getCategory({ params: { categoryId: category.id } })).data.name).toBe("Kept");
    await expect(api.getCategory({ params: { categoryId: later.id } })).rejects.toMatchObject({ status: 404 });
    const { data: trees } = await api.listCategories({ params: { projectId: "shop" } });
    expect(trees.map(({ name }) => name)).toEqual(["Kept"]);
    // A version from before the restore is never valid after it.
    const next = await api.updateCategory({ params: { categoryId: category.id }, body: { priority: 7 } });
    expect(versionIn(next.etag)).toBeGreaterThan(versionIn(lost.etag));
    await writesGoOn();
    stop = true;
    await Promise.all(writers);
    expect([...statuses]).toEqual([201]);
    const { data: leaf } = await api.getSubcategory({ params: { subcategoryId: "leaf" } });
    const { data: list } = await api.listItems({ params: { subcategoryId: "leaf" } });
    expect(list.total).toBe(leaf.itemCount);
    expect(leaf.itemCount).toBeGreaterThan(0);
    expect(await run(doctor)).toEqual({ code: 0, output: "No faults found.\n" });
    expect(existsSync(`${join(dataDir, "catalog.db")}.restoring`)).toBe(false);
  });

  test("are refused if they would do harm", async () => {
    await refused("exists already", backup, file);
    await refused("There is no file", restore, join(files, "nowhere.db"));
    await refused("Usage:", restore);
    const text = join(files, "list.txt");
    writeFileSync(text, "milk, bread, butter ".repeat(200));
    await refused(/cannot be restored: it is not a database/, restore, text);
    const empty = join(files, "empty.db");
    writeFileSync(empty, "");
    await refused("is not a backup of a catalog", restore, empty);
    const foreign = join(files, "foreign.db");
    const other = new Database(foreign);
    other.exec(`create table t (a); pragma user_version = ${migrations().at(-1)?.version}`);
    other.close();
    await refused("is not a backup of a catalog", restore, foreign);
    const newer = join(files, "newer.db");
    writeFileSync(newer, await Bun.file(file).bytes());
    const database = new Database(newer);
    database.exec("pragma user_version = 9999");
    database.close();
    await refused("newer version of this program", restore, newer);
    const unsound = join(files, "unsound.db");
    writeFileSync(unsound, await Bun.file(file).bytes());
    const broken = new Database(unsound);
    broken.exec("update subcategories set item_count = item_count + 1");
    broken.close();
    await refused(/is damaged or inconsistent, so nothing was changed/, restore, unsound);
    const half = join(files, "half.db");
    const bytes = await Bun.file(file).bytes();
    writeFileSync(half, bytes.subarray(0, Math.floor(bytes.length / 2 / 2_048) * 2_048));
    await refused(/damaged|not a database/, restore, half);
    expect((await api.listCategories({ params: { projectId: "shop" } })).data.map(({ name }) => name)).toEqual([
      "Kept",
    ]);
  });
});

describe("doctor", () => {
  const plantings: [string, string, RegExp][] = [
    [
      "a wrong number of items",
      "update subcategories set item_count = item_count + 5 where id = 'leaf'",
      /The item count of subcategory "leaf" is \d+, but should be \d+/,
    ],
    [
      "a wrong number of children",
      "update subcategories set child_count = 3 where id = 'parent'",
      /The subcategory count of subcategory "parent" is 3, but should be 1/,
    ],
    [
      "another root than the parent's",
      "update subcategories set category_key = (select key from categories where name = 'Second') where id = 'child'",
      /"child" has another root category than its parent "parent"/,
    ],
    [
      "a missing parent",
      "update subcategories set parent_key = 999999 where id = 'child'",
      /"child" has a parent that does not exist/,
    ],
    [
      "a missing category",
      "update subcategories set category_key = 999999 where id = 'leaf'",
      /"leaf" belongs to a category that does not exist/,
    ],
    [
      "a missing project",
      "update categories set project_key = 999999 where name = 'Second'",
      /belongs to a project that does not exist/,
    ],
    [
      "an item in no subcategory",
      "update items set subcategory_key = 999999",
      /belongs to a subcategory that does not exist/,
    ],
    [
      "items and children in one node",
      "update items set subcategory_key = (select key from subcategories where id = 'parent')",
      /"parent" holds both items and subcategories/,
    ],
    [
      "a circle of parents",
      "update subcategories set parent_key = (select key from subcategories where id = 'child') where id = 'parent'",
      /"parent" cannot be reached from its category: its parents form a circle/,
    ],
    [
      "notes of stale translations that are not JSON",
      "update items set stale = '{'",
      /notes of stale translations of item ".*" are not readable/,
    ],
    [
      "a key of another project",
      "update items set external_key = '999:A-1' where key = (select min(key) from items)",
      /key of item ".*" is stored for another project/,
    ],
    ["text that is not JSON in an item", "update items set tags = '[\"a'", /tags of item ".*" are not readable/],
    [
      "notes of stale translations that are JSON of another kind",
      "update items set stale = 'null'",
      /notes of stale translations of item ".*" are not readable/,
    ],
    ["tags that are not texts", "update items set tags = '[1]'", /tags of item ".*" are not readable/],
    [
      "details with a missing field",
      "update items set details = cast('{}' as blob)",
      /details of item ".*" are not readable/,
    ],
    [
      "a translation that is not an object",
      `update subcategories set translations = '{"ru":"Лист"}' where id = 'leaf'`,
      /translations of subcategory "leaf" are not readable/,
    ],
    [
      "a webhook without a project",
      `insert into webhooks (id, project_key, url, description, events, paused, reason, secret, position_transaction,
        position_seq, position_mark, failures, hold_until, lease_until, created_at)
        values ('hook', 999, '', '', '[]', 0, '', '', 0, 0, 0, 0, 0, 0, 0)`,
      /Webhook "hook" belongs to a project that does not exist/,
    ],
    [
      "a view without a project",
      `insert into views (id, project_key, holder_kind, holder_key, owner, shared, name, query, columns, created_at,
        changed_at) values ('view', 999, 'anyone', 0, 'anonymous', 0, '', '{}', '[]', 0, 0)`,
      /View "view" belongs to a project that does not exist/,
    ],
    [
      "a view whose filters are not an object",
      `insert into views (id, project_key, holder_kind, holder_key, owner, shared, name, query, columns, created_at,
        changed_at) select 'view', key, 'anyone', 0, 'anonymous', 0, '', '[]', '[]', 0, 0 from projects where id = 'shop'`,
      /The filters of view "view" are not readable/,
    ],
    [
      "something in the trash that was not deleted",
      `insert into trash_subcategories (key, deleted_by, id, category_key, name, visible, priority, img, translations,
        child_count, item_count, version) select 999, 999, 'lost', 1, 'Lost', 1, 0, '', '{}', 0, 0, 1`,
      /"lost" is in the trash, but its deletion is missing/,
    ],
    [
      "text that is not JSON in a subcategory",
      "update subcategories set translations = 'x' where id = 'leaf'",
      /translations of subcategory "leaf" are not readable/,
    ],
  ];
  const soundFile = join(files, "sound.db");

  beforeAll(async () => {
    const { data: second } = await api.createCategory({ params: { projectId: "shop" }, body: { name: "Second" } });
    const { data: first } = await api.createCategory({ params: { projectId: "shop" }, body: { name: "First" } });
    await api.createSubcategory({ params: { categoryId: first.id }, body: { id: "parent", name: "Parent" } });
    await api.createNestedSubcategory({
      params: { parentSubcategoryId: "parent" },
      body: { id: "child", name: "Child" },
    });
    expect(second.name).toBe("Second");
    expect((await run(backup, soundFile)).code).toBe(0);
  });

  test("says what is wrong, and exits with an error code", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "catalog.db"), await Bun.file(soundFile).bytes());
    const database = new Database(join(folder, "catalog.db"));
    database.exec("update subcategories set item_count = 7 where id = 'leaf'");
    database.close();
    const { code, output } = await runProgram("cli.ts", ["doctor"], { DATA_DIR: folder });
    expect(output).toMatch(/^The item count of subcategory "leaf" is 7, but should be \d+\.\nFaults found: 1\.\n$/);
    expect(code).toBe(1);
  });

  for (const [what, planting, words] of plantings) {
    test(`finds ${what}`, async () => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, "catalog.db"), await Bun.file(soundFile).bytes());
      const database = new Database(join(folder, "catalog.db"));
      database.exec("pragma foreign_keys = off; pragma ignore_check_constraints = on");
      database.exec(planting);
      database.close();
      const db = new SqliteDb(join(folder, "catalog.db"));
      const faults = await db.read(faultsOf);
      await db.close();
      expect(faults.join("\n")).toMatch(words);
    });
  }
});

test("migrate creates the tables, and later finds them up to date", async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  const version = migrations().at(-1)?.version;
  const upToDate = `The tables of ${settings.DATA_DIR}/catalog.db are up to date.\n`;
  expect(await runCommand(migrate, [], settings)).toEqual({
    code: 0,
    output: `Created the tables, version ${version}.\n${upToDate}`,
  });
  expect(await runCommand(migrate, [], settings)).toEqual({ code: 0, output: upToDate });
});
