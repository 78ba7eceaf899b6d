import { afterAll, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const run = (...command: string[]) =>
  Bun.which(command[0] as string) !== null && Bun.spawnSync(command, { stderr: "ignore" }).exitCode === 0;

/** A small disk that keeps a tenth of its blocks for root, if this user is root and may mount one. */
const root = temporaryFolder();
const disk = join(root, "disk");
const image = join(root, "image");
mkdirSync(disk);
writeFileSync(image, new Uint8Array(24 * 1024 * 1024));
const canMount =
  userInfo().uid === 0 && run("mkfs.ext4", "-q", "-m", "10", image) && run("mount", "-o", "loop", image, disk);
if (!canMount) process.stdout.write("reserved-blocks: not tested, this user may not mount a disk\n");
afterAll(() => canMount && run("umount", "-l", disk));

test.skipIf(!canMount)("a full disk has room again for root when only blocks of root are free", async () => {
  const ballast = join(disk, "ballast");
  writeFileSync(ballast, new Uint8Array(1_500_000));
  const db = new SqliteDb(join(disk, "catalog.db"));
  expect(() => {
    for (let at = 0; ; at++) writeFileSync(join(disk, `more-${at}`), new Uint8Array(100_000));
  }).toThrow("ENOSPC");
  const fill = async () => {
    for (let at = 0; ; at++) await db.write((tx) => insertProject(tx, `${at}`, "Shop", "x".repeat(20_000)));
  };
  await expect(fill()).rejects.toThrow("The disk is full.");
  await expect(db.ready()).rejects.toThrow("The disk is full.");
  rmSync(ballast);
  await db.ready();
  await db.write((tx) => insertProject(tx, "next", "Next", "Next"));
  await db.close();
});
