import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CatalogClient, createClient } from "../../contract/client.ts";
import { runProgram } from "../support/run-program.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const dataDir = temporaryFolder();
const files = temporaryFolder();
let service: Service;
let api: CatalogClient;
beforeAll(async () => {
  service = await startService({ DATA_DIR: dataDir });
  api = createClient(service.url);
  await cli("projects", "add", "shop", "Shop");
});
afterAll(() => service.stop());

const cli = (...args: string[]) => runProgram("cli.ts", args, { DATA_DIR: dataDir });

async function refused(words: string | RegExp, ...args: string[]): Promise<void> {
  const { code, output } = await cli(...args);
  expect(output).toMatch(words);
  expect(output).not.toMatch(/\bat .+:\d+:\d+/);
  expect(code).toBe(1);
}

const exported = (name: string) => readFileSync(join(files, name), "utf8");

test("export writes the items that match to a file, while the service runs", async () => {
  const { data: category } = await api.createCategory({ params: { projectId: "shop" }, body: { name: "Lamps" } });
  await api.createSubcategory({ params: { categoryId: category.id }, body: { id: "lamps", name: "Lamps" } });
  const params = { subcategoryId: "lamps" };
  for (const [name, price] of [["Cheap", 5] as const, ["Dear", 50] as const])
    await api.createItem({ params, body: { name, price } });
  const all = await cli("export", "--project", "shop", "--within", "lamps", join(files, "lamps.jsonl"));
  expect(all).toEqual({ code: 0, output: `Wrote 2 items to ${join(files, "lamps.jsonl")}.\n` });
  const lines = exported("lamps.jsonl").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).name)).toEqual(["Cheap", "Dear"]);
  const some = await cli(
    "export",
    "--project",
    "shop",
    "--priceMin",
    "10",
    "--columns",
    "name",
    join(files, "dear.tsv"),
  );
  expect(some.code).toBe(0);
  expect(exported("dear.tsv")).toMatch(/^\ufeffid\tkey\tversion\tname\r\n\w+\t\t\d+\tDear\r\n$/);
  const tree = await cli("export", "--project", "shop", "--sheet", "tree", join(files, "tree.csv"));
  expect(tree.output).toBe(`Wrote ${join(files, "tree.csv")}.\n`);
  expect(exported("tree.csv")).toContain("Lamps / Lamps");
});

test("export says what is wrong, and leaves no file", async () => {
  const file = join(files, "refused.csv");
  await refused("--within is not the id of a category", "export", "--project", "shop", "--within", "nowhere", file);
  await refused("--format must be one of csv, xlsx, jsonl.", "export", "--project", "shop", "--format", "pdf", file);
  await refused("Unknown option '--colour'.\nUsage:", "export", "--project", "shop", "--colour", "red", file);
  await refused("Name a project and one file.", "export", "--project", "shop");
  await refused("There is no project", "export", "--project", "nowhere", file);
  await refused(/cannot be used: .*/, "export", "--project", "shop", join(files, "no", "such", "folder.csv"));
  expect(readdirSync(files).filter((name) => name.includes("refused"))).toEqual([]);
});
