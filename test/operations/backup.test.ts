import { afterAll, beforeAll, expect, test } from "bun:test";
import { renameSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { createClient } from "../../contract/client.ts";
import { backup } from "../../server/cli/backup.command.ts";
import type { Command } from "../../server/cli/command.ts";
import { doctor } from "../../server/cli/doctor.command.ts";
import { projects } from "../../server/cli/projects.command.ts";
import { runCommand } from "../support/run-command.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const dataDir = temporaryFolder();
const file = join(temporaryFolder(), "catalog.backup");
const keyFile = join(dataDir, "catalog.db.key");
let service: Service;
let picture = "";
beforeAll(async () => {
  service = await startService({ DATA_DIR: dataDir });
  await run(projects, "add", "shop");
  const api = createClient(service.url);
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append("image", new Blob([bytes as Uint8Array<ArrayBuffer>]), "red.png");
  const sent = await fetch(`${service.url}/api/upload`, { method: "POST", body: form });
  const { url: img } = (await sent.json()) as { url: string };
  picture = img.split("/").at(-1) as string;
  await api.createCategory({ params: { projectId: "shop" }, body: { name: "Red", img } });
  // Its secret is sealed with the key of the installation.
  await api.createWebhook({
    params: { projectId: "shop" },
    body: { url: "https://example.com/hook", events: ["item.created"] },
  });
});
afterAll(() => service.stop());

const run = (command: Command, ...args: string[]) => runCommand(command, args, { DATA_DIR: dataDir });

/** Puts a file away for a moment. */
async function without<T>(path: string, work: () => Promise<T>): Promise<T> {
  renameSync(path, `${path}.away`);
  try {
    return await work();
  } finally {
    renameSync(`${path}.away`, path);
  }
}

test("a backup says what is not in it, and is verified together with that", async () => {
  const made = await run(backup, file);
  expect(made.code).toBe(0);
  expect(made.output).toContain(`The pictures are not in it: back up ${join(dataDir, "images")} too, after this file.`);
  expect(made.output).toContain(`keep a copy of ${keyFile} too`);
  expect(await run(backup, "--verify", file)).toMatchObject({
    code: 0,
    output: `${file} can be restored: 0 items.\nIts pictures are in ${join(dataDir, "images")}.\n`,
  });
});

test("a picture that is missing is found by the doctor and in a backup", async () => {
  expect(await run(doctor)).toEqual({ code: 0, output: "No faults found.\n" });
  const stored = join(dataDir, "images", picture.slice(0, 2), picture);
  const words = new RegExp(`^The picture ${picture} of category "\\w+" is not in .+images\\.\nFaults found: 1\\.\n$`);
  await without(stored, async () => {
    for (const found of [await run(doctor), await run(backup, "--verify", file)]) {
      expect(found.output).toMatch(words);
      expect(found.code).toBe(1);
    }
  });
});

test("a backup whose key is not here does not pass", async () => {
  const { code, output } = await without(keyFile, () => run(backup, "--verify", file));
  expect(output).toMatch(/^Secrets in it are encrypted with the key \w+, which is not here\.\n/);
  expect(code).toBe(1);
});

test("a backup that is cut off does not pass, and stays as it is", async () => {
  const cut = join(temporaryFolder(), "cut.backup");
  await Bun.write(cut, Bun.file(file));
  truncateSync(cut, Math.floor(Bun.file(file).size / 2));
  const size = Bun.file(cut).size;
  const { code, output } = await run(backup, "--verify", cut);
  expect(output).toContain(`${cut} cannot be restored`);
  expect([code, Bun.file(cut).size]).toEqual([1, size]);
  rmSync(cut);
});
