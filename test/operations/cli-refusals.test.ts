import { Database } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { backup } from "../../server/cli/backup.command.ts";
import type { Command } from "../../server/cli/command.ts";
import { copy } from "../../server/cli/copy.command.ts";
import { keys } from "../../server/cli/keys.command.ts";
import { projects } from "../../server/cli/projects.command.ts";
import { restore } from "../../server/cli/restore.command.ts";
import { webhooks } from "../../server/cli/webhooks.command.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { runCommand } from "../support/run-command.ts";
import { runProgram } from "../support/run-program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
const dataDir = join(root, "data");
const saved = join(root, "catalog.backup");
beforeAll(async () => {
  mkdirSync(dataDir);
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
  await db.close();
  expect((await run(backup, saved)).code).toBe(0);
});

const cli = (...args: string[]) => runProgram("cli.ts", args, { DATA_DIR: dataDir });
const run = (command: Command, ...args: string[]) => runCommand(command, args, { DATA_DIR: dataDir });

/** Expects that the command fails with these words. */
async function refused(words: string, command: Command, ...args: string[]): Promise<void> {
  expect(await run(command, ...args)).toEqual({ code: 1, output: expect.stringContaining(words) });
}

/** Expects that the program fails with these words, without a stack trace. */
async function refusedByProgram(words: string, folder: string, ...args: string[]): Promise<void> {
  const { code, output } = await runProgram("cli.ts", args, { DATA_DIR: folder });
  expect(output).toContain(words);
  expect(output).not.toMatch(/\bat .+:\d+:\d+/);
  expect(code).toBe(1);
}

test("a command with --help prints its usage, and does nothing", async () => {
  for (const args of [
    ["projects", "add", "--help"],
    ["doctor", "-h"],
  ]) {
    const { code, output } = await cli(...args);
    expect(output).toContain(`  ${args[0]}`);
    expect(code).toBe(0);
  }
  expect((await run(projects, "list")).output).toBe("shop\tShop\tactive\n");
});

test("the command line refuses what the service refuses", async () => {
  await refusedByProgram("is not a project id", dataDir, "projects", "add", "--fast");
  await refused("The name must not be empty.", keys, "add", "", "--role", "viewer");
  const days = "--days must be a whole number from 1 to 36500.";
  await refused(days, keys, "add", "import", "--role", "viewer", "--days", "99999999999");
  expect((await run(keys, "list")).output).toBe("");
});

test("errors name the options", async () => {
  const project = "--project is not a known project.";
  await refused(project, keys, "add", "import", "--role", "viewer", "--project", "nowhere");
  await refused("--from must be sqlite:FILE or", copy, "--from", "x", "--to", "y");
  const added = await run(webhooks, "add", "shop", "https://example.com/hook");
  const id = /webhook (\w+)\./.exec(added.output)?.[1] ?? "";
  await refused('"2026-05-01" is neither a time, such as', webhooks, "replay", id, "2026-05-01");
});

describe("files and folders", () => {
  test("that cannot be used are refused", async () => {
    await refusedByProgram(
      "cannot be used: there is no such file or folder",
      dataDir,
      "backup",
      join(root, "nowhere", "x.backup"),
    );
    await refused("There is no file", restore, root);
    const file = join(root, "a-file");
    writeFileSync(file, "");
    const to = `sqlite:${join(file, "catalog.db")}`;
    await refusedByProgram(
      "is a file, not a folder",
      dataDir,
      "copy",
      "--from",
      `sqlite:${dataDir}/catalog.db`,
      "--to",
      to,
    );
  });

  test("a file without a catalog is not backed up", async () => {
    const empty = join(root, "empty");
    mkdirSync(empty);
    writeFileSync(join(empty, "catalog.db"), "");
    const { code, output } = await runCommand(backup, [join(root, "empty.backup")], { DATA_DIR: empty });
    expect([code, output]).toEqual([1, expect.stringContaining("holds no catalog yet")]);
    expect(readdirSync(root)).not.toContain("empty.backup");
    expect(readdirSync(root)).not.toContain("empty.backup.partial");
  });
});

describe("a catalog that cannot be opened", () => {
  async function broken(name: string, breakIt: (file: string) => unknown): Promise<string> {
    const folder = join(root, name);
    mkdirSync(folder);
    const file = join(folder, "catalog.db");
    writeFileSync(file, await Bun.file(saved).bytes());
    await breakIt(file);
    return folder;
  }

  for (const [name, breakIt] of [
    ["cut off", async (file: string) => writeFileSync(file, (await Bun.file(file).bytes()).subarray(0, 20_480))],
    ["overwritten", (file: string) => writeFileSync(file, "milk, bread, butter ".repeat(1_000))],
  ] as const) {
    test(`because it is ${name}: the message says how to restore it, and that works`, async () => {
      const folder = await broken(name, breakIt);
      await refusedByProgram("restore a backup with `npx catalog restore FILE`", folder, "projects", "list");
      const before = await Bun.file(join(folder, "catalog.db")).bytes();
      const restored = await runCommand(restore, [saved], { DATA_DIR: folder });
      expect(restored.code).toBe(0);
      const aside = /It is now (.+)\.$/m.exec(restored.output)?.[1] ?? "";
      expect(await Bun.file(aside).bytes()).toEqual(before);
      const { output } = await runCommand(projects, ["list"], { DATA_DIR: folder });
      expect(output).toBe("shop\tShop\tactive\n");
      expect(readdirSync(folder).sort()).toEqual(["catalog.db", basename(aside), "catalog.db.key"]);
    });
  }

  test("because it is newer: the message says what to do, and that works", async () => {
    const folder = await broken("newer", (file) => {
      const database = new Database(file);
      database.exec("pragma user_version = 9999");
      database.close();
    });
    for (const args of [
      ["projects", "list"],
      ["restore", saved],
    ])
      await refusedByProgram("away", folder, ...args);
    renameSync(join(folder, "catalog.db"), join(folder, "moved-away.db"));
    expect((await runCommand(restore, [saved], { DATA_DIR: folder })).code).toBe(0);
  });

  test("a truncated backup is reported as such", async () => {
    const half = join(root, "half.backup");
    writeFileSync(half, (await Bun.file(saved).bytes()).subarray(0, 20_480));
    await refused("half.backup cannot be restored: it is damaged or incomplete.", restore, half);
  });
});

test("change numbers continue after a restore of a backup without changes", async () => {
  const file = join(dataDir, "catalog.db");
  const database = new Database(file);
  database.exec("insert into sqlite_sequence (name, seq) values ('changes', 500)");
  database.close();
  expect((await run(restore, saved)).code).toBe(0);
  const after = new Database(file);
  const rows = after.query<{ seq: number }, []>("select seq from sqlite_sequence where name = 'changes'").all();
  after.close();
  expect(rows).toEqual([{ seq: 500 }]);
});
