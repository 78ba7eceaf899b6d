import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Db, Tx } from "../server/db/db.ts";
import { SqliteDb } from "../server/db/sqlite/sqlite.ts";
import { createLog, type Log } from "../server/http/logger.ts";
import { type PruningJob, prune, startPruning, untilNothingIsLeft } from "../server/log/pruning.ts";
import { replacing } from "./support/replacing.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { TestClock } from "./test-clock.ts";

const db = new SqliteDb(join(temporaryFolder(), "catalog.db"));
afterAll(() => db.close());

/** Removes as many rows as the numbers say, one number in each step. */
const removing = (...numbers: number[]): PruningJob => untilNothingIsLeft(async () => numbers.shift() ?? 0);

test("every job goes on, one step in each transaction, until there is nothing left", async () => {
  let transactions = 0;
  const counting = replacing<Db>(db, {
    write<T>(work: (tx: Tx) => Promise<T>) {
      transactions++;
      return db.write(work);
    },
  });
  const removed = await prune(counting, { audit: removing(1_000, 1_000, 3), notices: removing() }, 0);
  expect(removed).toEqual({ audit: 2_003, notices: 0 });
  expect(transactions).toBe(5);
});

test("every hour all jobs run, and one that fails keeps no other from its work", async () => {
  const errors: unknown[] = [];
  const log = replacing<Log>(createLog("silent"), { error: (entry: unknown) => void errors.push(entry) });
  const clock = new TestClock();
  const ran: string[] = [];
  const job = (name: string): PruningJob =>
    untilNothingIsLeft(async () => {
      ran.push(name);
      return 0;
    });
  const failing: PruningJob = () => {
    throw new Error("This table is away.");
  };
  const end = startPruning(db, { first: job("first"), failing, last: job("last") }, clock, log);
  await clock.passUntil(60_000, () => ran.length === 2, "the first run");
  await clock.passUntil(30 * 60_000, () => ran.length === 4, "the run of the next hour");
  await end();
  expect(ran).toEqual(["first", "last", "first", "last"]);
  expect(errors).toMatchObject([{ job: "failing" }, { job: "failing" }]);
});

test("when the service ends, the running job ends after its step", async () => {
  const clock = new TestClock();
  let steps = 0;
  const endless = untilNothingIsLeft(async () => ++steps);
  const end = startPruning(db, { endless }, clock, createLog("silent"));
  await clock.passUntil(60_000, () => steps > 2, "it has begun");
  await end();
  const done = steps;
  await Bun.sleep(60);
  expect(steps).toBe(done);
});
