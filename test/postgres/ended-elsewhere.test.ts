import { afterEach, beforeEach, expect, test } from "bun:test";
import { eventsPath } from "../../contract/live.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { type AccessApp, newShelf, startAccessApp } from "../access/access-scenario.ts";
import { listen } from "../live/sse-client.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";

let database: FreshDatabase;
let nodes: [AccessApp, AccessApp];

/** Its clock stands still, so a node acts only because the other node notified it. */
const startNode = async (): Promise<AccessApp> =>
  startAccessApp(
    {},
    {
      clock: new TestClock(),
      database: { db: await PostgresDb.open(settingsFor(database.url)), remove: async () => {} },
    },
  );

beforeEach(async () => {
  database = await freshDatabase();
  nodes = [await startNode(), await startNode()];
});

afterEach(async () => {
  for (const node of nodes) await node.stop();
  await database.drop();
});

test("revoking a key on one node ends its streams on another, and other streams there continue", async () => {
  const [one, other] = nodes;
  const streams = [];
  const keys = [];
  for (let i = 0; i < 2; i++) {
    const key = await one.key({ role: "viewer", project: "shop" });
    keys.push(key);
    streams.push(await listen(other.url + eventsPath("shop"), undefined, { authorization: `Bearer ${key.secret}` }));
  }
  const create = async (name: string) =>
    (await one.admin.api.createCategory({ params: { projectId: "shop" }, body: { name } })).data.id;
  const before = await create("Before");
  for (const stream of streams) await stream.until(({ data }) => (data as { id?: string }).id === before);
  const [revoked, remaining] = streams;
  await one.admin.api.revokeKey({ params: { keyId: keys[0]?.id ?? "" } });
  const after = await create("After");
  await until(() => revoked?.ended === true, "the stream has ended");
  await remaining?.until(({ data }) => (data as { id?: string }).id === after);
  expect(revoked?.events.some(({ data }) => (data as { id?: string }).id === after)).toBe(false);
  remaining?.close();
});

test("a person who listens to one node is told of a mention on another", async () => {
  const [one, other] = nodes;
  await one.addUser("anna", { role: "editor", project: "shop" });
  const anna = await other.person("anna");
  const stream = await listen(other.url + eventsPath("shop"), undefined, { cookie: anna.cookie });
  await stream.until(({ event }) => event === "ready");
  const { item } = await newShelf(one.admin);
  await one.admin.api.createComment({ params: { itemId: item }, body: { text: "@anna look" } });
  await stream.until(({ event }) => event === "notices");
  expect((await anna.api.listNotices()).data.unread).toBe(1);
  stream.close();
});
