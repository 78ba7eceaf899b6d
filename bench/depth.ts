import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "../contract/client.ts";
import { SqliteDb } from "../server/db/sqlite/sqlite.ts";
import { insertProject } from "../server/projects/projects.sql.ts";
import { createInSubcategory } from "../server/tree/subcategories.sql.ts";
import { startService } from "../test/support/start-service.ts";
import { spreadOf } from "./in-turns.ts";
import { peakMb, residentMb } from "./processes.ts";
import type { Line } from "./report.ts";

const levels = 100_000;
const perTransaction = 20_000;
const bars = { renameMs: 1_000, bytesPerLevel: 4_000 };

/** One chain of nested subcategories: the time of a rename in its middle, and the memory per level. */
export async function depth(folder: string, renames: number): Promise<Line[]> {
  const dataDir = join(folder, "depth");
  mkdirSync(dataDir);
  const service = await startService({ DATA_DIR: dataDir });
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  await db.write((tx) => insertProject(tx, "deep", "deep", "Deep"));
  const api = createClient(service.url);
  const category = async (name: string) =>
    (await api.createCategory({ params: { projectId: "deep" }, body: { name } })).data.id;
  const categoryId = await category("Deep");
  const otherId = await category("Other");
  const idOf = (level: number) => `level-${level}`;
  await api.createSubcategory({ params: { categoryId }, body: { id: idOf(1), name: "Level" } });
  const resting = residentMb(service.pid);
  const author = { actor: "bench", set: "bench", at: 0 };
  for (let start = 2; start <= levels; start += perTransaction) {
    await db.write(async (tx) => {
      for (let level = start; level < start + perTransaction && level <= levels; level++) {
        await createInSubcategory(tx, idOf(level - 1), { id: idOf(level), name: "Level" }, author);
      }
    });
  }
  await db.close();
  const change = (subcategoryId: string, body: { id: string } | { parentId: string }) =>
    api.updateSubcategory({ params: { subcategoryId }, query: { depth: 0 }, body });
  const middle = idOf(levels / 2);
  const times: number[] = [];
  for (let rename = 0; rename < renames; rename++) {
    const started = performance.now();
    await change(rename % 2 === 0 ? middle : "the-middle", { id: rename % 2 === 0 ? "the-middle" : middle });
    times.push(performance.now() - started);
  }
  if (renames % 2 === 1) await change("the-middle", { id: middle });
  await (await fetch(`${service.url}/api/categories/${categoryId}`)).text();
  await change(middle, { parentId: otherId });
  await change(middle, { parentId: idOf(levels / 2 - 1) });
  await api.deleteSubcategory({ params: { subcategoryId: idOf(2) } });
  const perLevel = ((peakMb(service.pid) - resting) * 1024 * 1024) / levels;
  await service.stop();
  rmSync(dataDir, { recursive: true });
  return [
    {
      work: "rename in the middle",
      bar: { value: bars.renameMs, kind: "at most" },
      figure: spreadOf(times),
      unit: "ms",
      details: `median of ${renames}`,
    },
    {
      work: "memory for a level",
      bar: { value: bars.bytesPerLevel, kind: "at most" },
      figure: spreadOf([perLevel]),
      unit: "bytes",
      details: "the most while all is read, half is moved away and back, and all is deleted",
    },
  ];
}
