import { afterAll, beforeAll, expect, test } from "bun:test";
import { createClient } from "../../contract/client.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { type Service, startService } from "../support/start-service.ts";
import { until } from "../support/until.ts";

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await PostgresServer.create({ fsync: "off" });
  await server.start();
  service = await startService({ DATABASE_URL: server.url(), SEED: "demo" });
});
afterAll(async () => {
  await service.stop("SIGKILL");
  await server.remove();
});

test("when PostgreSQL hangs, requests get a 503 before the client's connection times out, with default settings", async () => {
  const api = (path: string, init: RequestInit = {}) => fetch(`${service.url}${path}`, init);
  const made = createClient(service.url);
  const projectId = (await made.listProjects({})).data[0]?.id ?? "";
  const tree = `/api/projects/${projectId}/categories`;
  const categoryId = (await made.createCategory({ params: { projectId }, body: { name: "Category" } })).data.id;
  await made.createSubcategory({ params: { categoryId }, body: { id: "leaf", name: "Leaf" } });
  const item = (await made.createItem({ params: { subcategoryId: "leaf" }, body: { name: "Item" } })).data.id;
  const save = (price: number) =>
    api(`/api/items/${item}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ price }),
    });
  expect((await save(1)).status).toBe(200);
  // Connections stay open, the system accepts new ones, and nothing answers.
  const resume = await server.pause();
  try {
    // Lists read the touched scopes first. A second list waits for that read of the first.
    const asked = [api("/readyz"), api(tree), api(tree), api("/api/projects"), save(2), save(3)];
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 503));
    for (const answer of answers) expect(answer.headers.get("retry-after")).not.toBeNull();
    expect((await api("/metrics")).status).toBe(200);
  } finally {
    await resume();
  }
  await until(async () => (await api("/readyz")).status === 200, "the service recovers by itself");
  expect((await save(4)).status).toBe(200);
});
