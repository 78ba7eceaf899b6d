import { join } from "node:path";
import { type App, createApp } from "../server/app.ts";
import { readConfig } from "../server/config/config.ts";
import type { Db } from "../server/db/db.ts";
import { SqliteDb } from "../server/db/sqlite/sqlite.ts";
import { openDatabase } from "../server/db/sqlite/sqlite-file.ts";
import { createLog } from "../server/http/logger.ts";
import { createImages } from "../server/images/create-images.ts";
import { createItem } from "../server/items/items.sql.ts";
import { insertProject } from "../server/projects/projects.sql.ts";
import { Sealing } from "../server/sealing/sealing.ts";
import { createCategory } from "../server/tree/categories.sql.ts";
import { createInCategory } from "../server/tree/subcategories.sql.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { spreadOf } from "./in-turns.ts";

/**
 * The cost of the change log for a PATCH: the same app with the same statements, with and without the insert into
 * `changes`, in turns. Requests go directly to the app without a socket, which would make the share of the log look
 * smaller than it is.
 *
 *     bun bench/history-cost.ts
 */
const items = 5_000;
const editors = 64;
const rounds = 7;
const roundMs = 1_500;

type Variant = { name: string; app: App; db: Db; itemIds: string[] };

/** From now on log entries get their number but are not written. */
function leaveOutLog(file: string): void {
  const database = openDatabase(file);
  database.exec("create trigger left_out before insert on changes begin select raise(ignore); end");
  database.close();
}

async function variant(name: string, isLogged: boolean): Promise<Variant> {
  const folder = temporaryFolder();
  const file = join(folder, "catalog.db");
  const db = new SqliteDb(file);
  const author = { actor: "bench", set: "bench", at: Date.now() };
  const itemIds = await db.write(async (tx) => {
    await insertProject(tx, "bench", "bench", "Bench");
    const { id } = await createCategory(tx, "bench", { name: "Category" }, author);
    await createInCategory(tx, id, { id: "leaf", name: "Leaf" }, author);
    const ids: string[] = [];
    for (let i = 0; i < items; i++) {
      const body = { name: `Item ${i}`, simpleDescription: "x".repeat(600), tags: ["a", "b"] };
      ids.push((await createItem(tx, "leaf", body, author)).id);
    }
    return ids;
  });
  if (!isLogged) leaveOutLog(file);
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent" });
  const images = createImages(config);
  const app = createApp({ config, db, images, log: createLog("silent"), sealing: new Sealing([]) });
  return { name, app, db, itemIds };
}

type Measured = { perSecond: number; cpuMicroseconds: number };

/**
 * `editors` that each send the next PATCH when the last one is on disk. The CPU time per PATCH hardly depends on other
 * work of the machine, and does not include the disk.
 */
async function measure({ app, itemIds }: Variant, forMs: number): Promise<Measured> {
  const cpu = process.cpuUsage();
  const end = performance.now() + forMs;
  const started = performance.now();
  let done = 0;
  const edit = async () => {
    while (performance.now() < end) {
      const id = itemIds[Math.floor(Math.random() * itemIds.length)];
      const response = await app.fetch(
        new Request(`http://127.0.0.1/api/items/${id}`, {
          method: "PATCH",
          headers: { "content-type": "application/json", host: "127.0.0.1" },
          body: `{"price":${Math.random()}}`,
        }),
      );
      if (response.status !== 200) throw new Error(`PATCH: ${response.status} ${await response.text()}`);
      await response.bytes();
      done++;
    }
  };
  await Promise.all(Array.from({ length: editors }, edit));
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: done / ((performance.now() - started) / 1_000), cpuMicroseconds: (user + system) / done };
}

const variants = [await variant("with the log", true), await variant("without the log", false)];
const rounded: Measured[][] = variants.map(() => []);
for (const each of variants) await measure(each, roundMs);
for (let round = 0; round < rounds; round++) {
  for (let offset = 0; offset < variants.length; offset++) {
    const which = (offset + round) % variants.length;
    (rounded[which] as Measured[]).push(await measure(variants[which] as Variant, roundMs));
  }
}
const [logged, bare] = rounded as [Measured[], Measured[]];
const shown = (values: readonly number[], digits: number): string => {
  const { median, low, high } = spreadOf(values);
  return `${median.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
};
for (const figure of ["perSecond", "cpuMicroseconds"] as const) {
  process.stdout.write(`${figure === "perSecond" ? "PATCH per second" : "CPU time per PATCH, µs"}\n`);
  for (const [index, { name }] of variants.entries()) {
    const values = (rounded[index] as Measured[]).map((measured) => measured[figure]);
    process.stdout.write(`  ${name.padEnd(18)} ${shown(values, 0)}\n`);
  }
}
const speed = logged.map(({ perSecond }, round) => perSecond / (bare[round] as Measured).perSecond);
const cpu = logged.map(({ cpuMicroseconds }, round) => (bare[round] as Measured).cpuMicroseconds / cpuMicroseconds);
process.stdout.write(`speed with the log, 1 = without; at least 0.75\n  measured           ${shown(speed, 2)}\n`);
process.stdout.write(`  by CPU time        ${shown(cpu, 2)}\n`);
for (const { app, db } of variants) {
  await app.close();
  await db.close();
}
process.exit(spreadOf(speed).median >= 0.75 ? 0 : 1);
