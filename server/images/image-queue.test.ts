import { expect, test } from "bun:test";
import { ImageQueue, type QueueBounds } from "./image-queue.ts";

/** Work that goes on until it is told to end, and what was in flight together. */
function workshop(bounds: Partial<QueueBounds>) {
  const queue = new ImageQueue({
    slots: 2,
    pixels: 100,
    waiting: 10,
    waitingOfOne: 10,
    timeoutMs: 60_000,
    ...bounds,
  });
  const inside = new Map<string, () => void>();
  const memories = new Set<Buffer>();
  return {
    inside: () => [...inside.keys()],
    memories,
    enter: (name: string, pixels = 1, address = "here") =>
      queue.run(address, async ({ memory, claim }) => {
        await claim(pixels);
        memories.add(memory());
        await new Promise<void>((end) => inside.set(name, end));
        inside.delete(name);
      }),
    /** Ends one, and gives those who wait the time to come in. */
    async end(name: string) {
      inside.get(name)?.();
      await Bun.sleep(0);
    },
  };
}

test("no more pieces at a time than slots, each with the memory of one that is done", async () => {
  const { enter, inside, end, memories } = workshop({});
  const done = Promise.all(["a", "b", "c", "d"].map((name) => enter(name)));
  await Bun.sleep(0);
  expect(inside()).toEqual(["a", "b"]);
  await end("b");
  expect(inside()).toEqual(["a", "c"]);
  await end("a");
  await end("c");
  await end("d");
  await done;
  expect(memories.size).toBe(2);
});

test("no more pixels in work than the budget, and whoever waits goes in turn", async () => {
  const { enter, inside, end } = workshop({ slots: 4, pixels: 50 });
  const done = Promise.all([enter("first", 30), enter("large", 40), enter("small", 5)]);
  await Bun.sleep(0);
  // The small one would fit, and waits: or else small ones could keep a large one out for good.
  expect(inside()).toEqual(["first"]);
  await end("first");
  expect(inside()).toEqual(["large", "small"]);
  await end("large");
  await end("small");
  await done;
});

test("what is larger than the budget is worked on alone", async () => {
  const { enter, inside, end } = workshop({ slots: 4, pixels: 50 });
  const done = Promise.all([enter("before", 10), enter("huge", 200), enter("after", 10)]);
  await Bun.sleep(0);
  expect(inside()).toEqual(["before"]);
  await end("before");
  expect(inside()).toEqual(["huge"]);
  await end("huge");
  expect(inside()).toEqual(["after"]);
  await end("after");
  await done;
});

test("work that fails gives back its place and its pixels", async () => {
  const { enter, inside, end } = workshop({ slots: 1, pixels: 50 });
  const queue = new ImageQueue({ slots: 1, pixels: 50, waiting: 1, waitingOfOne: 1, timeoutMs: 60_000 });
  const broken = queue.run("here", async ({ claim }) => {
    await claim(50);
    throw new Error("broken picture");
  });
  const next = queue.run("here", async ({ claim }) => {
    await claim(50);
    return "done";
  });
  const [first, second] = await Promise.allSettled([broken, next]);
  expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
  const done = enter("a");
  await Bun.sleep(0);
  expect(inside()).toEqual(["a"]);
  await end("a");
  await done;
});

test("addresses have their turn one after the other, however many pieces one of them has brought", async () => {
  const { enter, inside, end } = workshop({ slots: 1 });
  const many = ["a1", "a2", "a3", "a4"].map((name) => enter(name, 1, "a"));
  const done = Promise.all([...many, enter("b1", 1, "b"), enter("c1", 1, "c")]);
  await Bun.sleep(0);
  const order: (string | undefined)[] = [];
  for (let left = 6; left > 0; left--) {
    const [now = ""] = inside();
    order.push(now);
    await end(now);
  }
  await done;
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "a4"]);
});

test("whoever finds no place is told when to come again, and those who have one are not disturbed", async () => {
  const { enter, inside, end } = workshop({ slots: 1, waiting: 3, waitingOfOne: 2 });
  const taken = [enter("a1", 1, "a"), enter("a2", 1, "a"), enter("a3", 1, "a")];
  const full = { code: "unavailable", headers: { "retry-after": "5" } };
  await expect(enter("a4", 1, "a")).rejects.toMatchObject(full);
  taken.push(enter("b1", 1, "b"));
  await expect(enter("c1", 1, "c")).rejects.toMatchObject(full);
  const order: string[] = [];
  while (order.length < 4) {
    await Bun.sleep(0);
    const [now = ""] = inside();
    order.push(now);
    await end(now);
  }
  await Promise.all(taken);
  expect(order).toEqual(["a1", "a2", "b1", "a3"]);
});

test("whoever waits for too long is told so and leaves no trace, before a turn and before its pixels", async () => {
  const { enter, inside, end } = workshop({ slots: 2, pixels: 50, timeoutMs: 1 });
  const large = enter("large", 50);
  const waiting = await Promise.allSettled([enter("for pixels", 40), enter("for a turn")]);
  expect(waiting.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(inside()).toEqual(["large"]);
  await end("large");
  await large;
  const next = [enter("x", 25), enter("y", 25)];
  await Bun.sleep(0);
  expect(inside()).toEqual(["x", "y"]);
  await end("x");
  await end("y");
  await Promise.all(next);
});
