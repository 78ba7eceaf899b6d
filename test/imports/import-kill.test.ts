import { afterAll, expect } from "bun:test";
import { join } from "node:path";
import { createClient } from "../../contract/client.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { faultsOf } from "../../server/doctor/doctor.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { freeLeases } from "../support/free-leases.ts";
import { rounds } from "../support/rounds.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { randomTest } from "../test-seed.ts";
import { Imports } from "./import-run.ts";

const rows = rounds(1_000, 3_000);
const kills = rounds(1, 4);

let service: Service | undefined;
afterAll(async () => {
  await service?.stop("SIGKILL");
});

async function catalog(): Promise<{ dataDir: string; leaf: string; text: string }> {
  const dataDir = temporaryFolder();
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
  await db.close();
  service = await startService({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  const api = createClient(service.url);
  const { data: category } = await api.createCategory({ params: { projectId: "shop" }, body: { name: "C" } });
  await api.createSubcategory({ params: { categoryId: category.id }, body: { id: "leaf", name: "Leaf" } });
  const first = Array.from({ length: rows / 2 }, (_, row) => `K${row},leaf,Item ${row},${row}`);
  const begun = await new Imports(service.url).run(`key,subcategoryId,name,price\n${first.join("\n")}\n`);
  expect(begun).toMatchObject({ state: "done", created: rows / 2 });
  // Half of the rows change items, some name nothing that exists, the others are new.
  const lines = Array.from({ length: rows }, (_, row) =>
    row % 100 === 7 ? `K${row},nowhere,Item,1` : `K${row},leaf,Item ${row},${row + 1}`,
  );
  return { dataDir, leaf: "leaf", text: `key,subcategoryId,name,price\n${lines.join("\n")}\n` };
}

/** Everything that can be seen of the catalog, without ids, and how often each item was written. */
async function contents(dataDir: string): Promise<unknown> {
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  try {
    expect(await db.read(faultsOf)).toEqual([]);
    return await db.read((reader) =>
      reader.all({
        text: `select i.external_key, i.name, i.price, count(c.seq) as writes from items i
          join changes c on c.entity_id = i.id group by i.id order by i.external_key`,
        values: [],
      }),
    );
  } finally {
    await db.close();
  }
}

randomTest("an import that is killed ends as one that is not disturbed", async (random) => {
  const undisturbed = await catalog();
  const first = await new Imports((service as Service).url).run(undisturbed.text);
  await service?.stop("SIGTERM");
  const expected = await contents(undisturbed.dataDir);

  const { dataDir, text } = await catalog();
  const { id } = await new Imports((service as Service).url).start(text);
  for (let kill = 0; kill < kills; kill++) {
    const imports = new Imports((service as Service).url);
    const enough = random.below(rows);
    await until(async () => {
      const { done, state } = await imports.read(id);
      return done >= enough || state === "done";
    }, "a part is imported");
    await service?.stop("SIGKILL");
    await freeLeases(dataDir, "imports");
    service = await startService({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  }
  const last = await new Imports((service as Service).url).ended({ id });
  await service?.stop("SIGTERM");
  const { created, changed, unchanged, refused, rows: all } = first;
  expect(last).toMatchObject({ state: "done", created, changed, unchanged, refused, rows: all });
  expect(await contents(dataDir)).toEqual(expected);
});
