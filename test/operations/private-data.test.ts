import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { backup } from "../../server/cli/backup.command.ts";
import { copy } from "../../server/cli/copy.command.ts";
import { restore } from "../../server/cli/restore.command.ts";
import { openToEveryone } from "../../server/db/private-files.ts";
import { runCommand } from "../support/run-command.ts";
import { startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
/** With this umask new files are open to everyone, unless the program restricts them. */
const umask = process.umask(0);
beforeAll(() => chmodSync(root, 0o755));
afterAll(() => void process.umask(umask));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const modesIn = (folder: string, wanted: RegExp) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => wanted.test(name))
      .map((name) => [name, modeOf(join(folder, name))]),
  );

const dataDir = join(root, "first", "data");

test("only the owner can read the data folder, the database and the key of a first start", async () => {
  const service = await startService({ DATA_DIR: dataDir });
  expect(modeOf(dataDir)).toBe("700");
  expect(modesIn(dataDir, /^catalog/)).toEqual({
    "catalog.db": "600",
    "catalog.db-shm": "600",
    "catalog.db-wal": "600",
    "catalog.db.key": "600",
  });
  expect(service.output()).not.toContain("everyone on this machine");
  await service.stop();
});

test("the same holds for a database elsewhere, backups, copies and restored files in open folders", async () => {
  const open = join(root, "open");
  mkdirSync(open, { mode: 0o755 });
  const settings = { DATA_DIR: join(root, "second"), DATABASE_URL: `sqlite:${join(open, "elsewhere.db")}` };
  await (await startService(settings)).stop();
  expect((await runCommand(backup, [join(open, "backup.db")], settings)).code).toBe(0);
  const ends = ["--from", `sqlite:${open}/elsewhere.db`, "--to", `sqlite:${open}/copy.db`];
  const copied = await runCommand(copy, ends, settings);
  expect(copied.code).toBe(0);
  // A backup of an older version may be open to everyone. The file that is staged from it must not be.
  chmodSync(join(open, "backup.db"), 0o644);
  const restored = join(open, "restored.db");
  const into = { ...settings, DATABASE_URL: `sqlite:${restored}` };
  expect((await runCommand(restore, [join(open, "backup.db")], into)).code).toBe(0);
  expect(modesIn(open, /(elsewhere|copy|restored)\.db/)).toMatchObject({
    "elsewhere.db": "600",
    "copy.db": "600",
    "restored.db": "600",
  });
  for (const [name, mode] of Object.entries(modesIn(open, /^(?!backup)/))) expect([name, mode]).toEqual([name, "600"]);
  expect((await runCommand(backup, [join(open, "second.db")], settings)).code).toBe(0);
  expect(modeOf(join(open, "second.db"))).toBe("600");
});

test("the service warns at startup about files that everyone on the machine can read, but not inside a closed folder", async () => {
  const file = join(dataDir, "catalog.db");
  const found = () => openToEveryone([`${file}.key`, file]);
  chmodSync(file, 0o644);
  expect(found()).toEqual([]);
  chmodSync(dataDir, 0o755);
  expect(found()).toEqual([file]);
  chmodSync(`${file}.key`, 0o604);
  const service = await startService({ DATA_DIR: dataDir });
  await service.stop();
  const warnings = service
    .output()
    .split("\n")
    .filter((line) => line.includes("everyone on this machine"))
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(warnings).toEqual([
    expect.stringContaining(`chmod 600 ${file}.key`),
    expect.stringContaining(`chmod 600 ${file}`),
  ]);
  // Access for a group is a deliberate choice, for example for a container volume or a backup program.
  for (const path of [file, `${file}.key`]) chmodSync(path, 0o640);
  expect(found()).toEqual([]);
});
