import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { createClient } from "../../contract/client.ts";
import { backup } from "../../server/cli/backup.command.ts";
import { doctor } from "../../server/cli/doctor.command.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { categoryById } from "../../server/tree/tree.sql.ts";
import { runCommand } from "../support/run-command.ts";
import { refusedStart, runProgram } from "../support/run-program.ts";
import { startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const root = temporaryFolder();
const mounted: string[] = [];
const mount = (...args: string[]) => Bun.spawnSync(["mount", ...args], { stderr: "ignore" }).exitCode === 0;

/** A small disk, if this user may mount one. */
function smallDisk(name: string, size: string): string | undefined {
  const folder = join(root, name);
  mkdirSync(folder);
  try {
    if (!mount("-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder)) return undefined;
  } catch {
    return undefined;
  }
  mounted.push(folder);
  return folder;
}

let canMount = false;
/** A catalog with several pages, without a log. Tests that damage it, or need it on another disk, copy it. */
const sound = join(root, "sound");
beforeAll(async () => {
  const service = await startService({ DATA_DIR: sound, SEED: "demo", LOG_LEVEL: "silent" });
  await service.stop();
  const database = new Database(join(sound, "catalog.db"));
  database.exec("pragma journal_mode = delete");
  database.close();
  canMount = smallDisk("probe", "64k") !== undefined;
  if (!canMount)
    process.stdout.write("storage: full and read-only disks are not tested, this user may not mount one\n");
});
afterAll(() => {
  for (const folder of mounted) Bun.spawnSync(["umount", "-l", folder]);
});

function copySound(dataDir: string): void {
  for (const name of ["catalog.db", "catalog.db.key"]) copyFileSync(join(sound, name), join(dataDir, name));
}

async function catalogIn(dataDir: string): Promise<void> {
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
  await db.close();
}

const readiness = async (url: string) => {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, words: ((await response.json()) as { detail?: string }).detail ?? "" };
};

describe("a disk", () => {
  test("that is full: writes are refused with a reason and lose nothing, reads work, and with space writes work again", async () => {
    const dataDir = canMount ? smallDisk("full", "3m") : undefined;
    if (!dataDir) return;
    await catalogIn(dataDir);
    const service = await startService({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
    const api = createClient(service.url);
    const category = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Category" } })).data;
    await api.createSubcategory({ params: { categoryId: category.id }, body: { id: "leaf", name: "Leaf" } });
    const ballast = join(dataDir, "ballast");
    writeFileSync(ballast, new Uint8Array(300_000));
    let made = 0;
    const refused = await (async () => {
      for (;;) {
        const created = api.createItem({
          params: { subcategoryId: "leaf" },
          body: { name: `Item ${made}`, simpleDescription: "x".repeat(20_000) },
        });
        const problem = await created.then(
          () => undefined,
          (error) => error.problem,
        );
        if (problem) return problem;
        made++;
      }
    })();
    expect(refused).toMatchObject({ status: 503, code: "unavailable" });
    expect(refused.detail).toContain("The disk is full.");
    expect(made).toBeGreaterThan(3);
    const list = async () => (await api.listItems({ params: { subcategoryId: "leaf" }, query: { limit: 500 } })).data;
    expect((await list()).total).toBe(made);
    expect((await api.getCategory({ params: { categoryId: category.id } })).data.subcategories[0]?.itemCount).toBe(
      made,
    );
    expect(await readiness(service.url)).toEqual({ status: 503, words: "The disk is full." });
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    // A write that is refused for another reason says nothing about the disk.
    const unknown = await api
      .updateItem({ params: { itemId: "none" }, body: { name: "None" } })
      .catch((error) => error);
    expect(unknown.problem.status).toBe(404);
    expect((await readiness(service.url)).status).toBe(503);
    rmSync(ballast);
    expect(await readiness(service.url)).toEqual({ status: 200, words: "" });
    const { status } = await api.createItem({ params: { subcategoryId: "leaf" }, body: { name: "With room again" } });
    expect(status).toBe(201);
    expect((await list()).total).toBe(made + 1);
    expect(await service.stop()).toBe(0);
    expect(await runCommand(doctor, [], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  });

  test("that is full does not end the thread that copies the log into the database file", async () => {
    const dataDir = canMount ? smallDisk("full-for-log", "3m") : undefined;
    if (!dataDir) return;
    const file = join(dataDir, "catalog.db");
    const db = new SqliteDb(file);
    await db.write(async (tx) => {
      for (let id = 0; id < 1_000; id++) await insertProject(tx, `${id}`, `${id}`, "x".repeat(500));
    });
    const before = statSync(file).size;
    writeFileSync(join(dataDir, "ballast"), "");
    const ballast = openSync(join(dataDir, "ballast"), "w");
    expect(() => {
      for (;;) writeSync(ballast, Buffer.alloc(4_096));
    }).toThrow("ENOSPC");
    closeSync(ballast);
    const worker = new Worker(new URL("../../server/db/sqlite/checkpoint-worker.ts", import.meta.url).href);
    worker.postMessage(file);
    const answered = () =>
      new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => resolve(message);
        worker.postMessage("checkpoint");
      });
    expect(await answered()).toMatchObject({ isCopied: false });
    rmSync(join(dataDir, "ballast"));
    expect(await answered()).toMatchObject({ isCopied: true });
    expect(statSync(file).size).toBeGreaterThan(before);
    worker.terminate();
    await db.close();
  });

  test("that is full for files that arrive: they are refused, and nothing of them is left", async () => {
    const dataDir = join(root, "full-for-files");
    mkdirSync(join(dataDir, "images"), { recursive: true });
    const folders = ["imports", "images/incoming"].map((name) => smallDisk(`full-for-files/${name}`, "1m"));
    if (!canMount) return;
    await catalogIn(dataDir);
    const service = await startService({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
    const large = "x".repeat(3_000_000);
    const form = new FormData();
    form.append("image", new Blob([large]), "a.png");
    for (const [path, body] of [
      ["/api/projects/shop/imports", `name\n${large}\n`],
      ["/api/upload", form],
    ] as const) {
      const response = await fetch(service.url + path, { method: "POST", body });
      expect([path, response.status, response.headers.has("retry-after")]).toEqual([path, 503, true]);
      expect(await response.json()).toMatchObject({ code: "unavailable" });
    }
    expect(folders.flatMap((folder) => readdirSync(folder as string))).toEqual([]);
    const small = await fetch(`${service.url}/api/projects/shop/imports`, { method: "POST", body: "name\nLamp\n" });
    expect(small.status).toBe(202);
    expect(await service.stop()).toBe(0);
  });

  test("that is full at the start", async () => {
    const dataDir = canMount ? smallDisk("full-at-start", "256k") : undefined;
    if (!dataDir) return;
    writeFileSync(join(dataDir, "ballast"), new Uint8Array(250_000));
    expect(await refusedStart({ DATA_DIR: dataDir })).toMatch(/it is full|disk is full/);
  });

  test("that is read-only", async () => {
    const dataDir = canMount ? smallDisk("read-only", "3m") : undefined;
    if (!dataDir) return;
    // Not opened here: this process would keep the file open for writing a little longer.
    copySound(dataDir);
    expect(mount("-o", "remount,ro", dataDir)).toBe(true);
    expect(await refusedStart({ DATA_DIR: dataDir })).toEndWith(`cannot be used: ${dataDir}: the disk is read-only.`);
  });
});

describe("a damaged database file", () => {
  /** A catalog part of which is overwritten. */
  function damaged(name: string, damage: (file: string) => void): string {
    const dataDir = join(root, name);
    mkdirSync(dataDir);
    copySound(dataDir);
    damage(join(dataDir, "catalog.db"));
    return dataDir;
  }

  test("whose beginning is overwritten is refused at startup", async () => {
    const dataDir = damaged("no-beginning", (file) => {
      const handle = openSync(file, "r+");
      writeSync(handle, Buffer.alloc(4_096, 0x5a), 0, 4_096, 0);
      closeSync(handle);
    });
    expect(await refusedStart({ DATA_DIR: dataDir })).toMatch(/not a database|damaged/);
  });

  test("that is truncated is detected by doctor, and never served as sound", async () => {
    const dataDir = damaged("cut-short", (file) => {
      const handle = openSync(file, "r+");
      ftruncateSync(handle, Math.floor(statSync(file).size / 2 / 2_048) * 2_048);
      closeSync(handle);
    });
    const examined = await runProgram("cli.ts", ["doctor"], { DATA_DIR: dataDir });
    expect(examined.code).toBe(1);
    expect(examined.output).not.toMatch(/\bat .+:\d+:\d+/);
    expect(await refusedStart({ DATA_DIR: dataDir })).toMatch(/damaged/);
  });

  const overwrite = (file: string, from: number, length: number) => {
    const handle = openSync(file, "r+");
    writeSync(handle, Buffer.alloc(length, 0x5a), 0, length, from);
    closeSync(handle);
  };
  test("with damage in a page that was not read yet: the service detects it by itself and is not ready", async () => {
    const dataDir = damaged("in-the-middle", (file) => {
      const database = new Database(file);
      const root = database
        .query<{ page: number }, []>("select rootpage as page from sqlite_schema where name = 'webhook_deliveries'")
        .get();
      database.close();
      overwrite(file, ((root?.page ?? 0) - 1) * 2_048, 2_048);
    });
    const service = await startService({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
    await until(async () => (await readiness(service.url)).status === 503, "it is not ready");
    expect((await readiness(service.url)).words).toContain("The database file is damaged.");
    await service.stop("SIGKILL");
  });

  for (const [name, from] of [
    ["all of it", 0],
    ["all but its beginning", 4_096],
  ] as const) {
    test(`under a running service, ${name}: it says so, and a restore sets the file aside and works`, async () => {
      const dataDir = join(root, name.replaceAll(" ", "-"));
      mkdirSync(dataDir);
      await catalogIn(dataDir);
      const settings = { DATA_DIR: dataDir };
      const file = join(dataDir, "catalog.db");
      const saved = join(root, `${name}.backup`);
      const service = await startService({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
      const api = createClient(service.url);
      const params = { projectId: "shop" };
      const category = (await api.createCategory({ params, body: { name: "In the backup" } })).data;
      expect((await runCommand(backup, [saved], settings)).code).toBe(0);
      const later = await api.updateCategory({ params: { categoryId: category.id }, body: { name: "Changed since" } });
      overwrite(file, from, statSync(file).size - from);
      // The service's page cache hides the damage until it reads again, which a write by another program causes.
      if (from === 0) expect(await readiness(service.url)).toMatchObject({ status: 503 });
      const restored = await runProgram("cli.ts", ["restore", saved], settings);
      expect(restored).toMatchObject({ code: 0, output: expect.stringContaining("was damaged. It is now") });
      const aside = readdirSync(dataDir).find((entry) => /^catalog\.db\.damaged-[^-]+-\d\d-[^.]+\.\d+Z$/.test(entry));
      expect(statSync(join(dataDir, aside ?? "none")).size).toBeGreaterThan(0);
      await until(async () => (await readiness(service.url)).status === 200, "it is ready again");
      const found = await api.getCategory({ params: { categoryId: category.id } });
      expect(found.data.name).toBe("In the backup");
      const next = await api.updateCategory({ params: { categoryId: category.id }, body: { name: "Written since" } });
      // A version from before the restore is never valid after it.
      expect(versionIn(next.etag)).toBeGreaterThan(versionIn(later.etag));
      await service.stop();
      const db = new SqliteDb(file);
      expect(await db.read((reader) => categoryById(reader, category.id))).toMatchObject({ name: "Written since" });
      await db.close();
      expect(await runCommand(doctor, [], settings)).toEqual({ code: 0, output: "No faults found.\n" });
    });
  }
});

const versionIn = (etag: string | undefined) => Number.parseInt(etag?.slice(1) ?? "", 36);
