import { expect, test } from "bun:test";
import { ImageQueue, type QueueBounds } from "./image-queue.ts";

/** A queue with jobs that run until the test ends them. */
function makeQueue(bounds: Partial<QueueBounds>) {
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
    /** Ends a job, and lets waiting jobs start. */
    async end(name: string) {
      inside.get(name)?.();
      await Bun.sleep(0);
    },
  };
}

test("no more jobs run at a time than slots, and each reuses the memory of a finished one", async () => {
  const { enter, inside, end, memories } = makeQueue({});
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

test("no more pixels are in use than the limit, and jobs start in order", async () => {
  const { enter, inside, end } = makeQueue({ slots: 4, pixels: 50 });
  const done = Promise.all([enter("first", 30), enter("large", 40), enter("small", 5)]);
  await Bun.sleep(0);
  // The small job would fit but waits. Otherwise small jobs could delay a large one forever.
  expect(inside()).toEqual(["first"]);
  await end("first");
  expect(inside()).toEqual(["large", "small"]);
  await end("large");
  await end("small");
  await done;
});

test("a job that is larger than the limit runs alone", async () => {
  const { enter, inside, end } = makeQueue({ slots: 4, pixels: 50 });
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

test("a failed job releases its slot and its pixels", async () => {
  const { enter, inside, end } = makeQueue({ slots: 1, pixels: 50 });
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

test("addresses take turns, however many jobs one of them has", async () => {
  const { enter, inside, end } = makeQueue({ slots: 1 });
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

test("a job that finds the queue full is refused with a retry time, and waiting jobs are not affected", async () => {
  const { enter, inside, end } = makeQueue({ slots: 1, waiting: 3, waitingOfOne: 2 });
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

test("a job that waits too long for its turn or its pixels is refused and leaves nothing behind", async () => {
  const { enter, inside, end } = makeQueue({ slots: 2, pixels: 50, timeoutMs: 1 });
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
