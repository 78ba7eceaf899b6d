import { expect, test } from "bun:test";
import { PostgresClock } from "./postgres-clock.ts";

function started() {
  let elapsed = 0;
  const clock = new PostgresClock(() => elapsed);
  const pass = (ms: number) => {
    elapsed += ms;
  };
  /** The answer takes this long in each direction. */
  const learn = (time: number, there = 0, back = there) =>
    clock.learn(async () => {
      pass(there);
      pass(back);
      return [{ time }];
    });
  return { clock, pass, learn };
}

test("time continues from the time of the database", async () => {
  const { clock, pass, learn } = started();
  await learn(1_000_000);
  pass(250);
  expect(clock.now()).toBe(1_000_250);
});

test("a slow answer does not set the time back, but a changed database clock does", async () => {
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
