import { afterAll, beforeAll, expect, test } from "bun:test";
import { createClient } from "../../contract/client.ts";
import { startWatched, type WatchedService } from "../support/watched-service.ts";
import { Imports } from "./import-run.ts";

/** Several times what one part of the work takes, and a third of what all of it takes in one piece. */
const mostMs = 100;
const attempts = 3;

let service: WatchedService;
let imports: Imports;

beforeAll(async () => {
  service = await startWatched({ LOG_LEVEL: "error" });
  imports = new Imports(service.url);
  const api = createClient(service.url);
  await api.createProject({ body: { id: "shop", displayName: "Shop" } });
  const { data: category } = await api.createCategory({ params: { projectId: "shop" }, body: { name: "Audio" } });
  const { data: leaf } = await api.createSubcategory({ params: { categoryId: category.id }, body: { name: "Lamps" } });
  const texts = Object.fromEntries(
    Array.from({ length: 5 }, (_, at) => [`attribute.a${at}`, "слово Wort ".repeat(900)]),
  );
  const items = Array.from({ length: 200 }, (_, at) =>
    JSON.stringify({ key: `K-${at}`, subcategoryId: leaf.id, name: `Größe ${at}`, ...texts }),
  );
  expect(await imports.run(items.join("\n"))).toMatchObject({ created: 200 });
});
afterAll(() => service.stop());

test("a check of rows whose items are large, and whose texts may have lost letters, gives others their turn", async () => {
  const columns = [0, 1, 2, 3, 4].map((at) => `attribute.a${at}`);
  let longest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && longest > mostMs; attempt++) {
    const cells = columns.map((_, at) => `${attempt} and ${at}?`).join(",");
    const rows = Array.from({ length: 200 }, (_, at) => `K-${at},${cells}`);
    await service.longestTurn();
    const run = await imports.run(`key,${columns.join(",")}\n${rows.join("\n")}\n`, { dryRun: "true" });
    expect(run).toMatchObject({ changed: 200 });
    longest = Math.min(longest, await service.longestTurn());
  }
  expect(longest).toBeLessThan(mostMs);
});
