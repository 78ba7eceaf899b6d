import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { createClient } from "../../contract/client.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { rounds } from "../support/rounds.ts";
import { type Service, startService } from "../support/start-service.ts";
import { until } from "../support/until.ts";
import { settingsFor } from "./fresh-database.ts";

let server: PostgresServer;
let service: Service | undefined;

beforeAll(async () => {
  server = await PostgresServer.create({ fsync: "off" });
  await server.start();
  const db = await PostgresDb.open(settingsFor(server.url()));
  await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
  await db.close();
});
afterEach(async () => {
  await service?.stop("SIGKILL");
});
afterAll(() => server.remove());

/** A server is given up three seconds after its limit for a statement, which is half a minute by default. */
const limits = [
  { within: "a short limit", settings: { DATABASE_STATEMENT_TIMEOUT: "2" } },
  { within: "the default limit", settings: {} },
].slice(0, rounds(1, 2));

test.each(limits)(
  "when PostgreSQL hangs, requests get a 503 before the client's connection times out, with $within for a statement",
  async ({ settings }) => {
    service = await startService({ DATABASE_URL: server.url(), ...settings });
    const { url } = service;
    const api = (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, init);
    const made = createClient(url);
    const params = { projectId: "shop" };
    const tree = "/api/projects/shop/categories";
    const categoryId = (await made.createCategory({ params, body: { name: "Category" } })).data.id;
    const leaf = (await made.createSubcategory({ params: { categoryId }, body: { name: "Leaf" } })).data.id;
    const item = (await made.createItem({ params: { subcategoryId: leaf }, body: { name: "Item" } })).data.id;
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
  },
);
