import { describe, expect, test } from "bun:test";
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

describe("one person", () => {
  const shared = { ...bounds, atOnce: 3, ofOne: { atOnce: 1, mostWaiting: 1, detail: "Too many of yours." } };
  const took = async (slots: Slots, who: string, signal?: AbortSignal) => await slots.enter(who, signal);
  const own = { code: "rate_limited", message: "Too many of yours.", headers: { "retry-after": "7" } };

  test("has a share of the slots and of the places to wait, and others do not wait behind them", async () => {
    const slots = new Slots(shared);
    const first = await took(slots, "anna");
    const second = took(slots, "anna");
    await expect(took(slots, "anna")).rejects.toMatchObject(own);
    using _boris = await took(slots, "boris");
    using _carla = await took(slots, "carla");
    expect(slots.running).toBe(3);
    const dora = took(slots, "dora");
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    const next = await second;
    expect(slots.running).toBe(3);
    next[Symbol.dispose]();
    (await dora)[Symbol.dispose]();
    expect(slots.running).toBe(2);
  });

  test("does not lose a place to somebody who may not have one more", async () => {
    const slots = new Slots({ ...shared, atOnce: 2 });
    const anna = await took(slots, "anna");
    const boris = await took(slots, "boris");
    const again = took(slots, "anna");
    const carla = took(slots, "carla");
    boris[Symbol.dispose]();
    (await carla)[Symbol.dispose]();
    anna[Symbol.dispose]();
    (await again)[Symbol.dispose]();
    expect(slots.running).toBe(0);
  });

  test("who leaves while they wait is forgotten", async () => {
    const slots = new Slots({ ...shared, atOnce: 1 });
    const anna = await took(slots, "anna");
    const left = new AbortController();
    const waits = took(slots, "boris", left.signal);
    left.abort();
    await expect(waits).rejects.toMatchObject({ code: "unavailable" });
    await expect(took(slots, "boris", left.signal)).rejects.toMatchObject({ code: "unavailable" });
    const boris = took(slots, "boris");
    anna[Symbol.dispose]();
    (await boris)[Symbol.dispose]();
    expect(slots.running).toBe(0);
  });

  test("who lets many calls wait does not hold up the one of somebody else", async () => {
    const slots = new Slots({ ...bounds, atOnce: 1, mostWaiting: 100 });
    const order: string[] = [];
    const call = (who: string) =>
      slots.run(async () => {
        await Promise.resolve();
        order.push(who);
      }, who);
    const calls = ["anna", "anna", "anna", "anna", "boris", "boris", "carla"].map(call);
    await calls[1];
    // Who comes later does not go before those who wait for their second turn, nor behind all of the others.
    calls.push(call("dora"));
    await Promise.all(calls);
    expect(order).toEqual(["anna", "anna", "boris", "carla", "anna", "boris", "dora", "anna"]);
  });

  test("whose calls were given up does not wait longer for it", async () => {
    const slots = new Slots({ ...bounds, atOnce: 1, mostWaiting: 100 });
    const runs = await took(slots, "anna");
    const left = new AbortController();
    const givenUp = [1, 2, 3].map(() => took(slots, "anna", left.signal));
    left.abort();
    await Promise.allSettled(givenUp);
    const order: string[] = [];
    const calls = ["anna", "boris", "boris", "boris"].map((who) => slots.run(async () => void order.push(who), who));
    runs[Symbol.dispose]();
    await Promise.all(calls);
    expect(order).toEqual(["anna", "boris", "boris", "boris"]);
  });

  test("a signal that outlives the calls keeps none of them", async () => {
    const slots = new Slots({ ...bounds, atOnce: 1 });
    const { signal } = new AbortController();
    let listeners = 0;
    signal.addEventListener = () => {
      listeners++;
    };
    signal.removeEventListener = () => {
      listeners--;
    };
    const first = await took(slots, "anna");
    const second = took(slots, "boris", signal);
    expect(listeners).toBe(1);
    first[Symbol.dispose]();
    (await second)[Symbol.dispose]();
    expect(listeners).toBe(0);
  });
});
