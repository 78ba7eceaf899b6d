import { afterEach, beforeEach, expect, test } from "bun:test";
import { eventsPath, type Presence } from "../../contract/live.ts";
import type { Reader } from "../../server/db/db.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { composed } from "../../server/db/sql.ts";
import { eventId, positionOf } from "../../server/log/event-id.ts";
import { changesAfter } from "../../server/log/follow.sql.ts";
import { takeLease } from "../../server/log/leases.sql.ts";
import { projectById } from "../../server/projects/projects.sql.ts";
import { takeFromLog } from "../../server/webhooks/deliveries.sql.ts";
import { createWebhook, positionOfWebhook, updateWebhook, webhookById } from "../../server/webhooks/webhooks.sql.ts";
import { cutAndResume } from "../live/cut-and-resume.ts";
import { listen } from "../live/sse-client.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { testSealing } from "../support/test-sealing.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { randomTest } from "../test-seed.ts";
import { Receiver } from "../webhooks/start-receiver.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";
import { untilSomeoneWaits } from "./lock-waits.ts";

let database: FreshDatabase;
let receiver: Receiver;
let nodes: [TestApp, TestApp];
/** The clock stands still, so no node loses a webhook lease to the other because it is slow. */
let clock: TestClock;

const startNode = async (): Promise<TestApp> =>
  startApp(
    { webhooks: { allow: [`127.0.0.1:${receiver.port}`], timeoutMs: 60_000, retryMs: [100, 200, 60_000] } },
    { clock, database: { db: await PostgresDb.open(settingsFor(database.url)), remove: async () => {} } },
  );

beforeEach(async () => {
  database = await freshDatabase();
  receiver = await Receiver.start();
  clock = new TestClock();
  nodes = [await startNode(), await startNode()];
});

afterEach(async () => {
  for (const node of nodes) await node.stop();
  await database.drop();
  await receiver.stop();
});

randomTest("readers that switch nodes at every cut get every change of both nodes once, in order", async (random) => {
  const [one, other] = nodes;
  const work = { projectId: "shop", readers: 8, cutsEach: 40, writers: 4, leastWrites: 100 };
  const followed = await cutAndResume([one.url, other.url], random, work);
  const rows = await one.db.read((reader) =>
    reader.all<{ transaction_id: number; seq: number; at: number }>(
      composed("select transaction_id, seq, at from changes order by transaction_id, seq", []),
    ),
  );
  const log = rows.slice(2).map((row) => eventId(positionOf(row)));
  for (const seen of followed.readers) expect(seen).toEqual(log);
});

test("events wait for an earlier open transaction, and none is missing when it commits", async () => {
  const [one, other] = nodes;
  const client = await listen(other.url + eventsPath("shop"));
  await client.until(({ event }) => event === "ready");
  const gate = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const slow = one.db.write(async (tx) => {
    const author = { set: "slow", at: Date.now() };
    await tx.run(
      composed(
        `insert into changes (set_id, project_key, kind, action, entity_id, actor, at, before, after)
          values (?, (select key from projects where id = 'shop'), 'item', 'update', 'slow', 'test', ?, '{}', '{"price":1}')`,
        [author.set, author.at],
      ),
    );
    opened.resolve();
    await gate.promise;
  });
  await opened.promise;
  const { data } = await other.api.createCategory({ params: { projectId: "shop" }, body: { name: "Quick" } });
  // A node sends presence after it has read the log.
  await other.api.signalPresence({
    params: { projectId: "shop" },
    body: { clientId: "a", name: "Nina", itemId: null },
  });
  await client.until(({ event, data }) => event === "presence" && (data as Presence).present.length === 1);
  expect(client.events.filter(({ event }) => event === "change")).toEqual([]);
  gate.resolve();
  await slow;
  await client.until((event) => (event.data as { id?: string }).id === data.id);
  const ids = client.events.filter(({ event }) => event === "change").map((event) => (event.data as { id: string }).id);
  expect(ids).toEqual(["slow", data.id]);
  client.close();
});

test("clients of one node see who is present at the other", async () => {
  const [one, other] = nodes;
  const client = await listen(other.url + eventsPath("shop"));
  await one.api.signalPresence({ params: { projectId: "shop" }, body: { clientId: "a", name: "Nina", itemId: "i" } });
  // A node reads the presence of the others once a second.
  clock.pass(1_000);
  await client.until(({ event, data }) => event === "presence" && (data as Presence).present[0]?.name === "Nina");
  client.close();
});

test("one node delivers each event of a webhook once, and the other takes over when it stops", async () => {
  const [one, other] = nodes;
  await one.api.createWebhook({ params: { projectId: "shop" }, body: { url: receiver.url } });
  const made: string[] = [];
  for (let i = 0; i < 20; i++) {
    const node = i % 2 === 0 ? one : other;
    made.push((await node.api.createCategory({ params: { projectId: "shop" }, body: { name: `C${i}` } })).data.id);
  }
  await receiver.until((all) => all.length >= 20);
  await one.stop();
  nodes[0] = await startNode();
  made.push((await other.api.createCategory({ params: { projectId: "shop" }, body: { name: "After" } })).data.id);
  const messages = await receiver.until((all) => all.some((message) => message.data.id === made.at(-1)));
  expect(messages.map(({ data }) => data.id).sort()).toEqual(made.toSorted());
});

test("a replay that is requested while the other node reads the log sends nothing twice and nothing out of order", async () => {
  const [one, other] = nodes;
  // Paused from the start: otherwise a running delivery could take the events of this test.
  const webhook = await one.db.write(async (tx) => {
    const project = await projectById(tx, "shop");
    const { id } = await createWebhook(
      tx,
      project?.key ?? 0,
      { url: receiver.url },
      { sealing: testSealing, now: clock.now() },
    );
    await updateWebhook(tx, id, { paused: true });
    return webhookById(tx, id);
  });
  const params = { webhookId: webhook.id };
  const categoryId = (await one.api.createCategory({ params: { projectId: "shop" }, body: { name: "0" } })).data.id;
  for (const name of ["1", "2"]) await one.api.updateCategory({ params: { categoryId }, body: { name } });
  const toTake = (reader: Reader) => changesAfter(reader, webhook.project_key, positionOfWebhook(webhook), 3);
  await until(async () => (await one.db.read(toTake)).length === 3, "no earlier transaction is open");
  const taken = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const taking = one.db.write(async (tx) => {
    // The lease has expired from the start, so the nodes find it free.
    const lease = await takeLease(tx, "webhooks", webhook, { owner: "one", until: 0 });
    if (lease) await takeFromLog(tx, webhook, lease);
    taken.resolve();
    await gate.promise;
  });
  await taken.promise;
  const replaying = other.api.replayWebhook({ params, body: { since: "2020-01-01T00:00:00Z" } });
  await untilSomeoneWaits(database.url, replaying);
  gate.resolve();
  await Promise.all([taking, replaying]);
  await one.api.updateWebhook({ params, body: { paused: false } });
  // Changes of one thing arrive in order, so any duplicate would have arrived before the last one.
  await one.api.updateCategory({ params: { categoryId }, body: { name: "3" } });
  await receiver.until((all) => all.at(-1)?.data.after.name === "3");
  const ofIt = receiver.messages().filter(({ data }) => data.id === categoryId);
  expect(ofIt.map(({ data }) => data.after.name)).toEqual(["0", "1", "2", "3"]);
});
