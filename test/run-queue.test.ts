import { expect, test } from "bun:test";
import type { Job } from "./run-jobs.ts";
import { createQueue } from "./run-queue.ts";
import { randomFrom } from "./support/random.ts";

const browser = { title: "in the browser" };
const embedded = { title: "on the embedded engine" };
const lengths: [Job, number][] = [
  [{ kind: embedded, file: "short" }, 1],
  [{ kind: browser, file: "middle" }, 6],
  [{ kind: browser, file: "longest" }, 30],
  [{ kind: embedded, file: "long" }, 20],
  [{ kind: browser, file: "tiny" }, 0.5],
];
const jobs = lengths.map(([job]) => job);
const secondsOf = (job: Job) => lengths.find(([one]) => one === job)?.[1] ?? 0;

function batches(take: () => Job[]): string[][] {
  const taken: string[][] = [];
  for (let batch = take(); batch.length > 0; batch = take()) taken.push(batch.map(({ file }) => file));
  return taken;
}

test("the longest file is taken first, and a batch has files of one kind", () => {
  expect(batches(createQueue(jobs, { lanes: 1, secondsOf, alone: false }))).toEqual([
    ["longest", "middle", "tiny"],
    ["long"],
    ["short"],
  ]);
});

test("what is short goes together, up to a share of what is left", () => {
  const many = Array.from({ length: 80 }, (_, at) => ({ kind: browser, file: String(at) }));
  const sizes = batches(createQueue(many, { lanes: 2, secondsOf: () => 1, alone: false })).map(({ length }) => length);
  expect(sizes.slice(0, 3)).toEqual([32, 19, 11]);
  // None is smaller than what a process is worth, but for the rest.
  expect(sizes.slice(3)).toEqual([7, 5, 5, 1]);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(80);
});

test("each file can run alone, and in an order that the seed repeats", () => {
  const order = (seed: number) =>
    batches(createQueue(jobs, { lanes: 2, secondsOf, alone: true, shuffle: randomFrom(seed) }));
  expect(order(1)).toEqual(order(1));
  expect(order(1).flat().sort()).toEqual(jobs.map(({ file }) => file).sort());
  expect(order(1).every(({ length }) => length === 1)).toBe(true);
  expect(order(1)).not.toEqual(order(4));
});
