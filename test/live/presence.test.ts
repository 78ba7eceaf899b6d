import { afterEach, beforeEach, expect, test } from "bun:test";
import { presenceExpiresMs } from "../../contract/constants.ts";
import { eventsPath, type Presence } from "../../contract/live.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { listen, type SseEvent } from "./sse-client.ts";

let app: TestApp;
let clock = 0;

beforeEach(async () => {
  clock = Date.now();
  app = await startApp({}, { now: () => clock });
});

afterEach(() => app.stop());

const shop = { projectId: "shop" };
const signal = (clientId: string, name: string, itemId: string | null = null) =>
  app.api.signalPresence({ params: shop, body: { clientId, name, itemId } });
const present = async () => (await app.api.getPresence({ params: shop })).data.present;
const shows = (count: number, itemId?: string) => (event: SseEvent) =>
  event.event === "presence" &&
  (event.data as Presence).present.length === count &&
  (itemId === undefined || (event.data as Presence).present.some((person) => person.itemId === itemId));

test("everyone learns who is present and what each has open, as it changes", async () => {
  const client = await listen(app.url + eventsPath("shop"));
  const { data } = await signal("a", "Nina", "item-1");
  expect(data.present).toEqual([{ clientId: "a", name: "Nina", itemId: "item-1" }]);
  await client.until(shows(1, "item-1"));
  await signal("a", "Nina", "item-2");
  await client.until(shows(1, "item-2"));
  clock += 1;
  await signal("b", "Omar");
  await client.until(shows(2));
  expect((await present()).map(({ clientId }) => clientId)).toEqual(["a", "b"]);
  const late = await listen(app.url + eventsPath("shop"));
  await late.until(shows(2));
  await app.api.leavePresence({ params: { projectId: "shop", clientId: "a" } });
  await client.until((event) => shows(1)(event) && (event.data as Presence).present[0]?.clientId === "b");
  expect(client.lastEventId).toBe(client.events[0]?.id);
  client.close();
  late.close();
});

test("an editor that sends no signal for 30 s is removed, and one that renews stays", async () => {
  const client = await listen(app.url + eventsPath("shop"));
  await signal("a", "Nina");
  await signal("b", "Omar");
  await client.until(shows(2));
  clock += presenceExpiresMs - 1;
  await signal("b", "Omar");
  expect(await present()).toHaveLength(2);
  clock += 1;
  expect((await present()).map(({ name }) => name)).toEqual(["Omar"]);
  await client.until((event) => shows(1)(event) && (event.data as Presence).present[0]?.name === "Omar");
  client.close();
});

test("presence belongs to a project, and its input is validated", async () => {
  await signal("a", "Nina");
  const other = await app.api.getPresence({ params: { projectId: "other" } });
  expect(other.data.present).toEqual([]);
  for (const body of [{}, { clientId: "", name: "x" }, { clientId: "a", name: "x", itemId: 5 }, { clientId: "a" }]) {
    const response = await fetch(`${app.url}/api/projects/shop/presence`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
  }
  expect((await fetch(`${app.url}/api/projects/nowhere/presence`)).status).toBe(404);
});
