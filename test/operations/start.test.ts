import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "../../contract/client.ts";
import { readConfig, settings } from "../../server/config/config.ts";
import { openDb, UnusableDatabase } from "../../server/db/open.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { faultsOf } from "../../server/doctor/doctor.ts";
import { sendRaw } from "../support/raw-request.ts";
import { refusedStart, runProgram } from "../support/run-program.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("--help lists every setting", async () => {
  const { code, output } = await runProgram("main.ts", ["--help"]);
  expect(code).toBe(0);
  for (const { name, help } of settings) expect(output).toMatch(new RegExp(`^  ${name} +${RegExp.escape(help)}`, "m"));
  expect(output).toMatch(/PORT .*default 8080/);
});

test("--version prints the version of the package, of the service and of its commands", async () => {
  const { version } = await Bun.file(new URL("../../package.json", import.meta.url)).json();
  for (const program of ["main.ts", "cli.ts"] as const) {
    expect(await runProgram(program, ["--version"])).toEqual({ code: 0, output: `${version}\n` });
  }
});

test("all bad settings are reported at once, in plain words", async () => {
  const output = await refusedStart({
    PORT: "eighty",
    LOG_LEVEL: "loud",
    SEED: "maybe",
    PUBLIC_URL: "ftp://x",
    DATABASE_URL: "mysql://x",
    CACHE_MB: "0",
  });
  for (const words of [
    'PORT is "eighty"; it must be a whole number from 0 to 65535.',
    'LOG_LEVEL is "loud"; it must be one of',
    'SEED is "maybe"; it must be one of demo, none.',
    'PUBLIC_URL is "ftp://x"; it must be an http(s) address',
    "DATABASE_URL must be sqlite:FILE",
    'CACHE_MB is "0"; it must be a whole number',
    "npm start -- --help",
  ]) {
    expect(output).toContain(words);
  }
});

test("an unknown option is refused, with the way to set things", async () => {
  const { code, output } = await runProgram("main.ts", ["--port", "9000"], { DATA_DIR: temporaryFolder() });
  expect(code).toBe(1);
  expect(JSON.parse(output).msg).toStartWith("There is no option --port. Settings are environment variables");
});

test("a data folder that is a file is reported", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "not a folder");
  const output = await refusedStart({ DATA_DIR: file });
  expect(output).toContain(file);
  expect(output).toMatch(/folder|directory/);
});

test("a database that is a folder, or a file that is not a database, is reported", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "folder.db"));
  writeFileSync(join(folder, "list.db"), "This is a shopping list, not a database. ".repeat(100));
  const opened = (name: string) => openDb(readConfig({ DATABASE_URL: `sqlite:${join(folder, name)}` }));
  await expect(opened("folder.db")).rejects.toThrow("cannot be opened");
  const refused = opened("list.db");
  await expect(refused).rejects.toThrow("The file is not a database.");
  await expect(refused).rejects.toBeInstanceOf(UnusableDatabase);
});

test("only the first start creates the demo catalog", async () => {
  const dataDir = temporaryFolder();
  let service = await startService({ DATA_DIR: dataDir, SEED: "demo" });
  let api = createClient(service.url);
  const { data: projects } = await api.listProjects();
  expect(projects).toHaveLength(2);
  const trees = await Promise.all(projects.map(({ id }) => api.listCategories({ params: { projectId: id } })));
  const [shop, empty] = trees.map(({ data }) => data);
  expect(empty).toEqual([]);
  expect(shop?.length).toBeGreaterThanOrEqual(3);
  const all = (shop ?? []).flatMap((category) => flatten(category.subcategories, 1));
  expect(Math.max(...all.map(({ level }) => level))).toBeGreaterThanOrEqual(3);
  const lists = await Promise.all(
    all
      .filter(({ hasItems }) => hasItems)
      .map(({ id }) => api.listItems({ params: { subcategoryId: id }, query: { limit: 500 } })),
  );
  const items = lists.flatMap(({ data }) => data.items);
  expect(items.length).toBeGreaterThanOrEqual(50);
  expect(items.length).toBeLessThanOrEqual(80);
  expect(items.filter(({ translations }) => translations.ru?.name).length).toBeGreaterThan(items.length / 2);
  for (const has of [
    items.some(({ tags }) => tags.length > 0),
    items.some(({ badges }) => badges.length > 0),
    items.some(({ discount }) => discount > 0),
    items.some(({ comments }) => comments.length > 0),
  ]) {
    expect(has).toBe(true);
  }
  // What the README says of this catalog.
  const readme = await Bun.file(new URL("../../README.md", import.meta.url)).text();
  const sentence = /languages of the catalog: (.+?) find the tablets\s+of the demo catalog/s.exec(readme)?.[1] ?? "";
  const searches = [...sentence.matchAll(/`(.+?)`/g)].map(([, search]) => search ?? "");
  expect(searches.length).toBeGreaterThan(3);
  for (const search of searches) {
    const { data } = await api.searchItems({ params: { projectId: projects[0]?.id ?? "" }, query: { search } });
    expect([search, data.items.map(({ name }) => name)]).toEqual([
      search,
      expect.arrayContaining(["Tavoska Slate 11", "Tavoska Fold One"]),
    ]);
  }
  await api.deleteCategory({ params: { categoryId: shop?.[0]?.id ?? "" } });
  await service.stop();

  service = await startService({ DATA_DIR: dataDir, SEED: "demo" });
  api = createClient(service.url);
  const again = await api.listCategories({ params: { projectId: projects[0]?.id ?? "" } });
  expect(again.data.length).toBe((shop?.length ?? 0) - 1);
  await service.stop();
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  expect(await db.read(faultsOf)).toEqual([]);
  await db.close();
});

type Node = { id: string; hasItems: boolean; subcategories: Node[] };
const flatten = (nodes: readonly Node[], level: number): (Node & { level: number })[] =>
  nodes.flatMap((node) => [{ ...node, level }, ...flatten(node.subcategories, level + 1)]);

describe("a service with an empty catalog", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ SEED: "none", CACHE_MB: "65536", LOG_LEVEL: "debug" });
  });

  test("logs its address and its data at startup", () => {
    const entries = service
      .output()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const data = join(service.dataDir, "catalog.db");
    expect(entries).toContainEqual(expect.objectContaining({ msg: "listening", address: service.url, data }));
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test("has no project with SEED=none, and starts with a cache larger than the machine's memory", async () => {
    expect((await createClient(service.url).listProjects()).data).toEqual([]);
  });

  test("keeps its port, and another service reports that it is in use", async () => {
    const port = new URL(service.url).port;
    expect(await refusedStart({ PORT: port, DATA_DIR: temporaryFolder() })).toContain(`Port ${port} is in use.`);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  });

  test("refuses a huge body with a problem document, with or without a length", async () => {
    const url = `${service.url}/api/items/bulk`;
    const announced = await sendRaw(
      service.url,
      "PATCH /api/items/bulk HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9000000000\r\n\r\n{",
    );
    expect(announced).toMatch(/^HTTP\/1\.1 413[\s\S]*application\/problem\+json[\s\S]*body_too_large/);
    const chunk = new Uint8Array(4 * 1024 * 1024).fill(32);
    let left = 20;
    const endless = new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
    });
    const headers = { "content-type": "application/json" };
    const streamed = await fetch(url, { method: "PATCH", headers, body: endless });
    expect(streamed.status).toBe(413);
    expect(streamed.headers.get("content-type")).toBe("application/problem+json");
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  });

  test("ends with 0, and its log has one JSON object per line, with the request id", async () => {
    const response = await fetch(`${service.url}/api/items/nowhere`);
    const requestId = response.headers.get("x-request-id") ?? "";
    expect(await service.stop()).toBe(0);
    const lines = service.output().trim().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries).toContainEqual(
      expect.objectContaining({ requestId, method: "GET", path: "/api/items/nowhere", status: 404 }),
    );
    expect(entries.every(({ time }) => typeof time === "string")).toBe(true);
  });
});

test("DATABASE_URL names another file", async () => {
  const file = join(temporaryFolder(), "deep", "elsewhere.db");
  const service = await startService({ DATABASE_URL: `sqlite:${file}` });
  expect(service.output()).toContain(file);
  await service.stop();
  expect(await Bun.file(file).exists()).toBe(true);
});
