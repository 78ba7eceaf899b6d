import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Webhook as Verifier } from "standardwebhooks";
import { webhookMessage } from "../../contract/webhooks.ts";
import { startApp } from "../start-app.ts";
import { idsOf, problemOf, second, startWebhooksApp, type WebhooksApp, webhookCalls } from "./webhooks-scenario.ts";

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

const { add, createItem, deliveriesOf, state, untilDelivered } = webhookCalls(() => ({
  app,
  receiver,
  clock,
  leaf,
}));

describe("a webhook", () => {
  test("gets every change, signed according to Standard Webhooks", async () => {
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
    // The result of the last delivery is stored after the receiver has answered.
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

  test("gets only the selected events of its own project", async () => {
    const { id } = await add({ events: ["item.deleted"] });
    await app.api.createCategory({ params: { projectId: "other" }, body: { name: "Elsewhere" } });
    const item = await createItem("Nokia");
    await app.api.deleteItem({ params: { itemId: item.id } });
    await untilDelivered(id, 1);
    // Events are taken from the log in order: any event before the deletion would have arrived too.
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
    /** A message may arrive more than once. */
    const messageAbout = async (name: string) => {
      await createItem(name);
      const isAbout = ({ data }: { data: { after: Record<string, unknown> } }) => data.after.name === name;
      await receiver.until((all) => all.some(isAbout));
      return receiver.received().find(({ body }) => isAbout(JSON.parse(body)));
    };
    const during = await messageAbout("During");
    for (const known of [secret, rotated.secret]) {
      expect(() => new Verifier(known).verify(during?.body ?? "", during?.headers ?? {})).not.toThrow();
    }
    const { secret: latest } = (
      await app.api.rotateWebhookSecret({ params: { webhookId: id }, body: { overlapSeconds: 0 } })
    ).data;
    const after = await messageAbout("After");
    expect(() => new Verifier(latest).verify(after?.body ?? "", after?.headers ?? {})).not.toThrow();
    expect(() => new Verifier(rotated.secret).verify(after?.body ?? "", after?.headers ?? {})).toThrow();
  });

  test("can be tested, and returns the result", async () => {
    const { id } = await add();
    const good = (await app.api.testWebhook({ params: { webhookId: id } })).data;
    expect(good).toMatchObject({ delivered: true, status: 200, error: "" });
    expect(receiver.messages().map(({ type }) => type)).toEqual(["webhook.test"]);
    await receiver.behave("fail");
    const bad = (await app.api.testWebhook({ params: { webhookId: id } })).data;
    expect(bad).toMatchObject({ delivered: false, status: 500, error: "HTTP 500: out of order" });
  });

  test("can be paused, and misses nothing", async () => {
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

describe("replay", () => {
  test("delivers again from an event or from a time", async () => {
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

  test("refuses an invalid position in the log", async () => {
    const { id } = await add();
    for (const body of [{ after: "nonsense" }, {}, { after: "0-1-0", since: "2020-01-01T00:00:00Z" }, { since: "x" }]) {
      expect((await problemOf(app.api.replayWebhook({ params: { webhookId: id }, body })))?.status).toBe(400);
    }
  });
});

describe("a target", () => {
  test("must be http or https, without a password, and not inside the network", async () => {
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
