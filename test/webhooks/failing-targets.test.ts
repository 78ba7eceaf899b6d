import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { webhookMessage } from "../../contract/webhooks.ts";
import { hasMore, type PendingRow } from "../../server/webhooks/deliveries.sql.ts";
import { webhookById } from "../../server/webhooks/webhooks.sql.ts";
import { until } from "../support/until.ts";
import { randomTest } from "../test-seed.ts";
import { isWhole } from "./start-receiver.ts";
import {
  hour,
  idsOf,
  second,
  startWebhooksApp,
  timeoutMs,
  type WebhooksApp,
  webhookCalls,
} from "./webhooks-scenario.ts";

let app: WebhooksApp["app"];
let receiver: WebhooksApp["receiver"];
let clock: WebhooksApp["clock"];
let leaf: string;

beforeEach(async () => {
  ({ app, receiver, clock, leaf } = await startWebhooksApp());
});

afterEach(async () => {
  await app.stop();
  await receiver.stop();
});

const { add, createItem, deliveriesOf, state, untilDelivered, untilState } = webhookCalls(() => ({
  app,
  receiver,
  clock,
  leaf,
}));

/** Longer than the longest of the short pauses between attempts, with up to a tenth added at random. */
const nextAttemptMs = 6 * second;

describe("a failing target", () => {
  test("is tried again until it accepts the message", async () => {
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

  test("that redirects is not followed", async () => {
    await receiver.behave("redirect");
    const { id } = await add();
    await createItem("Nokia");
    expect((await untilState(id, "failing")).stateReason).toBe("HTTP 307: redirects are not followed");
    expect(receiver.received()).toEqual([]);
  });

  test("that hangs does not delay the service", async () => {
    await receiver.behave("hang");
    const { id } = await add();
    await createItem("Nokia");
    await until(async () => (await receiver.attempts()) === 1, "the message is at the target");
    clock.pass(timeoutMs - 1);
    expect((await state(id)).state).toBe("active");
    clock.pass(1);
    const failing = await untilState(id, "failing");
    expect(failing.stateReason).toContain(`did not answer in ${timeoutMs / 1000} s`);
    await receiver.behave("ok");
    clock.pass(nextAttemptMs);
    await receiver.until((all) => all.length === 1);
  });

  test("that dies and comes back gets all messages", async () => {
    const { id } = await add();
    await receiver.kill();
    const item = await createItem("Nokia");
    expect((await untilState(id, "failing")).stateReason).toContain("cannot be reached");
    await receiver.revive();
    clock.pass(nextAttemptMs);
    const messages = await receiver.until((all) => all.length > 0);
    expect(messages[0]?.data.id).toBe(item.id);
  });

  test("that stays dead is paused with a visible reason, and loses nothing", async () => {
    await receiver.behave("fail");
    const { id } = await add();
    const items = [];
    for (let i = 0; i < 5; i++) items.push((await createItem(`Item ${i}`)).id);
    await add({ url: receiver.witnessUrl });
    const attempts = async () => (await deliveriesOf(id)).map(({ resourceId, attempts }) => ({ resourceId, attempts }));
    // From here on one message is sent at a time, so no other is in flight when the webhook is paused. One that came after
    // the first had failed waits for a next attempt.
    const tried = async () => (await attempts()).filter(({ attempts }) => attempts > 0).length;
    await clock.passUntil(second, async () => (await tried()) === 5, "all were tried");
    const paused = await untilState(id, "paused", hour / 10);
    const before = await attempts();
    expect(paused.stateReason).toContain("Nothing got through since");
    expect(paused.pending).toBe(5);
    expect(await (await fetch(`${app.url}/metrics`)).text()).toContain("\nwebhooks_in_trouble 1\n");
    for (const name of ["While paused", "And later"]) {
      const { id: itemId } = await createItem(name);
      items.push(itemId);
      // Longer than the pause after failures.
      clock.pass(hour);
      await receiver.untilWitnessed(itemId);
    }
    expect(await attempts()).toEqual(before);
    await receiver.behave("ok");
    await app.api.updateWebhook({ params: { webhookId: id }, body: { paused: false } });
    const messages = await receiver.until((all) => all.length === 7);
    expect(new Set(messages.map(({ data }) => data.id))).toEqual(new Set(items));
  });

  test("that answers 410 is paused right away", async () => {
    await receiver.behave("gone");
    const { id } = await add();
    await createItem("Nokia");
    expect((await untilState(id, "paused")).stateReason).toContain("410 Gone");
    expect(await receiver.attempts()).toBe(1);
  });

  test("that refuses one message gets the others, and the refused one is finally given up", async () => {
    await receiver.behave("choke");
    const { id } = await add();
    const bad = await createItem("poison");
    const good: string[] = [];
    const failed = async () => (await deliveriesOf(id)).filter(({ state }) => state === "failed");
    // The target accepts a message every few minutes, so it does not count as dead, for longer than the refused one is tried.
    await until(async () => {
      good.push((await createItem("good")).id);
      await untilDelivered(id, good.length);
      clock.pass(hour / 10);
      return (await failed()).length > 0;
    }, "the refused message is given up");
    expect(idsOf(receiver.messages())).toEqual(good.sort());
    expect(await failed()).toMatchObject([{ resourceId: bad.id, status: 422, error: "HTTP 422: I cannot eat this" }]);
    expect((await state(id)).state).toBe("active");
  });

  test("that refuses things which are saved repeatedly still gets the others", async () => {
    await receiver.behave("choke");
    const { id } = await add();
    const bad: string[] = [];
    for (let index = 0; index < 12; index++) bad.push((await createItem("poison")).id);
    for (let price = 1; price <= 60; price++) {
      await Promise.all(bad.map((itemId) => app.api.updateItem({ params: { itemId }, body: { price } })));
    }
    const good = await createItem("good");
    const hasMessage = () => receiver.messages().length > 0;
    await clock.passUntil(nextAttemptMs, hasMessage, "the receiver has a message");
    expect(idsOf(receiver.messages())).toEqual([good.id]);
    // For each thing: the refused message, and one for all later changes.
    await until(async () => (await state(id)).pending === 24, "the waiting changes are folded");
  });

  test("has a limited number of waiting messages", async () => {
    const { id } = await add();
    // As it is before the change: its position stays when the service takes the change from the log.
    const webhook = await app.db.read((reader) => webhookById(reader, id));
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
    const takes = (pending: PendingRow[]) => app.db.read((reader) => hasMore(reader, webhook, pending));
    await until(() => takes([]), "the change is in the log");
    // Messages that were not tried count one by one, refused ones by thing.
    expect(await takes(waiting(1, 499, 0))).toBeTrue();
    expect(await takes(waiting(1, 500, 0))).toBeFalse();
    expect(await takes(waiting(4_999, 2, 1))).toBeTrue();
    expect(await takes(waiting(5_000, 2, 1))).toBeFalse();
  });

  test("that accepts a thing again gets the waiting changes as one message with the latest state and their number", async () => {
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
    await until(async () => (await waiting())[0]?.saves === 4, "all four are folded");
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
    // It has another id than the four messages that it covers. A replay sends those, and a receiver must not drop them as known.
    const [folded] = (await deliveriesOf(id)).filter(({ saves }) => saves === 4);
    await app.api.replayWebhook({ params: { webhookId: id }, body: { since: "2020-01-01T00:00:00Z" } });
    const ofItem = () => receiver.messages().filter(({ data }) => data.id === itemId);
    await until(() => ofItem().length === 7, "all five were sent again, each separately");
    const ids = receiver.received().map(({ headers }) => headers["webhook-id"]);
    expect(ids.filter((known) => known === folded?.eventId)).toHaveLength(1);
    await app.api.replayWebhook({ params: { webhookId: id }, body: { after: folded?.eventId ?? "" } });
    const next = await createItem("next");
    await until(() => receiver.messages().at(-1)?.data.id === next.id, "only later changes are sent");
    expect(ofItem()).toHaveLength(7);
  });

  test("gets only the deletion if all other changes of the thing waited too, with the id that it knows", async () => {
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
    await until(async () => (await deliveriesOf(id))[0]?.saves === 3, "all three are folded");
    await app.api.undoChanges({ params: { changeSetId: deletion.headers.get("change-set") ?? "" } });
    await until(async () => (await deliveriesOf(id))[0]?.saves === 4, "the restoration is folded too");
    await app.api.deleteSubcategory({ params: { subcategoryId: "new-id" } });
    await until(async () => (await deliveriesOf(id))[0]?.saves === 5, "the second deletion is folded too");
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
    const hasAll = () => items.every(({ id }) => ofItem(id).at(-1)?.data.after.quantity === 15);
    await clock.passUntil(second, hasAll, "the receiver has the last change of each");
    // Changes that waited behind a failed message are one message.
    for (const { id } of items) {
      expect(isWhole(ofItem(id))).toBeTrue();
      expect(ofItem(id).reduce((sum, { data }) => sum + (data.saves ?? 1), 0)).toBe(16);
    }
  });
});
