import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import v8 from "node:v8";
import { DatabaseUnavailable } from "../../server/db/db.ts";
import { type AccessApp, callerWith, startAccessApp } from "../access/access-scenario.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { TestClock } from "../test-clock.ts";

let app: TestApp;
let closed: AccessApp;
const clock = new TestClock();

beforeAll(async () => {
  app = await startApp();
  closed = await startAccessApp({}, { clock });
});
afterAll(async () => {
  await app.stop();
  await closed.stop();
});

const figures = async (answer: Response) => {
  expect(answer.status).toBe(200);
  return await answer.text();
};

/** The database is unreachable while `during` runs, or hangs until the service gives up. */
async function without({ db }: TestApp, how: "away" | "hung", during: () => Promise<void>): Promise<void> {
  const givenUp = Promise.withResolvers<never>();
  givenUp.promise.catch(() => {});
  const fault = () => new DatabaseUnavailable("The database cannot be reached.");
  const read = spyOn(db, "read").mockImplementation(() => (how === "hung" ? givenUp.promise : Promise.reject(fault())));
  try {
    await during();
  } finally {
    read.mockRestore();
    givenUp.reject(fault());
  }
}

test("process metrics are those that are cheap to collect", async () => {
  const slow = [spyOn(v8, "getHeapSpaceStatistics"), spyOn(v8, "getHeapStatistics")];
  const text = await figures(await fetch(`${app.url}/metrics`));
  for (const spied of slow) {
    expect(spied).not.toHaveBeenCalled();
    spied.mockRestore();
  }
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  for (const name of ["process_cpu_seconds_total", "process_resident_memory_bytes", "nodejs_heap_size_used_bytes"]) {
    expect([name, value(name) > 0]).toEqual([name, true]);
  }
  expect(value("process_start_time_seconds")).toBeLessThanOrEqual(Date.now() / 1000);
  expect(value("nodejs_eventloop_lag_max_seconds")).toBeGreaterThanOrEqual(0);
});

for (const how of ["away", "hung"] as const) {
  test(`while the database is ${how}, metrics that do not need it are available`, async () => {
    await without(app, how, async () => {
      const text = await figures(await fetch(`${app.url}/metrics`));
      expect(text).toMatch(/^http_requests_in_flight 1$/m);
      expect(text).not.toContain("webhooks_in_trouble");
    });
    expect(await figures(await fetch(`${app.url}/metrics`))).toMatch(/^webhooks_in_trouble 0$/m);
  });

  test(`while the database is ${how}, only keys that were accepted recently can read metrics`, async () => {
    const known = await closed.key({ role: "viewer" });
    const unknown = await closed.key({ role: "viewer" });
    await figures(await known.send("/metrics"));
    await without(closed, how, async () => {
      const guess = callerWith(closed.url, { authorization: "Bearer cbk_guess" });
      // Together: each waits until the service gives the database up.
      const [answer, ...refused] = await Promise.all([known, unknown, guess].map((caller) => caller.send("/metrics")));
      expect(await figures(answer as Response)).toMatch(/^http_requests_in_flight \d+$/m);
      for (const { status } of refused) expect(status).toBeOneOf([401, 503]);
      if (how === "away") expect((await known.send("/api/projects")).status).toBe(503);
    });
  });
}

test("a key that was revoked or not used for an hour cannot read metrics while the database is away", async () => {
  const [revoked, old, used] = [
    await closed.key({ role: "viewer" }),
    await closed.key({ role: "viewer" }),
    await closed.key({ role: "viewer" }),
  ];
  for (const key of [revoked, old, used]) await figures(await key.send("/metrics"));
  clock.pass(30 * 60_000);
  await figures(await used.send("/metrics"));
  await closed.admin.api.revokeKey({ params: { keyId: revoked.id } });
  expect((await revoked.send("/metrics")).status).toBe(401);
  clock.pass(30 * 60_000 + 1);
  await without(closed, "away", async () => {
    expect([await revoked.send("/metrics"), await old.send("/metrics")].map(({ status }) => status)).toEqual([
      503, 503,
    ]);
    await figures(await used.send("/metrics"));
  });
});
