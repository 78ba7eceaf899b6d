import { expect, test } from "bun:test";
import { PostgresClock } from "./postgres-clock.ts";

function started() {
  let elapsed = 0;
  const clock = new PostgresClock(() => elapsed);
  const pass = (ms: number) => {
    elapsed += ms;
  };
  /** The answer takes so long each way. */
  const learn = (time: number, there = 0, back = there) =>
    clock.learn(async () => {
      pass(there);
      pass(back);
      return [{ time }];
    });
  return { clock, pass, learn };
}

test("time goes on from what the database said", async () => {
  const { clock, pass, learn } = started();
  await learn(1_000_000);
  pass(250);
  expect(clock.now()).toBe(1_000_250);
});

test("an answer that took long is no reason to go back; a clock of the database that was set is followed", async () => {
  const { clock, pass, learn } = started();
  await learn(1_000_000);
  pass(1_000);
  await learn(1_001_000, 0, 800);
  expect(clock.now()).toBe(1_001_800);
  await learn(2_000_000, 10);
  expect(clock.now()).toBe(2_000_010);
  await learn(1_500_000);
  expect(clock.now()).toBe(1_500_000);
});
