import { afterEach, beforeEach, expect, test } from "bun:test";
import { type WebhookEventType, webhookMessage } from "../../contract/webhooks.ts";
import { type AccessApp, type Caller, newShelf, type Shelf, startAccessApp } from "../access/access-scenario.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { Receiver } from "./start-receiver.ts";
import { hour, second, timeoutMs } from "./webhooks-scenario.ts";

let app: AccessApp;
let receiver: Receiver;
let clock: TestClock;
let shelf: Shelf;
let anna: Caller;

beforeEach(async () => {
  receiver = await Receiver.start();
  clock = new TestClock();
  const webhooks = {
    allow: [`127.0.0.1:${receiver.port}`],
    timeoutMs,
    retryMs: [second, 2 * second, 5 * second, hour],
  };
  app = await startAccessApp({ webhooks }, { clock });
  shelf = await newShelf(app.admin);
  for (const name of ["anna", "boris"]) await app.addUser(name, { role: "editor", project: "shop" });
  anna = await app.person("anna");
});

afterEach(async () => {
  await app.stop();
  await receiver.stop();
});

async function add(...events: WebhookEventType[]): Promise<string> {
  const body = { url: receiver.url, events };
  return (await app.admin.api.createWebhook({ params: { projectId: "shop" }, body })).data.id;
}

const write = async (text: string) =>
  (await anna.api.createComment({ params: { itemId: shelf.item }, body: { text } })).data;
const resolve = (commentId: string, resolved: boolean) =>
  anna.api.setCommentState({ params: { itemId: shelf.item, commentId }, body: { resolved } });
const typesOf = () => receiver.messages().map(({ type }) => type);

test("a webhook is told of new comments, of mentions, and of what is resolved and reopened", async () => {
  await add("comment.created", "comment.mentioned", "comment.resolved", "comment.reopened");
  const comment = await write("Look, @boris");
  await resolve(comment.id, true);
  await resolve(comment.id, false);
  await receiver.until((all) => all.length === 4);
  expect(typesOf()).toEqual(["comment.created", "comment.mentioned", "comment.resolved", "comment.reopened"]);
  const [created, mentioned] = receiver.messages();
  expect(created?.data).toEqual({
    projectId: "shop",
    changeSetId: expect.any(String),
    kind: "comment",
    id: comment.id,
    itemId: shelf.item,
    actor: "anna",
    at: comment.createdAt,
    comment,
  } as never);
  expect(mentioned?.data).toMatchObject({
    comment,
    mentioned: [{ id: expect.any(String), name: "boris", displayName: "boris" }],
  } as never);
  const ids = receiver.received().map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(4);
  for (const { body } of receiver.received()) expect(() => webhookMessage.parse(JSON.parse(body))).not.toThrow();
});

test("one without a list of events gets these beside the change of the item", async () => {
  await add();
  await write("@boris");
  await receiver.until((all) => all.length === 3);
  expect(typesOf().sort()).toEqual(["comment.created", "comment.mentioned", "item.updated"]);
});

test("an edit tells of those who are new in it, and a replay tells it again", async () => {
  const id = await add("comment.mentioned");
  const { id: commentId } = await write("@boris");
  const params = { itemId: shelf.item, commentId };
  await anna.api.updateComment({ params, body: { text: "@boris and @anna" } });
  await anna.api.updateComment({ params, body: { text: "@boris and also @anna" } });
  const names = () =>
    receiver
      .messages()
      .map(({ data }) => (data as { mentioned?: { name: string }[] }).mentioned?.map(({ name }) => name));
  await receiver.until((all) => all.length === 2);
  expect(names()).toEqual([["boris"], ["anna"]]);
  const first = receiver.received()[0]?.headers["webhook-id"] ?? "";
  await app.admin.api.replayWebhook({ params: { webhookId: id }, body: { after: first } });
  await receiver.until((all) => all.length === 3);
  expect(names()).toEqual([["boris"], ["anna"], ["anna"]]);
});

test("what waits behind a refused message of a comment is the last state, and one mention of all", async () => {
  await receiver.behave("fail");
  const id = await add("comment.created", "comment.mentioned", "comment.resolved", "comment.reopened");
  const deliveries = async () =>
    (await app.admin.api.listWebhookDeliveries({ params: { webhookId: id } })).data.deliveries;
  const { id: commentId } = await write("first");
  await until(async () => (await deliveries())[0]?.attempts === 1, "the first message is refused");
  const params = { itemId: shelf.item, commentId };
  await anna.api.updateComment({ params, body: { text: "@boris" } });
  for (const resolved of [true, false, true]) await resolve(commentId, resolved);
  await anna.api.updateComment({ params, body: { text: "@boris @anna" } });
  await resolve(commentId, false);
  const waiting = async () => (await deliveries()).filter(({ attempts }) => attempts === 0).map(({ type }) => type);
  await until(async () => (await waiting())[0] === "comment.reopened", "all are taken from the log");
  expect(await waiting()).toEqual(["comment.reopened", "comment.mentioned"]);
  await receiver.behave("ok");
  await clock.passUntil(hour, () => receiver.messages().length === 3, "the receiver has the messages");
  expect(typesOf()).toEqual(["comment.created", "comment.mentioned", "comment.reopened"]);
  expect(receiver.messages()[1]?.data).toMatchObject({ mentioned: [{ name: "boris" }, { name: "anna" }] } as never);
});
