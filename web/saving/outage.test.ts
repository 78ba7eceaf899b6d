import { expect, test } from "bun:test";
import { createOutage } from "./outage.ts";
import { handClock } from "./saving-fixture.ts";

function outageWithTries() {
  const clock = handClock();
  const tries: number[] = [];
  const outage = createOutage(clock, () => {
    tries.push(clock.now());
    outage.begin(undefined);
  });
  return { clock, tries, outage };
}

test("each try waits twice as long as the one before, up to a quarter of a minute", async () => {
  const { clock, tries, outage } = outageWithTries();
  outage.begin(undefined);
  await clock.pass(60_000);
  expect(tries).toEqual([1_000, 3_000, 7_000, 15_000, 30_000, 45_000, 60_000]);
});

test("after an answer the next outage begins with a short wait", async () => {
  const { clock, tries, outage } = outageWithTries();
  outage.begin(undefined);
  await clock.pass(7_000);
  outage.stopTimer();
  outage.answered();
  outage.begin(undefined);
  await clock.pass(1_000);
  expect(tries.at(-1)).toBe(8_000);
});

test("an outage lasts from the first failure until everything is sent", () => {
  const { outage } = outageWithTries();
  expect(outage.isAway()).toBe(false);
  outage.begin(undefined);
  outage.answered();
  expect(outage.isAway()).toBe(true);
  outage.end();
  expect(outage.isAway()).toBe(false);
});
