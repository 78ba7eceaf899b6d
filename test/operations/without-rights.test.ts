import { beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { plainEnvironment } from "../support/listening-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Root may write everywhere, so root starts the service as the user nobody. */
const runAs = userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : {};
const server = new URL("../../server/", import.meta.url).pathname;

function run(program: "main.ts" | "cli.ts", args: string[], settings: Record<string, string>) {
  const env = { ...plainEnvironment(), PORT: "0", SEED: "none", ...settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, [server + program, ...args], {
    ...runAs,
    env,
    cwd: "/",
    encoding: "utf8",
    timeout: 60_000,
  });
  return { code: status, output: (stdout ?? "") + (stderr ?? "") };
}

// The user nobody may not read a checkout that only root may enter.
const canRun = process.platform !== "win32" && run("cli.ts", ["--version"], {}).code === 0;
if (!canRun) process.stdout.write("without-rights: not tested, another user cannot run this checkout\n");

/** Expects that the service ends with one line that has these words. */
function refused(settings: Record<string, string>, words: string): void {
  const { code, output } = run("main.ts", [], settings);
  const last = JSON.parse(output.trim().split("\n").at(-1) ?? "{}");
  expect([code, last.msg, last.err]).toEqual([1, expect.stringContaining(words), undefined]);
}

describe.skipIf(!canRun)("a service whose user may not write", () => {
  const root = temporaryFolder();
  const own = (path: string) => runAs.uid !== undefined && chownSync(path, runAs.uid, runAs.gid);

  beforeAll(() => chmodSync(root, 0o755));

  /** A folder with a catalog, of the user that runs the service. */
  async function catalogIn(name: string): Promise<string> {
    const folder = join(root, name);
    mkdirSync(folder);
    const file = join(folder, "catalog.db");
    await new SqliteDb(file).close();
    own(folder);
    own(file);
    return folder;
  }

  test("in the folder of its catalog, or the file itself, says so and ends", async () => {
    const folder = await catalogIn("folder");
    const file = join(folder, "catalog.db");
    chmodSync(folder, 0o555);
    refused({ DATA_DIR: folder }, `The database ${file} cannot be used: ${folder}: permission denied.`);
    chmodSync(folder, 0o755);
    chmodSync(file, 0o444);
    refused({ DATA_DIR: folder }, `The database ${file} cannot be used: permission denied.`);
    for (const args of [["doctor"], ["backup", join(folder, "copy.db")]]) {
      const { code, output } = run("cli.ts", args, { DATA_DIR: folder });
      expect(output).toContain(`${file} cannot be used: permission denied.\n`);
      expect([code, output.split("\n").length]).toEqual([1, 2]);
    }
  });

  test("in the log beside it, says so and ends", async () => {
    const folder = await catalogIn("log");
    const log = join(folder, "catalog.db-wal");
    writeFileSync(log, "");
    own(log);
    chmodSync(log, 0o444);
    refused({ DATA_DIR: folder }, `cannot be used: ${log}: permission denied.`);
  });

  test("in a new folder, or in that of the pictures of the demo catalog, says so and ends", async () => {
    const folder = join(root, "closed");
    mkdirSync(folder, { mode: 0o555 });
    own(folder);
    refused({ DATA_DIR: folder }, `${folder}: permission denied.`);
    refused(
      { DATA_DIR: join(folder, "new") },
      `The data folder ${join(folder, "new")} cannot be used: permission denied.`,
    );
    const pictures = await catalogIn("pictures");
    mkdirSync(join(pictures, "images", "incoming"), { recursive: true });
    own(join(pictures, "images", "incoming"));
    chmodSync(join(pictures, "images"), 0o555);
    refused({ DATA_DIR: pictures, SEED: "demo" }, "The demo catalog cannot be created: The image store cannot be");
  });
});
