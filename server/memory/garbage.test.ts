import { expect, test } from "bun:test";
import { type Collector, GarbageWatch } from "./garbage.ts";

const mb = 1024 * 1024;

/** A process whose memory the test sets. A collection reduces it to `live`. */
function makeProcess() {
  const process = { used: 100, live: 100, computed: 0, collected: [] as string[] };
  const collect = (kind: string) => () => {
    process.collected.push(kind);
    process.used = Math.min(process.used, process.live);
  };
  const collector: Collector = {
    resident: () => process.used * mb,
    computed: () => process.computed,
    young: collect("young"),
    full: collect("full"),
  };
  return { process, watch: new GarbageWatch(collector) };
}

test("collects when memory has grown, and only then", () => {
  const { process, watch } = makeProcess();
  for (const used of [110, 120, 115, 120]) {
    process.used = used;
    watch.look();
  }
  expect(process.collected).toEqual([]);
  process.used = 121;
  watch.look();
  expect(process.collected).toEqual(["young"]);
  watch.look();
  expect(process.collected).toEqual(["young"]);
});

test("lowers its baseline after memory has been lower for a while, but not at every dip", () => {
  const { process, watch } = makeProcess();
  for (let dips = 0; dips < 5; dips++) {
    process.used = 60;
    watch.look();
    process.used = 110;
    watch.look();
  }
  expect(process.collected).toEqual([]);
  process.used = 60;
  for (let looks = 0; looks < 40; looks++) watch.look();
  process.used = 90;
  watch.look();
  expect(process.collected).toEqual(["young"]);
});

test("does a full collection if a young one did not help", () => {
  const { process, watch } = makeProcess();
  process.live = 1_000;
  for (let used = 100; used <= 200; used += 10) {
    process.used = used;
    watch.look();
  }
  expect(process.collected).toEqual(["young", "full", "young", "full"]);
});

test("waits with a full collection while the process computes, until memory has grown by much more", () => {
  const { process, watch } = makeProcess();
  process.live = 1_000;
  const grow = (to: number, computes: number) => {
    process.used = to;
    process.computed += computes;
    watch.look();
    return process.collected.splice(0).includes("full");
  };
  for (let used = 110; used <= 180; used += 10) expect(grow(used, 50)).toBe(false);
  expect(grow(181, 50)).toBe(true);
  expect(grow(222, 50)).toBe(false);
  expect(grow(222, 5)).toBe(true);
});
