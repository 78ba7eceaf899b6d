import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createClient } from "../../contract/client.ts";
import { lastingPort } from "../support/free-port.ts";
import { rounds } from "../support/rounds.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { balancers, startBalancer } from "./balancers.ts";
import { type FreshDatabase, freshDatabase } from "./fresh-database.ts";

const clients = 8;
/** Enough requests at any moment of a restart, and few enough for a slow machine. */
const pauseMs = 40;

let database: FreshDatabase;
let ports: [number, number];
const nodes: Service[] = [];
const dataDir = temporaryFolder();

const startNode = (port: number) =>
  startService({ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: String(port), TRUSTED_PROXIES: "1" });

beforeAll(async () => {
  database = await freshDatabase();
  ports = [await lastingPort(), await lastingPort()];
  nodes.push(...(await Promise.all(ports.map(startNode))));
  const api = createClient(nodes[0]?.url ?? "");
  const { id } = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Category" } })).data;
  await api.createSubcategory({ params: { categoryId: id }, body: { id: "leaf", name: "Leaf" } });
});
afterAll(async () => {
  for (const node of nodes) await node.stop("SIGINT");
  await database.drop();
});

type Used = { made: number; count: number; failed: string[] };

/**
 * Adds, reads and changes items through `url` until `isOver`, and notes every request that failed. A write that the load
 * balancer could not deliver is sent `mostTimes`, with the same Idempotency-Key.
 */
async function use(url: string, mostTimes: number, isOver: () => boolean): Promise<Used> {
  const used: Used = { made: 0, count: 0, failed: [] };
  async function send(method: string, path: string, body?: object): Promise<{ id?: string }> {
    await Bun.sleep(pauseMs);
    const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
    for (let times = 1; ; times++) {
      used.count++;
      const answer = await fetch(url + path, { method, ...(body && { headers, body: JSON.stringify(body) }) });
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text) as { id?: string };
      if (body && answer.status === 502 && times < mostTimes) continue;
      used.failed.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
      return {};
    }
  }
  while (!isOver()) {
    const { id } = await send("POST", "/api/subcategories/leaf/items", { name: "Item" });
    if (id === undefined) continue;
    used.made++;
    await send("PATCH", `/api/items/${id}`, { quantity: 3 });
    await send("GET", `/api/items/${id}`);
    await send("GET", "/api/subcategories/leaf/items?limit=5");
  }
  return used;
}

/** Whether the load balancer sends requests of this kind to the node. */
async function isUsed(node: Service): Promise<boolean> {
  const figures = await (await fetch(`${node.url}/metrics`)).text();
  return /^http_requests_total\{method="POST"/m.test(figures);
}

async function itemCount(): Promise<number> {
  const list = await fetch(`${nodes[0]?.url}/api/subcategories/leaf/items?limit=1`);
  return ((await list.json()) as { total: number }).total;
}

describe.each([
  { name: "haproxy", mostTimes: 1, what: "no request fails" },
  // It has no checks, so a connection that waits while a node closes its port is reset.
  { name: "nginx", mostTimes: 2, what: "no read fails, and no write that is repeated with its Idempotency-Key" },
] as const)("behind $name", ({ name, mostTimes, what }) => {
  const balancer = balancers[name];
  if (balancer.path === null) console.warn(`No ${name} on this machine: restarts behind it are not tested.`);

  test.skipIf(balancer.path === null)(`${what} while two nodes are restarted in turn`, async () => {
    const before = await itemCount();
    const front = await startBalancer(balancer, ports);
    let over = false;
    const users = Array.from({ length: clients }, () => use(front.url, mostTimes, () => over));
    await until(async () => (await Promise.all(nodes.map(isUsed))).every(Boolean), "both nodes get requests");
    for (let restart = 0; restart < rounds(2, 4); restart++) {
      const index = restart % 2;
      expect(await nodes[index]?.stop("SIGTERM")).toBe(0);
      const node = await startNode(ports[index] as number);
      nodes[index] = node;
      await until(() => isUsed(node), "the node gets requests again");
    }
    over = true;
    const used = await Promise.all(users);
    await front.stop();
    expect(used.flatMap(({ failed }) => failed)).toEqual([]);
    expect(used.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(rounds(500, 1_000));
    expect(await itemCount()).toBe(before + used.reduce((sum, { made }) => sum + made, 0));
  });
});
