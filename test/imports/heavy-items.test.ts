import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { newId } from "../../server/http/ids.ts";
import { createItem } from "../../server/items/items.sql.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { createCategory } from "../../server/tree/categories.sql.ts";
import { createInCategory } from "../../server/tree/subcategories.sql.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { startWatched, type WatchedService } from "../support/watched-service.ts";
import { Imports } from "./import-run.ts";

const mostMegabytes = 250;
/** As many as there are rows in a chunk, of half a megabyte each. */
const count = 200;
const description = Array.from({ length: 35 }, (_, at) => ({ key: `a${at}`, value: "слово Wort ".repeat(900) }));

let service: WatchedService;
let imports: Imports;
let quietMegabytes: number;

beforeAll(async () => {
  const folder = temporaryFolder();
  const db = new SqliteDb(join(folder, "catalog.db"));
  const author = { actor: "test", set: newId(), at: Date.now() };
  const leaf = await db.write(async (tx) => {
    await insertProject(tx, "shop", "shop", "Shop");
    const category = await createCategory(tx, "shop", { name: "Audio" }, author);
    return createInCategory(tx, category.id, { name: "Lamps" }, author);
  });
  for (let at = 0; at < count; at++)
    await db.write((tx) => createItem(tx, leaf.id, { name: `Lamp ${at}`, description }, author, `K-${at}`));
  await db.close();
  service = await startWatched({ DATA_DIR: folder, LOG_LEVEL: "error" });
  imports = new Imports(service.url);
  // Where there is no build of the editor, the service makes one at its start.
  await (await fetch(service.url)).text();
  await service.longestTurn();
  quietMegabytes = service.peakMemory();
});
afterAll(() => service.stop());

const cells: [name: string, column: string, value: (at: number) => string][] = [
  ["a number", "price", String],
  ["a text", "attribute.a1", (at) => `new ${at}`],
  ["a text that may have lost letters", "attribute.a2", (at) => `new? ${at}`],
];

test.each(cells)("rows that change %s of large items fill no memory", async (_, column, value) => {
  const rows = Array.from({ length: count }, (_, at) => `K-${at},${value(at + 1)}`);
  const file = `key,${column}\n${rows.join("\n")}\n`;
  for (const dryRun of ["true", "false"]) {
    expect(await imports.run(file, { dryRun })).toMatchObject({ changed: count, done: count });
    expect(service.peakMemory() - quietMegabytes).toBeLessThan(mostMegabytes);
  }
});

test("an import that is stopped between large rows goes on with the next one", async () => {
  const quantities = Array.from({ length: count }, (_, at) => (at === 150 ? "many" : String(at + 1)));
  const rows = quantities.map((quantity, at) => `K-${at},${quantity}`);
  const checked = await imports.run(`key,quantity\n${rows.join("\n")}\n`, { dryRun: "true" });
  expect(checked).toMatchObject({ changed: count - 1, refused: 1 });
  await imports.send(`/api/imports/${checked.id}/resume`, { method: "POST" });
  await until(async () => (await imports.read(checked.id)).done > 0, "the first rows are written");
  const stopped = await imports.send(`/api/imports/${checked.id}`, { method: "DELETE" });
  expect([stopped.status, (await imports.read(checked.id)).done < count]).toEqual([200, true]);
  const run = await imports.act(checked, "resume");
  expect(run).toMatchObject({ state: "done", done: count, changed: count - 1, refused: 1, unchanged: 0 });
  expect(await imports.faults(run)).toMatchObject([{ row: 152, column: "quantity" }]);
  const changes = await imports.changes(run);
  const written = changes.map(({ row, fields }) => [row, fields.find(({ column }) => column === "quantity")?.after]);
  expect(written).toEqual(quantities.flatMap((_, at) => (at === 150 ? [] : [[at + 2, at + 1]])));
  expect(await imports.changes(run, "&differs=true")).toEqual([]);
});
