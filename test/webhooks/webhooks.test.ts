import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Webhook as Verifier } from "standardwebhooks";
import { webhookMessage } from "../../contract/webhooks.ts";
import { hasMore, type PendingRow } from "../../server/webhooks/deliveries.sql.ts";
import { webhookById } from "../../server/webhooks/webhooks.sql.ts";
import { randomTest } from "../seed.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { isWhole, type Message, Receiver } from "./start-receiver.ts";

let app: TestApp;
let receiver: Receiver;
let leaf: string;
let clock: TestClock;

const second = 1_000;
const hour = 3_600_000;
/** Longer than any test lets pass while it waits for an answer: only the one about a target that hangs sees the end. */
const timeoutMs = 10 * hour;
/** Four attempts within ten seconds; a target that fails for more than an hour is dead. */
const retryMs = [second, 2 * second, 5 * second, hour];
/** The longest of the short pauses, with the tenth that chance may add. */
const nextAttemptMs = 6 * second;

beforeEach(async () => {
  receiver = await Receiver.start();
  clock = new TestClock();
  app = await startApp({ webhooks: { allow: [`127.0.0.1:${receiver.port}`], timeoutMs, retryMs } }, { clock });
  const category = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Phones" } });
  leaf = (await app.api.createSubcategory({ params: { categoryId: category.data.id }, body: { name: "Leaf" } })).data
    .id;
});

afterEach(async () => {
  await app.stop();
  await receiver.stop();
});

const add = async (body: { url?: string; events?: ("item.created" | "item.deleted")[] } = {}) =>
  (await app.api.createWebhook({ params: { projectId: "shop" }, body: { url: receiver.url, ...body } })).data;
const deliveriesOf = async (webhookId: string) =>
  (await app.api.listWebhookDeliveries({ params: { webhookId } })).data.deliveries;
const untilDelivered = (webhookId: string, count: number) =>
  until(
    async () => (await deliveriesOf(webhookId)).filter(({ state }) => state === "delivered").length === count,
    `${count} deliveries are noted`,
  );
const createItem = async (name: string) =>
  (await app.api.createItem({ params: { subcategoryId: leaf }, body: { name } })).data;
const state = async (webhookId: string) => (await app.api.getWebhook({ params: { webhookId } })).data;
/** With `passMs`, that much time goes by at every look. */
const untilState = async (webhookId: string, wanted: string, passMs = 0) => {
  let webhook = await state(webhookId);
  await until(async () => {
    clock.pass(passMs);
    webhook = await state(webhookId);
    return webhook.state === wanted;
  }, `the webhook is ${wanted}`);
  return webhook;
};
/** Of different things, the order is nobody's promise. */
const idsOf = (messages: readonly Message[]) => messages.map(({ data }) => data.id).sort();
const problemOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason: { problem?: { status: number; errors?: { pointer: string; message: string }[] } }) => reason,
  );
  return error?.problem;
};

describe("a webhook", () => {
  test("gets what changes, signed as Standard Webhooks says", async () => {
    const { id, secret } = await add();
    const item = await createItem("Nokia");
    await app.api.updateItem({ params: { itemId: item.id }, body: { price: 5 } });
    await app.api.deleteItem({ params: { itemId: item.id } });
    const messages = await receiver.until((all) => all.length === 3);
    expect(messages.map(({ type }) => type)).toEqual(["item.created", "item.updated", "item.deleted"]);
    expect(messages[1]?.data).toMatchObject({ projectId: "shop", id: item.id, after: { price: 5 } });
    const ids = new Set<string>();
    for (const { headers, body } of receiver.received()) {
      expect(() => new Verifier(secret).verify(body, headers)).not.toThrow();
      expect(() => new Verifier(secret).verify(`${body} `, headers)).toThrow();
      expect(() => webhookMessage.parse(JSON.parse(body))).not.toThrow();
      ids.add(headers["webhook-id"] ?? "");
    }
    expect(ids.size).toBe(3);
    // The answer of the last one is noted after the receiver has given it.
    await untilDelivered(id, 3);
    expect((await deliveriesOf(id)).map(({ status, attempts }) => ({ status, attempts }))).toEqual(
      Array(3).fill({ status: 200, attempts: 1 }),
    );
  });

  test("shows its secret once and never again", async () => {
    const { id, secret } = await add();
    expect(secret).toStartWith("whsec_");
    const shown = [
      await state(id),
      (await app.api.listWebhooks({ params: { projectId: "shop" } })).data,
      (await app.api.updateWebhook({ params: { webhookId: id }, body: { description: "Mine" } })).data,
    ];
    expect(JSON.stringify(shown)).not.toContain(secret.slice(6, 20));
  });

  test("gets just the events it wants, of its own project", async () => {
    const { id } = await add({ events: ["item.deleted"] });
    await app.api.createCategory({ params: { projectId: "other" }, body: { name: "Elsewhere" } });
    const item = await createItem("Nokia");
    await app.api.deleteItem({ params: { itemId: item.id } });
    await untilDelivered(id, 1);
    // What is to be sent is taken from the log in its order: all that came before the deletion would be here too.
    expect((await deliveriesOf(id)).map(({ type, resourceId }) => [type, resourceId])).toEqual([
      ["item.deleted", item.id],
    ]);
    expect(receiver.messages().map(({ type }) => type)).toEqual(["item.deleted"]);
  });

  test("signs with both secrets while one replaces the other", async () => {
    const { id, secret } = await add();
    const rotated = (await app.api.rotateWebhookSecret({ params: { webhookId: id }, body: { overlapSeconds: 60 } }))
      .data;
    expect(rotated.previousSecretUntil).not.toBeNull();
    await createItem("During");
    await receiver.until((all) => all.length === 1);
    const [during] = receiver.received();
    for (const known of [secret, rotated.secret]) {
      expect(() => new Verifier(known).verify(during?.body ?? "", during?.headers ?? {})).not.toThrow();
    }
    await app.api.rotateWebhookSecret({ params: { webhookId: id }, body: { overlapSeconds: 0 } });
    await createItem("After");
    await receiver.until((all) => all.length === 2);
    const after = receiver.received()[1];
    expect(() => new Verifier(rotated.secret).verify(after?.body ?? "", after?.headers ?? {})).toThrow();
  });

  test("can be tested, and says how it went", async () => {
    const { id } = await add();
    const good = (await app.api.testWebhook({ params: { webhookId: id } })).data;
    expect(good).toMatchObject({ delivered: true, status: 200, error: "" });
    expect(receiver.messages().map(({ type }) => type)).toEqual(["webhook.test"]);
    await receiver.behave("fail");
    const bad = (await app.api.testWebhook({ params: { webhookId: id } })).data;
    expect(bad).toMatchObject({ delivered: false, status: 500, error: "HTTP 500: out of order" });
  });

  test("is paused by hand, and misses nothing", async () => {
    const { id } = await add();
    await add({ url: receiver.witnessUrl });
    const paused = (await app.api.updateWebhook({ params: { webhookId: id }, body: { paused: true } })).data;
    expect(paused).toMatchObject({ state: "paused", stateReason: "Paused by hand." });
    for (const name of ["Meanwhile", "And later"]) await receiver.untilWitnessed((await createItem(name)).id);
    expect(await receiver.attempts()).toBe(0);
    await app.api.updateWebhook({ params: { webhookId: id }, body: { paused: false } });
    await receiver.until((all) => all.length === 2);
    expect((await state(id)).state).toBe("active");
  });

  test("is removed with its deliveries", async () => {
    const { id } = await add();
    await createItem("One");
    await receiver.until((all) => all.length === 1);
    await app.api.deleteWebhook({ params: { webhookId: id } });
    await add({ url: receiver.witnessUrl });
    for (const name of ["Two", "Three"]) await receiver.untilWitnessed((await createItem(name)).id);
    expect(receiver.messages()).toHaveLength(1);
    expect((await problemOf(app.api.getWebhook({ params: { webhookId: id } })))?.status).toBe(404);
  });
});

describe("a target that does not behave", () => {
  test("is tried again until it takes the message", async () => {
    await receiver.behave("fail");
    const { id } = await add();
    await createItem("Nokia");
    await untilState(id, "failing");
    expect((await state(id)).stateReason).toBe("HTTP 500: out of order");
    clock.pass(nextAttemptMs);
    await until(async () => (await deliveriesOf(id))[0]?.attempts === 2, "it was tried a second time");
    await receiver.behave("ok");
    clock.pass(nextAttemptMs);
    await receiver.until((all) => all.length === 1);
    expect(await untilState(id, "active")).toMatchObject({ stateReason: "", failingSince: null });
    expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", status: 200, attempts: 3 }]);
  });

  test("is not followed when it redirects", async () => {
    await receiver.behave("redirect");
    const { id } = await add();
    await createItem("Nokia");
    expect((await untilState(id, "failing")).stateReason).toBe("HTTP 307: redirects are not followed");
    expect(receiver.received()).toEqual([]);
  });

  test("does not hold up the service when it hangs", async () => {
    await receiver.behave("hang");
    const { id } = await add();
    await createItem("Nokia");
    await until(async () => (await receiver.attempts()) === 1, "it is at the target");
    clock.pass(timeoutMs - 1);
    expect((await state(id)).state).toBe("active");
    clock.pass(1);
    const failing = await untilState(id, "failing");
    expect(failing.stateReason).toContain(`did not answer in ${timeoutMs / 1000} s`);
    await receiver.behave("ok");
    clock.pass(nextAttemptMs);
    await receiver.until((all) => all.length === 1);
  });

  test("may die and come back", async () => {
    const { id } = await add();
    await receiver.kill();
    const item = await createItem("Nokia");
    expect((await untilState(id, "failing")).stateReason).toContain("cannot be reached");
    await receiver.revive();
    clock.pass(nextAttemptMs);
    const messages = await receiver.until((all) => all.length > 0);
    expect(messages[0]?.data.id).toBe(item.id);
  });

  test("is paused when it stays dead, with the reason to be seen, and loses nothing", async () => {
    await receiver.behave("fail");
    const { id } = await add();
    const items = [];
    for (let i = 0; i < 5; i++) items.push((await createItem(`Item ${i}`)).id);
    await add({ url: receiver.witnessUrl });
    const attempts = async () => (await deliveriesOf(id)).map(({ resourceId, attempts }) => ({ resourceId, attempts }));
    // From here on one message at a time is on its way: the one after which the webhook is paused is the last.
    await until(async () => (await attempts()).filter(({ attempts }) => attempts === 1).length === 5, "all were tried");
    const paused = await untilState(id, "paused", hour / 10);
    const before = await attempts();
    expect(paused.stateReason).toContain("Nothing got through since");
    expect(paused.pending).toBe(5);
    expect(await (await fetch(`${app.url}/metrics`)).text()).toContain("\nwebhooks_in_trouble 1\n");
    for (const name of ["While paused", "And later"]) {
      const { id: itemId } = await createItem(name);
      items.push(itemId);
      // Longer than a target that fails is left alone.
      clock.pass(hour);
      await receiver.untilWitnessed(itemId);
    }
    expect(await attempts()).toEqual(before);
    await receiver.behave("ok");
    await app.api.updateWebhook({ params: { webhookId: id }, body: { paused: false } });
    const messages = await receiver.until((all) => all.length === 7);
    expect(new Set(messages.map(({ data }) => data.id))).toEqual(new Set(items));
  });

  test("is paused at once when it answers 410", async () => {
    await receiver.behave("gone");
    const { id } = await add();
    await createItem("Nokia");
    expect((await untilState(id, "paused")).stateReason).toContain("410 Gone");
    expect(await receiver.attempts()).toBe(1);
  });

  test("that chokes on one message gets the others, and the bad one is given up in the end", async () => {
    await receiver.behave("choke");
    const { id } = await add();
    const bad = await createItem("poison");
    const good: string[] = [];
    const failed = async () => (await deliveriesOf(id)).filter(({ state }) => state === "failed");
    // The target takes something every few minutes, so it is not dead, for longer than the bad one is tried.
    await until(async () => {
      good.push((await createItem("good")).id);
      await untilDelivered(id, good.length);
      clock.pass(hour / 10);
      return (await failed()).length > 0;
    }, "the bad one is given up");
    expect(idsOf(receiver.messages())).toEqual(good.sort());
    expect(await failed()).toMatchObject([{ resourceId: bad.id, status: 422, error: "HTTP 422: I cannot eat this" }]);
    expect((await state(id)).state).toBe("active");
  });

  test("that chokes on things which are saved again and again gets the others all the same", async () => {
    await receiver.behave("choke");
    const { id } = await add();
    const bad: string[] = [];
    for (let index = 0; index < 12; index++) bad.push((await createItem("poison")).id);
    for (let price = 1; price <= 60; price++) {
      await Promise.all(bad.map((itemId) => app.api.updateItem({ params: { itemId }, body: { price } })));
    }
    const good = await createItem("good");
    const messages = await receiver.until((all) => {
      clock.pass(second);
      return all.length > 0;
    });
    expect(idsOf(messages)).toEqual([good.id]);
    // Of each thing: the message that was refused, and one for all that came after it.
    await until(async () => (await state(id)).pending === 24, "what waits is folded");
  });

  test("has so much waiting for it, and no more", async () => {
    const { id } = await add();
    await app.api.updateWebhook({ params: { webhookId: id }, body: { paused: true } });
    await createItem("Nokia");
    const waiting = (things: number, each: number, attempts: number): PendingRow[] =>
      Array.from({ length: things * each }, (_, index) => ({
        key: index,
        event_id: "",
        resource: `item ${index % things}`,
        attempts: index < things ? attempts : 0,
        first_attempt_at: null,
        last_attempt_at: null,
        next_attempt_at: 0,
      }));
    const takes = (pending: PendingRow[]) =>
      app.db.read(async (reader) => hasMore(reader, await webhookById(reader, id), pending));
    await until(() => takes([]), "the change is in the log");
    // What was never tried counts by messages, what was refused by things.
    expect(await takes(waiting(1, 499, 0))).toBeTrue();
    expect(await takes(waiting(1, 500, 0))).toBeFalse();
    expect(await takes(waiting(4_999, 2, 1))).toBeTrue();
    expect(await takes(waiting(5_000, 2, 1))).toBeFalse();
  });

  test("that takes a thing again gets what waited as one message of its latest state, which says so", async () => {
    await receiver.behave("choke");
    const { id } = await add();
    const { id: itemId } = await createItem("poison");
    await until(async () => (await deliveriesOf(id))[0]?.attempts === 1, "it was refused");
    const save = (body: object) => app.api.updateItem({ params: { itemId }, body });
    await save({ price: 1 });
    await save({ quantity: 7 });
    await save({ price: 2 });
    const last = await save({ price: 3 });
    const waiting = async () => (await deliveriesOf(id)).filter(({ attempts }) => attempts === 0);
    await until(async () => (await waiting())[0]?.saves === 4, "all four are taken");
    expect(await waiting()).toMatchObject([{ type: "item.updated", resourceId: itemId, state: "pending" }]);
    await receiver.behave("ok");
    clock.pass(nextAttemptMs);
    const messages = await receiver.until((all) => all.length === 2);
    expect(messages[0]).toMatchObject({ type: "item.created", data: { after: { price: 0 } } });
    expect(messages[1]).toMatchObject({
      type: "item.updated",
      data: {
        id: itemId,
        changeSetId: last.headers.get("change-set") as string,
        saves: 4,
        fields: ["price", "quantity"],
        before: { price: 0, quantity: 0 },
        after: { price: 3, quantity: 7 },
      },
    });
    expect(() => webhookMessage.parse(messages[1])).not.toThrow();
    // It is none of the four messages that it stands for: a replay sends those, and nobody may throw them away as known.
    const [folded] = (await deliveriesOf(id)).filter(({ saves }) => saves === 4);
    await app.api.replayWebhook({ params: { webhookId: id }, body: { since: "2020-01-01T00:00:00Z" } });
    const ofItem = () => receiver.messages().filter(({ data }) => data.id === itemId);
    await until(() => ofItem().length === 7, "all five came again, each by itself");
    const ids = receiver.received().map(({ headers }) => headers["webhook-id"]);
    expect(ids.filter((known) => known === folded?.eventId)).toHaveLength(1);
    await app.api.replayWebhook({ params: { webhookId: id }, body: { after: folded?.eventId ?? "" } });
    const next = await createItem("next");
    await until(() => receiver.messages().at(-1)?.data.id === next.id, "only what came after it is sent");
    expect(ofItem()).toHaveLength(7);
  });

  test("hears of a deletion alone when all else of the thing waited too, by the id that it knows", async () => {
    const params = { subcategoryId: "old-id" };
    const { data } = await app.api.listCategories({ params: { projectId: "shop" } });
    await receiver.behave("choke");
    const { id } = await add();
    await app.api.createSubcategory({
      params: { categoryId: data[0]?.id ?? "" },
      body: { id: params.subcategoryId, name: "poison" },
    });
    await until(async () => (await deliveriesOf(id))[0]?.attempts === 1, "it was refused");
    await app.api.updateSubcategory({ params, body: { name: "Fine" } });
    await app.api.updateSubcategory({ params, body: { id: "new-id" } });
    const deletion = await app.api.deleteSubcategory({ params: { subcategoryId: "new-id" } });
    await until(async () => (await deliveriesOf(id))[0]?.saves === 3, "all three are taken");
    await app.api.undoChanges({ params: { changeSetId: deletion.headers.get("change-set") ?? "" } });
    await until(async () => (await deliveriesOf(id))[0]?.saves === 4, "it is back");
    await app.api.deleteSubcategory({ params: { subcategoryId: "new-id" } });
    await until(async () => (await deliveriesOf(id))[0]?.saves === 5, "and gone");
    await receiver.behave("ok");
    clock.pass(nextAttemptMs);
    const messages = await receiver.until((all) => all.length === 2);
    expect(messages.map(({ type, data }) => [type, data.id])).toEqual([
      ["subcategory.created", "old-id"],
      ["subcategory.deleted", "old-id"],
    ]);
  });

  randomTest("gets the changes of each thing in order, however often it fails", async () => {
    await receiver.behave("flaky");
    await add();
    const items = [await createItem("A"), await createItem("B"), await createItem("C")];
    for (let i = 1; i <= 15; i++) {
      for (const { id } of items) await app.api.updateItem({ params: { itemId: id }, body: { quantity: i } });
    }
    const ofItem = (id: string) => receiver.messages().filter(({ data }) => data.id === id);
    await receiver.until(() => {
      clock.pass(second);
      return items.every(({ id }) => ofItem(id).at(-1)?.data.after.quantity === 15);
    });
    // What waited behind a message that failed is one message.
    for (const { id } of items) {
      expect(isWhole(ofItem(id))).toBeTrue();
      expect(ofItem(id).reduce((sum, { data }) => sum + (data.saves ?? 1), 0)).toBe(16);
    }
  });
});

describe("replay", () => {
  test("delivers again from an event on, and from a time on", async () => {
    const { id } = await add();
    const ids = [];
    for (let i = 0; i < 4; i++) {
      ids.push((await createItem(`Item ${i}`)).id);
      clock.pass(second);
    }
    await receiver.until((all) => all.length === 4);
    const deliveries = await deliveriesOf(id);
    const from = deliveries.at(-2);
    await app.api.replayWebhook({ params: { webhookId: id }, body: { after: from?.eventId ?? "" } });
    let messages = await receiver.until((all) => all.length === 6);
    expect(idsOf(messages.slice(4))).toEqual(ids.slice(2).sort());
    await app.api.replayWebhook({ params: { webhookId: id }, body: { since: from?.changedAt ?? "" } });
    messages = await receiver.until((all) => all.length === 9);
    expect(idsOf(messages.slice(6))).toEqual(ids.slice(1).sort());
    await app.api.replayWebhook({ params: { webhookId: id }, body: { since: "2020-01-01T00:00:00Z" } });
    messages = await receiver.until((all) => all.length === 15);
    const types = messages.slice(9).map(({ type }) => type);
    expect(types.sort()).toEqual(["category.created", ...Array(4).fill("item.created"), "subcategory.created"]);
  });

  test("refuses what is no place in the log", async () => {
    const { id } = await add();
    for (const body of [{ after: "nonsense" }, {}, { after: "0-1-0", since: "2020-01-01T00:00:00Z" }, { since: "x" }]) {
      expect((await problemOf(app.api.replayWebhook({ params: { webhookId: id }, body })))?.status).toBe(400);
    }
  });
});

describe("what may be a target", () => {
  test("is http or https, without a password, and not inside this network", async () => {
    const bad = [
      "ftp://example.com/",
      "https://me:secret@example.com/",
      "not a url",
      "http://127.0.0.1:1/",
      "http://localhost/",
      "http://[::1]/",
      "http://169.254.169.254/latest/meta-data",
      "http://10.1.2.3/",
    ];
    for (const url of bad) {
      const problem = await problemOf(add({ url }));
      expect(problem?.status).toBe(400);
      expect(problem?.errors?.[0]?.pointer).toBe("/url");
    }
    expect((await app.api.listWebhooks({ params: { projectId: "shop" } })).data).toEqual([]);
  });

  test("is checked again at each delivery", async () => {
    const guarded = await startApp({ webhooks: { allow: ["127.0.0.1"], timeoutMs: 300, retryMs: [50] } });
    const { data } = await guarded.api.createWebhook({ params: { projectId: "shop" }, body: { url: receiver.url } });
    await guarded.db.write(async (tx) => {
      const url = receiver.url.replace("127.0.0.1", "[::ffff:127.0.0.1]");
      await tx.run({ text: "update webhooks set url = ?", values: [url] });
    });
    const outcome = (await guarded.api.testWebhook({ params: { webhookId: data.id } })).data;
    expect(outcome).toMatchObject({ delivered: false, status: null });
    expect(outcome.error).toContain("not an address of the public internet");
    expect(receiver.received()).toEqual([]);
    await guarded.stop();
  });
});
