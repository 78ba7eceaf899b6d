import { Database, type SQLiteError } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { unavailable } from "./sqlite-errors.ts";
import { SqliteWritable } from "./sqlite-writable.ts";

const root = temporaryFolder();
const disk = join(root, "disk");
mkdirSync(disk);
const mount = (...args: string[]) => Bun.spawnSync(["mount", ...args], { stderr: "ignore" }).exitCode === 0;
const canMount =
  userInfo().uid === 0 && Bun.which("mount") !== null && mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", disk);
if (!canMount) process.stdout.write("sqlite-writable: not tested, this user may not mount a disk\n");
afterAll(() => canMount && Bun.spawnSync(["umount", "-l", disk]));

function readOnlyFault(): unknown {
  const file = join(root, "catalog.db");
  new Database(file).run("create table a (b)");
  const database = new Database(file, { readonly: true });
  try {
    database.run("insert into a values (1)");
  } catch (error) {
    return unavailable(error as SQLiteError);
  } finally {
    database.close();
  }
}

test.skipIf(!canMount)("a disk that became read-only is told by the write, not by the file of the check", async () => {
  const writable = new SqliteWritable(join(disk, "catalog.db"));
  const fault = readOnlyFault();
  writable.failed(fault);
  expect(mount("-o", "remount,ro", disk)).toBe(true);
  const refused = writable.check(async () => {
    throw fault;
  });
  await expect(refused).rejects.toThrow("The database cannot be written: the file or its folder is read-only.");
});

test("the file of a check that was killed is removed at the next start", () => {
  const left = join(root, "left.db.space");
  writeFileSync(left, "left");
  new SqliteWritable(join(root, "left.db"));
  expect(existsSync(left)).toBe(false);
});
