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

test("a PostgreSQL that hangs: whoever asks is told so before the connection is given up, with the usual settings", async () => {
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
  // The connections stand, new ones are taken by the system, and nobody answers.
  const resume = await server.pause();
  try {
    // Lists look at what was touched: those that come second wait for the look of the first to end.
    const asked = [api("/readyz"), api(tree), api(tree), api("/api/projects"), save(2), save(3)];
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 503));
    for (const answer of answers) expect(answer.headers.get("retry-after")).not.toBeNull();
    expect((await api("/metrics")).status).toBe(200);
  } finally {
    await resume();
  }
  await until(async () => (await api("/readyz")).status === 200, "it goes on by itself");
  expect((await save(4)).status).toBe(200);
});
