import { describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { join } from "node:path";
import { createClient } from "../../contract/client.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { childrenOf } from "../support/children-of.ts";
import { startListening } from "../support/listening-process.ts";
import { listeningAddress, type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { whenOver } from "../support/when-over.ts";

// Both at once: the second waits for most of the time that the service gives a stop.
test.concurrent("SIGTERM under load: requests in flight are answered, later ones are refused, and nothing is lost", async () => {
  const dataDir = temporaryFolder();
  const service = await startService({ DATA_DIR: dataDir });
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
  await db.close();
  const api = createClient(service.url);
  const category = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Category" } })).data;
  await api.createSubcategory({ params: { categoryId: category.id }, body: { id: "leaf", name: "Leaf" } });
  const { id: slowId } = (await api.createItem({ params: { subcategoryId: "leaf" }, body: { name: "Slow" } })).data;

  const acknowledged: string[] = [];
  const statuses = new Set<number | "cut off">();
  const load = Array.from({ length: 16 }, async (_, writer) => {
    for (let i = 0; ; i++) {
      const name = `${writer}-${i}`;
      const response = await fetch(`${service.url}/api/subcategories/leaf/items`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name }),
      }).catch(() => undefined);
      statuses.add(response?.status ?? "cut off");
      if (response?.status !== 201) return;
      await response.arrayBuffer();
      acknowledged.push(name);
    }
  });

  // A request that starts before the signal and is complete only after it.
  let received = "";
  const body = '{"name":"Finished"}';
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  socket.on("data", (bytes) => {
    received += bytes;
  });
  socket.on("error", () => {});
  const begin = `PATCH /api/items/${slowId} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`;
  await new Promise<void>((sent) => socket.write(begin, () => sent()));
  // A later request is answered by then, so this one is in flight.
  const before = acknowledged.length;
  await until(() => acknowledged.length >= before + 4 * load.length, "the service is under load");
  const stopped = service.stop("SIGTERM");
  await until(() => service.output().includes("stopping"), "the service has received the signal");
  const isRefused = () =>
    fetch(`${service.url}/api/projects`).then(
      () => false,
      () => true,
    );
  await until(isRefused, "new connections are refused");
  socket.write(body.slice(5));
  expect(await stopped).toBe(0);
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  await Promise.all(load);
  expect(acknowledged.length).toBeGreaterThan(16);
  expect([...statuses].every((status) => [201, 503, "cut off"].includes(status))).toBe(true);

  const again = await startService({ DATA_DIR: dataDir });
  const reader = createClient(again.url);
  const names = new Set<string>();
  for (let page = 1; ; page++) {
    const { data } = await reader.listItems({ params: { subcategoryId: "leaf" }, query: { page, limit: 500 } });
    for (const { name } of data.items) names.add(name);
    if (!data.hasMore) break;
  }
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
  expect(names.has("Finished")).toBe(true);
  await again.stop();
});

describe("asked by a load balancer, and with more delay than a test can wait for", () => {
  const status = async (service: Service, path: string) => (await fetch(service.url + path)).status;

  async function watched(): Promise<Service> {
    const service = await startService({ STOP_DELAY: "3600" });
    expect(await status(service, "/readyz")).toBe(200);
    return service;
  }

  test.concurrent("SIGTERM makes /readyz fail, and everything else is served on new connections until the delay ends", async () => {
    const service = await watched();
    const db = new SqliteDb(join(service.dataDir, "catalog.db"));
    await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
    await db.close();
    const ended = service.stop("SIGTERM");
    await until(async () => (await status(service, "/readyz")) === 503, "/readyz fails");
    // npm and a service manager may both send it.
    process.kill(service.pid, "SIGTERM");
    expect(await status(service, "/healthz")).toBe(200);
    const written = await fetch(`${service.url}/api/projects/shop/categories`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Category" }),
    });
    expect([written.status, written.headers.get("connection")]).toEqual([201, "close"]);
    expect(await status(service, "/")).toBe(200);
    expect(service.running()).toBe(true);
    expect(service.output()).toContain('"signal":"SIGTERM","delaySeconds":3600');
    // A person who does not want to wait.
    process.kill(service.pid, "SIGINT");
    expect(await ended).toBe(0);
  });

  test.concurrent("Ctrl+C does not wait", async () => {
    expect(await (await watched()).stop("SIGINT")).toBe(0);
  });

  test.concurrent("the delay ends by itself", async () => {
    const service = await startService({ STOP_DELAY: "1" });
    expect(await status(service, "/readyz")).toBe(200);
    expect(await service.stop("SIGTERM")).toBe(0);
    expect(service.output()).toContain('"delaySeconds":1');
  });

  test.concurrent("without a load balancer SIGTERM does not wait either", async () => {
    const service = await startService({ STOP_DELAY: "3600" });
    expect(await status(service, "/healthz")).toBe(200);
    expect(await service.stop("SIGTERM")).toBe(0);
  });
});

test.concurrent("npm start passes SIGTERM on, and ends with the service", async () => {
  const npm = await startListening({
    name: "npm start",
    command: ["npm", "start", "--prefix", new URL("../..", import.meta.url).pathname],
    environment: { PORT: "0", SEED: "none", DATA_DIR: temporaryFolder() },
    address: listeningAddress,
  });
  const started = descendantsOf(npm.pid);
  const forget = whenOver(() => {
    for (const pid of started.filter(isAlive)) process.kill(pid, "SIGKILL");
  });
  expect(started).not.toBeEmpty();
  expect(await npm.stop("SIGTERM")).toBe(0);
  expect(npm.output()).toContain('"signal":"SIGTERM"');
  expect(started.filter(isAlive)).toEqual([]);
  forget();
});

const descendantsOf = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.concurrent("a body that never arrives does not delay the stop forever", async () => {
  const service = await startService();
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(
    "PATCH /api/items/x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
  );
  const inFlight = async () =>
    /^http_requests_in_flight 2$/m.test(await (await fetch(`${service.url}/metrics`)).text());
  await until(inFlight, "it and this request are in flight");
  expect(await service.stop("SIGINT")).toBe(0);
  socket.destroy();
});
