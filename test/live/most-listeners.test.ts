import { afterEach, beforeEach, expect, test } from "bun:test";
import { eventsPath } from "../../contract/live.ts";
import { createLog } from "../../server/http/logger.ts";
import { Problem } from "../../server/http/problem.ts";
import { LiveHub } from "../../server/live/hub.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { TestClock } from "../test-clock.ts";

let app: TestApp;
let hub: LiveHub;

beforeEach(async () => {
  app = await startApp();
  hub = new LiveHub(app.db, createLog("silent"), new TestClock(), 3);
});
afterEach(async () => {
  await hub.close();
  await app.stop();
});

test("at the listener limit a stream is refused until another ends, however many arrive at once", async () => {
  const ends = Array.from({ length: 10 }, () => new AbortController());
  const opened = await Promise.allSettled(ends.map(({ signal }, i) => hub.listen((i % 2) + 1, {}, signal)));
  expect(hub.listeners).toBe(3);
  const refused = opened.filter((result) => result.status === "rejected").map(({ reason }) => reason as Problem);
  expect(refused.length).toBe(7);
  for (const problem of refused) {
    expect(problem).toBeInstanceOf(Problem);
    expect([problem.code, problem.headers]).toEqual(["unavailable", { "retry-after": "10" }]);
  }
  ends[opened.findIndex(({ status }) => status === "fulfilled")]?.abort();
  expect(hub.listeners).toBe(2);
  await hub.listen(1, {}, new AbortController().signal);
  expect(hub.listeners).toBe(3);
});

test("one person has a limited number of streams, and others still get theirs", async () => {
  const own = new LiveHub(app.db, createLog("silent"), new TestClock(), 10, 2);
  const end = new AbortController();
  const listen = (who: string, signal = new AbortController().signal) => own.listen(1, { who }, signal);
  await Promise.all([listen("user:anna", end.signal), listen("user:anna")]);
  await expect(listen("user:anna")).rejects.toMatchObject({ code: "rate_limited", headers: { "retry-after": "10" } });
  await listen("user:boris");
  expect(own.listeners).toBe(3);
  end.abort();
  await listen("user:anna");
  expect(own.listeners).toBe(3);
  await own.close();
  expect(own.listeners).toBe(0);
});

test("the streams of an address are counted where nobody signs in", async () => {
  const many = Array.from({ length: 101 }, () => new AbortController());
  const answers = await Promise.all(many.map(({ signal }) => fetch(app.url + eventsPath("shop"), { signal })));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status }) => status)).toEqual([429]);
  expect(await refused[0]?.json()).toMatchObject({ code: "rate_limited" });
  for (const one of many) one.abort();
});
