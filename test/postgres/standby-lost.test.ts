import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres, { type Sql } from "postgres";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";
import { commitsWaitFor, endWaits, waitingCommits } from "./commit-waits.ts";
import { settingsFor } from "./fresh-database.ts";
import { makeItems } from "./writers.ts";

/** A primary without its synchronous standby: each commit waits until the wait is cancelled. */
let server: PostgresServer;
let outside: Sql;
let app: TestApp;
let leaf: string;
let items: string[];

beforeAll(async () => {
  server = await PostgresServer.create({ fsync: "off" });
  await server.start();
  outside = postgres(server.url(), { max: 1, onnotice: () => {} });
  const db = await PostgresDb.open(settingsFor(server.url()));
  await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
  app = await startApp({}, { database: { db, remove: async () => {} } });
  ({ leaf, items } = await makeItems(app.url, "shop", 120));
  await standbyIsLost();
});

afterAll(async () => {
  await noStandbyIsWanted();
  await app.stop();
  await outside.end({ timeout: 0 });
  await server.remove();
});

const standbyIsLost = () => commitsWaitFor(server, "nobody");

async function noStandbyIsWanted(): Promise<void> {
  await outside.unsafe("alter system set synchronous_standby_names = ''");
  await outside.unsafe("select pg_reload_conf()");
}

const send = (method: string, path: string, body: unknown, key?: string) =>
  fetch(app.url + path, {
    method,
    headers: { "content-type": "application/json", ...(key ? { "idempotency-key": key } : {}) },
    body: JSON.stringify(body),
  });

/** The answer to a request whose wait for the standby an administrator ends. */
async function cancelled(request: Promise<Response>, end = "pg_cancel_backend"): Promise<Response> {
  let answer: Response | undefined;
  void request.then((response) => {
    answer = response;
  });
  await until(async () => answer !== undefined || (await waitingCommits(server)) > 0, "a commit waits for the standby");
  expect(answer?.status).toBeUndefined();
  await endWaits(server, end, () => answer !== undefined);
  return request;
}

async function expectUnknown(response: Response): Promise<void> {
  expect([response.status, response.headers.has("retry-after")]).toEqual([503, true]);
  const { code, detail } = (await response.json()) as { code: string; detail: string };
  expect(code).toBe("outcome_unknown");
  expect(detail).toContain("may be saved or not");
}

test("an edit whose wait for the standby is cancelled is not acknowledged, nor is its repetition", async () => {
  const path = `/api/items/${items[0]}`;
  const edit = () => send("PATCH", path, { quantity: 1_000_000 });
  await expectUnknown(await cancelled(edit()));
  // The value is already stored, so nothing is left to change, but no standby has it.
  await expectUnknown(await cancelled(edit()));
  await noStandbyIsWanted();
  expect((await edit()).status).toBe(200);
  await standbyIsLost();
});

test("a write of several rows is not acknowledged either, and its Idempotency-Key later gives the outcome", async () => {
  const create = () => send("POST", `/api/subcategories/${leaf}/items`, { name: "Once" }, "standby-lost-1");
  await expectUnknown(await cancelled(create()));
  await expectUnknown(await cancelled(create(), "pg_terminate_backend"));
  await noStandbyIsWanted();
  const replayed = await create();
  expect([replayed.status, replayed.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
  const found = await outside.unsafe("select count(*)::int as n from items where name = 'Once'");
  expect(found[0]?.n).toBe(1);
  await standbyIsLost();
});

test("reads work while all writes wait for the standby", async () => {
  const writes = items.map((itemId) => send("PATCH", `/api/items/${itemId}`, { quantity: 5 }));
  await until(async () => (await waitingCommits(server)) > 0, "commits wait for the standby");
  for (const itemId of items) expect((await fetch(`${app.url}/api/items/${itemId}`)).status).toBe(200);
  await noStandbyIsWanted();
  for (const answer of await Promise.all(writes)) expect(answer.status).toBe(200);
  await standbyIsLost();
});
