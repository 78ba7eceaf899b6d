import { afterAll, expect } from "bun:test";
import { join } from "node:path";
import { createClient } from "../../contract/client.ts";
import { sql } from "../../server/db/sql.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { faultsOf } from "../../server/doctor/doctor.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { freeLeases } from "../support/free-leases.ts";
import { rounds } from "../support/rounds.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { randomTest } from "../test-seed.ts";
import { setOf } from "./history-scenario.ts";

const items = rounds(1_500, 6_000);
const kills = rounds(1, 4);

let service: Service | undefined;
afterAll(async () => {
  await service?.stop("SIGKILL");
});

async function start(dataDir: string) {
  service = await startService({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  return createClient(service.url);
}

randomTest("an undo whose service is killed goes on when it starts again, and does nothing twice", async (random) => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, "catalog.db");
  const db = new SqliteDb(file);
  await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
  await db.close();
  let api = await start(dataDir);
  const { data: category } = await api.createCategory({ params: { projectId: "shop" }, body: { name: "C" } });
  await api.createSubcategory({ params: { categoryId: category.id }, body: { id: "leaf", name: "Leaf" } });
  const create = (price: number) =>
    api.createItem({ params: { subcategoryId: "leaf" }, body: { name: "Item", price } });
  const made = await Promise.all(Array.from({ length: items }, (_, price) => create(price)));
  const itemIds = made.map(({ data }) => data.id);
  const set = setOf(await api.bulkDeleteItems({ body: { itemIds } }));
  const headers = { "idempotency-key": "the-undo" };
  const undo = () => api.undoChanges({ params: { changeSetId: set }, headers });
  const restored = async () => (await api.getSubcategory({ params: { subcategoryId: "leaf" } })).data.itemCount;

  let answer = undo().catch(() => undefined);
  for (let kill = 0; kill < kills; kill++) {
    const enough = 1 + random.below((items * (kill + 1)) / (kills + 1));
    await until(async () => (await restored()) >= enough, "a part is restored");
    await service?.stop("SIGKILL");
    await answer;
    await freeLeases(dataDir, "undos");
    api = await start(dataDir);
    answer = undo().catch(() => undefined);
  }
  const { data } = (await answer) ?? (await undo());
  expect(data).toMatchObject({ undoneCount: items, keptCount: 0 });
  expect(await restored()).toBe(items);
  expect((await undo()).headers.get("idempotency-replayed")).toBe("true");
  await service?.stop("SIGTERM");
  const after = new SqliteDb(file);
  expect(await after.read(faultsOf)).toEqual([]);
  const count = (query: ReturnType<typeof sql>) => after.read((reader) => reader.get<{ count: number }>(query));
  expect(await count(sql`select count(*) as count from changes where set_id = ${data.changeSetId}`)).toEqual({
    count: items,
  });
  expect(await count(sql`select count(*) as count from trash_items`)).toEqual({ count: 0 });
  expect(await count(sql`select count(distinct price) as count from items`)).toEqual({ count: items });
  await after.close();
});
