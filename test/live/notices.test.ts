import { afterEach, beforeEach, expect, test } from "bun:test";
import { eventsPath } from "../../contract/live.ts";
import { type AccessApp, newShelf, type Shelf, startAccessApp } from "../access/access-scenario.ts";
import { TestClock } from "../test-clock.ts";
import { listen, type SseClient } from "./sse-client.ts";

let app: AccessApp;
let shelf: Shelf;

beforeEach(async () => {
  app = await startAccessApp({}, { clock: new TestClock() });
  shelf = await newShelf(app.admin);
  for (const name of ["anna", "boris", "clara"]) await app.addUser(name, { role: "editor", project: "shop" });
});

afterEach(() => app.stop());

const write = (text: string) => app.admin.api.createComment({ params: { itemId: shelf.item }, body: { text } });
const toldOf = (client: SseClient) => client.events.filter(({ event }) => event === "notices").length;
const isNotices = ({ event }: { event: string }) => event === "notices";

async function listening(name: string) {
  const person = await app.person(name);
  const client = await listen(app.url + eventsPath("shop"), undefined, { cookie: person.cookie });
  await client.until(({ event }) => event === "ready");
  return { ...person, client };
}

/** Resolves when the stream has sent what was to be told before this change. */
async function caughtUp(client: SseClient): Promise<void> {
  const { data } = await app.admin.api.createCategory({ params: { projectId: "shop" }, body: { name: "Later" } });
  await client.until(({ data: sent }) => (sent as { id?: string }).id === data.id);
}

test("who is mentioned is told at once, and nobody else", async () => {
  await write("@anna from before");
  const anna = await listening("anna");
  const clara = await listening("clara");
  await write("@anna look");
  await anna.client.until(isNotices);
  expect((await anna.api.listNotices()).data.unread).toBe(2);
  await write("@boris look");
  for (const { client } of [anna, clara]) await caughtUp(client);
  for (const { client } of [anna, clara]) await caughtUp(client);
  expect([toldOf(anna.client), toldOf(clara.client)]).toEqual([1, 0]);
  for (const { client } of [anna, clara]) client.close();
});

test("the other tabs of a person learn that their notices were read", async () => {
  await write("@anna look");
  const one = await listening("anna");
  const other = await listening("anna");
  await one.api.markNoticesRead({ body: {} });
  for (const { client } of [one, other]) await client.until(isNotices);
  expect((await other.api.listNotices()).data.unread).toBe(0);
  for (const { client } of [one, other]) client.close();
});
