import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { composed, sql } from "../../server/db/sql.ts";
import { prune } from "../../server/log/pruning.ts";
import { retentionJobs } from "../../server/retention.ts";
import { mostFailures } from "../../server/sign-in/sign-in-throttle.sql.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { type AccessApp, password, signInTo, startAccessApp } from "./access-scenario.ts";

const hour = 60 * 60 * 1000;
let app: AccessApp;
/** It stands still, so that no work in the background writes at a moment of its own. */
const clock = new TestClock();

beforeAll(async () => {
  app = await startAccessApp({ proxies: 1 }, { clock });
  await app.addUser("anna", { role: "admin" });
  await app.addUser("boris", { role: "viewer" });
});
afterAll(() => app.stop());

const { newAddress, signIn } = signInTo(() => app);

test("guesses at an account have to wait, whether it exists or not, however many arrive at once", async () => {
  for (const name of ["boris", "no-such-person"]) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signIn({ name, password: "a guess of mine" }, {}, newAddress())),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect([name, ...statuses]).toEqual([name, 401, 401, 401, 401, 401, 429, 429, 429]);
    const throttled = answers.find(({ status }) => status === 429);
    expect(Number(throttled?.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await signIn({ name: "boris", password })).status).toBe(429);
  clock.set(hour);
  expect((await signIn({ name: "boris", password })).status).toBe(201);
});

test("guesses from one address have to wait, whichever account they try", async () => {
  const address = newAddress();
  const { beginAttempt } = await import("../../server/sign-in/sign-in-throttle.sql.ts");
  for (let i = 0; i < 20; i++) await app.db.write((tx) => beginAttempt(tx, `victim-${i}`, address, clock.now()));
  expect((await signIn({ name: "anna", password }, {}, address)).status).toBe(429);
  expect((await signIn({ name: "anna", password })).status).toBe(201);
});

const countedFailures = () =>
  app.db.read((reader) =>
    reader.all<{ bucket: string }>(sql`select bucket, failures, wait_until, at from sign_in_failures order by bucket`),
  );

/** Makes every password wrong, without the work of the check. */
const refusingAll = () => spyOn(Bun.password, "verify").mockResolvedValue(false);

test("a sign-in that has to wait writes nothing, whatever the name", async () => {
  const verify = refusingAll();
  const address = newAddress();
  for (let guess = 0; guess < 20; guess++) {
    await signIn({ name: `made-up-${guess}`, password: "a guess of mine" }, {}, address);
  }
  const counted = await countedFailures();
  const write = spyOn(app.db, "write");
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => signIn({ name: `another-${i}`, password: "a guess of mine" }, {}, address)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
  verify.mockRestore();
  expect(await countedFailures()).toEqual(counted);
});

test("of many guesses at once, those over the limit write nothing", async () => {
  const verify = refusingAll();
  const address = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => signIn({ name: `at-once-${i}`, password: "a guess of mine" }, {}, address)),
  );
  verify.mockRestore();
  const tried = answers.filter(({ status }) => status === 401).length;
  expect(tried).toBe(20);
  expect(answers.filter(({ status }) => status === 429).length).toBe(20);
  const names = (await countedFailures()).filter(({ bucket }) => bucket.startsWith("account at-once-"));
  expect(names).toHaveLength(tried);
});

test("a sign-in that is refused because the queue is full does not count as a failure", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<boolean>();
  const verify = spyOn(Bun.password, "verify").mockImplementation(() => held);
  const statuses: number[] = [];
  const guess = async (i: number) =>
    statuses.push((await signIn({ name: `waits-${i}`, password: "a guess of mine" })).status);
  const guesses = Array.from({ length: 60 }, (_, i) => guess(i));
  await until(() => statuses.length === 8, "two are checked, fifty wait, and the others are refused");
  expect(new Set(statuses)).toEqual(new Set([503]));
  // An attempt is counted just before its password is checked, which may be after the last refusal.
  await until(() => verify.mock.calls.length === 2, "two are being checked");
  expect((await countedFailures()).filter(({ bucket }) => bucket.startsWith("account waits-"))).toHaveLength(2);
  release(false);
  await Promise.all(guesses);
  expect(statuses.filter((status) => status === 401)).toHaveLength(52);
  verify.mockRestore();
});

test("failures are removed after an hour, and the oldest when there are too many", async () => {
  const forever = Number.POSITIVE_INFINITY;
  const keep = { trashMs: hour, historyMs: forever, historyBytes: forever, auditMs: forever };
  await signIn({ name: "forgotten", password: "a guess of mine" });
  const buckets = async () => (await countedFailures()).map(({ bucket }) => bucket);
  await prune(app.db, retentionJobs(keep), clock.now() + hour - 1);
  expect(await buckets()).toContain("account forgotten");
  clock.set(hour + 1);
  await signIn({ name: "remembered", password: "a guess of mine" });
  expect((await prune(app.db, retentionJobs(keep), clock.now())).signIns).toBeGreaterThan(0);
  expect((await buckets()).filter((bucket) => bucket.startsWith("account"))).toEqual(["account remembered"]);

  clock.set(1);
  await app.db.write((tx) =>
    tx.run(
      composed(
        `insert into sign_in_failures (bucket, failures, wait_until, at)
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
          select 'account flood-' || n, 1, 0, cast(? as bigint) from numbers`,
        [mostFailures, clock.now()],
      ),
    ),
  );
  await prune(app.db, retentionJobs(keep), clock.now());
  const left = await buckets();
  expect(left).toHaveLength(mostFailures);
  expect(left).not.toContain("account remembered");
});
