import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Db } from "../../server/db/db.ts";
import { composed } from "../../server/db/sql.ts";
import { createLog } from "../../server/http/logger.ts";
import { type Lease, takeLease } from "../../server/log/leases.sql.ts";
import { projectById } from "../../server/projects/projects.sql.ts";
import {
  bodyOfDelivery,
  pendingDeliveries,
  recordFailure,
  recordSuccess,
  takeFromLog,
} from "../../server/webhooks/deliveries.sql.ts";
import { WebhookDispatcher } from "../../server/webhooks/dispatcher.ts";
import { createWebhook, updateWebhook, webhookById } from "../../server/webhooks/webhooks.sql.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { testSealing } from "../support/test-sealing.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { Receiver } from "./start-receiver.ts";

const second = 1_000;
const day = 86_400_000;
const retryMs = [second, 2 * second, 5 * second, 3_600 * second];

let app: TestApp;
let receiver: Receiver;
let clock: TestClock;
let settings: ConstructorParameters<typeof WebhookDispatcher>[2]["settings"];

beforeEach(async () => {
  receiver = await Receiver.start();
  clock = new TestClock();
  settings = { allow: [`127.0.0.1:${receiver.port}`], timeoutMs: 30 * day, retryMs };
  app = await startApp({ webhooks: settings }, { clock });
});

afterEach(async () => {
  await app.stop();
  await receiver.stop();
});

const add = async () =>
  (await app.api.createWebhook({ params: { projectId: "shop" }, body: { url: receiver.url } })).data.id;
const create = async (name = "Phones") =>
  (await app.api.createCategory({ params: { projectId: "shop" }, body: { name } })).data.id;
const row = (id: string) => app.db.read((reader) => webhookById(reader, id));
const lease = async (id: string) => {
  const { lease_owner, lease_term, lease_beat } = await row(id);
  return { lease_owner, lease_term, lease_beat };
};
const deliveries = async (webhookId: string) =>
  (await app.api.listWebhookDeliveries({ params: { webhookId } })).data.deliveries;
const untilArrived = (id: string, passMs: number) =>
  clock.passUntil(passMs, () => receiver.messages().some(({ data }) => data.id === id), "the message arrives");

test("a lease of a dead node whose clock was a day ahead is free after six seconds", async () => {
  const id = await add();
  await app.db.write((tx) =>
    tx.run(
      composed("update webhooks set lease_owner = 'dead', lease_term = lease_term + 1, lease_until = ?", [
        clock.now() + day,
      ]),
    ),
  );
  const before = clock.elapsed();
  const late = await create();
  await untilArrived(late, second / 4);
  expect(clock.elapsed() - before).toBeGreaterThanOrEqual(6 * second);
  expect((await lease(id)).lease_owner).not.toBe("dead");
});

test("setting the clock back does not delay a message that is to be sent again", async () => {
  const id = await add();
  await receiver.behave("fail");
  const made = await create();
  await until(async () => (await deliveries(id))[0]?.attempts === 1, "it was refused");
  await receiver.behave("ok");
  clock.set(-day);
  expect(Date.parse((await deliveries(id))[0]?.nextAttemptAt ?? "")).toBeLessThanOrEqual(clock.now());
  await untilArrived(made, second);
});

test("setting the clock back does not prolong the pause of a failing target", async () => {
  const id = await add();
  await receiver.behave("fail");
  for (let index = 0; index < 5; index++) await create();
  await until(async () => (await row(id)).failures === 5, "the target counts as failing");
  await receiver.behave("ok");
  clock.set(-day);
  await untilArrived(await create(), second);
  expect((await row(id)).failing_since).toBeNull();
});

test("setting the clock forward gives up no message and pauses no target", async () => {
  const id = await add();
  await receiver.behave("choke");
  const bad = await create("poison");
  await until(async () => (await deliveries(id))[0]?.attempts === 1, "it was refused");
  clock.set(30 * day);
  const isTriedAgain = async () => (await deliveries(id))[0]?.attempts === 2;
  await clock.passUntil(second, isTriedAgain, "the message is tried again");
  expect((await app.api.getWebhook({ params: { webhookId: id } })).data.state).toBe("failing");
  await receiver.behave("ok");
  await untilArrived(bad, second);
});

test("a node whose clock is a day ahead does not take over from one that delivers", async () => {
  const id = await add();
  const ahead = new TestClock();
  ahead.set(day);
  let looks = 0;
  const counted = new Proxy(app.db, {
    get(db: Db, name: keyof Db) {
      if (name === "read") looks++;
      const value = db[name];
      return typeof value === "function" ? value.bind(db) : value;
    },
  });
  await receiver.behave("hang");
  await create();
  await until(async () => (await receiver.attempts()) === 1, "the message is being sent");
  const other = new WebhookDispatcher(counted, createLog("silent"), { settings, sealing: testSealing, clock: ahead });
  try {
    const { lease_owner, lease_term } = await lease(id);
    for (let round = 0; round < 5; round++) {
      const { lease_beat } = await lease(id);
      clock.pass(3 * second);
      await until(async () => (await lease(id)).lease_beat > lease_beat, "the delivering node renews its lease");
      const seen = looks;
      ahead.pass(3 * second);
      await until(() => looks >= seen + 2, "the other node has checked the lease");
    }
    expect(await lease(id)).toMatchObject({ lease_owner, lease_term });
    expect(await receiver.attempts()).toBe(1);
  } finally {
    await other.close();
  }
});

test("a node that lost its lease writes nothing, except that a message arrived", async () => {
  const id = await app.db.write(async (tx) => {
    const project = await projectById(tx, "shop");
    const webhook = await createWebhook(
      tx,
      project?.key ?? 0,
      { url: receiver.url },
      { sealing: testSealing, now: clock.now() },
    );
    await updateWebhook(tx, webhook.id, { paused: true });
    return webhook.id;
  });
  await create("First");
  const take = async (owner: string) => {
    const seen = await row(id);
    return app.db.write((tx) => takeLease(tx, "webhooks", seen, { owner, until: clock.now() }));
  };
  const webhook = await row(id);
  const old = (await take("one")) as Lease;
  const lost = await app.db.write((tx) => takeLease(tx, "webhooks", webhook, { owner: "late", until: clock.now() }));
  expect(lost).toBeUndefined();
  const current = (await take("other")) as Lease;
  expect([old.term, current.term]).toEqual([1, 2]);
  const takenBy = async (taker: Lease) => {
    await app.db.write(async (tx) => takeFromLog(tx, await webhookById(tx, id), taker));
    return app.db.read((reader) => pendingDeliveries(reader, webhook.key));
  };
  expect(await takenBy(old)).toEqual([]);
  let pending = await takenBy(current);
  await until(async () => {
    pending = await takenBy(current);
    return pending.length === 1;
  }, "the change is taken from the log");
  const [delivery] = pending;
  if (!delivery) throw new Error("There is nothing to deliver.");
  expect(await app.db.read((reader) => bodyOfDelivery(reader, delivery, old))).toBeUndefined();
  expect(await app.db.read((reader) => bodyOfDelivery(reader, delivery, current))).toBeDefined();
  const failed = { delivered: false, status: 500, error: "HTTP 500", durationMs: 1 };
  await app.db.write((tx) =>
    recordFailure(tx, { webhook, delivery, outcome: failed, now: clock.now() }, settings, old),
  );
  expect(await deliveries(id)).toMatchObject([{ state: "pending", attempts: 0 }]);
  expect((await row(id)).failures).toBe(0);
  const taken = { delivered: true, status: 200, error: "", durationMs: 1 };
  await app.db.write((tx) => recordSuccess(tx, { webhook, delivery, outcome: taken, now: clock.now() }));
  expect(await deliveries(id)).toMatchObject([{ state: "delivered" }]);
});
