import { afterEach, beforeEach, expect, test } from "bun:test";
import { eventsPath } from "../../contract/live.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { openStream } from "./bare-stream.ts";
import { listen } from "./sse-client.ts";

/** A listener is checked every ten seconds, and dropped if it has read nothing for fifteen. */
const droppedAfterMs = 26_000;

const path = eventsPath("shop");
let app: TestApp;
let clock: TestClock;

beforeEach(async () => {
  clock = new TestClock();
  app = await startApp({ proxies: 1 }, { clock });
});
afterEach(() => app.stop());

const listeners = async () =>
  Number(/^live_listeners (\d+)$/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1]);

test("listeners that do not read do not delay others, and are dropped", async () => {
  const stuck = await Promise.all(Array.from({ length: 10 }, () => openStream(app.url, path, false)));
  const quick = await listen(app.url + path);
  await quick.until(({ event }) => event === "ready");
  const category = (await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Slow" } })).data;
  const leaf = (await app.api.createSubcategory({ params: { categoryId: category.id }, body: { name: "Slow" } })).data;
  // More than a socket buffer and the listener's queue can hold.
  const simpleDescription = "z".repeat(15_000);
  for (let i = 0; i < 60; i++) {
    await Promise.all(
      Array.from({ length: 10 }, () =>
        app.api.createItem({ params: { subcategoryId: leaf.id }, body: { name: "Item", simpleDescription } }),
      ),
    );
  }
  const changeCount = () => quick.events.filter(({ event }) => event === "change").length;
  await until(() => changeCount() >= 602, "the fast listener has all events");
  expect(await listeners()).toBe(11);
  await until(async () => {
    clock.pass(droppedAfterMs);
    return (await listeners()) === 1;
  }, "only the fast listener is left");
  // A socket that does not read notices its end only when it reads again.
  for (const stream of stuck) stream.readOn();
  await until(() => stuck.every((stream) => stream.closed), "the listeners that did not read are disconnected");
  const { data } = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "After" } });
  await quick.until((event) => (event.data as { id?: string }).id === data.id);
  expect(changeCount()).toBe(603);
  quick.close();
});

test("clients that disappear leave no listeners", async () => {
  for (let round = 0; round < 4; round++) {
    const open = await Promise.all(
      Array.from({ length: 250 }, (_, i) =>
        openStream(app.url, path, true, `x-forwarded-for: 192.0.2.${Math.floor(i / 100)}\r\n`),
      ),
    );
    expect(await listeners()).toBe(250);
    for (const { socket } of open) socket.terminate();
    await until(async () => (await listeners()) === 0, "there are no listeners");
  }
});
