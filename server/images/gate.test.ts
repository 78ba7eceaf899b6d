import { expect, test } from "bun:test";
import { Gate } from "./gate.ts";

/** Work that goes on until it is told to end, and what was in flight together. */
function workshop(slots: number, budget: number) {
  const gate = new Gate(slots, budget);
  const inside = new Map<string, () => void>();
  const memories = new Set<Buffer>();
  return {
    inside: () => [...inside.keys()],
    memories,
    enter: (name: string, pixels: number) =>
      gate.run(pixels, async (memory) => {
        memories.add(memory);
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
  const { enter, inside, end, memories } = workshop(2, 100);
  const done = Promise.all(["a", "b", "c", "d"].map((name) => enter(name, 1)));
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
  const { enter, inside, end } = workshop(4, 50);
  const done = Promise.all([enter("first", 30), enter("large", 40), enter("small", 5)]);
  // The small one would fit, and waits: or else small ones could keep a large one out for good.
  expect(inside()).toEqual(["first"]);
  await end("first");
  expect(inside()).toEqual(["large", "small"]);
  await end("large");
  await end("small");
  await done;
});

test("what is larger than the budget is worked on alone", async () => {
  const { enter, inside, end } = workshop(4, 50);
  const done = Promise.all([enter("before", 10), enter("huge", 200), enter("after", 10)]);
  expect(inside()).toEqual(["before"]);
  await end("before");
  expect(inside()).toEqual(["huge"]);
  await end("huge");
  expect(inside()).toEqual(["after"]);
  await end("after");
  await done;
});

test("work that fails gives back its place", async () => {
  const gate = new Gate(1, 50);
  const [broken, next] = await Promise.allSettled([
    gate.run(50, () => Promise.reject(new Error("broken picture"))),
    gate.run(50, async () => "done"),
  ]);
  expect([broken.status, next.status]).toEqual(["rejected", "fulfilled"]);
});
