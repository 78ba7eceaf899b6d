import { expect, test } from "bun:test";
import { Slots } from "./slots.ts";

const bounds = { atOnce: 2, mostWaiting: 3, detail: "Too many.", retryAfterSeconds: 7 };

test("so many calls run, so many wait in order, and others get a 503 that says when to come again", async () => {
  const slots = new Slots(bounds);
  const started: number[] = [];
  const ends: PromiseWithResolvers<number>[] = [];
  const call = (number: number) =>
    slots.run(() => {
      started.push(number);
      ends[number] = Promise.withResolvers<number>();
      return ends[number].promise;
    });
  const calls = [0, 1, 2, 3, 4].map(call);
  await expect(call(5)).rejects.toMatchObject({
    code: "unavailable",
    message: "Too many.",
    headers: { "retry-after": "7" },
  });
  expect(started).toEqual([0, 1]);
  ends[1]?.reject(new Error("failed"));
  await expect(calls[1]).rejects.toThrow("failed");
  expect(started).toEqual([0, 1, 2]);
  for (const number of [0, 2, 3, 4]) {
    ends[number]?.resolve(number);
    expect(await (calls[number] as Promise<number>)).toBe(number);
  }
  expect(started).toEqual([0, 1, 2, 3, 4]);
  const again = call(6);
  expect(started).toEqual([0, 1, 2, 3, 4, 6]);
  ends[6]?.resolve(6);
  expect(await again).toBe(6);
});
