import { expect, test } from "bun:test";
import { mostAgeMs, mostBytesEach, surplus, weightOf } from "./seen-room.ts";

test("counts names, texts and the entries of maps", () => {
  expect(weightOf("four", 1_000)).toBe(16);
  expect(weightOf({ ab: "four" }, 1_000)).toBe(8 + 4 + 16);
  expect(weightOf(new Map([["ab", [1, null]]]), 1_000)).toBe(8 + 12 + 8 + 16);
});

test("stops at the limit, even in a value that contains itself", () => {
  const endless: unknown[] = [];
  endless.push(endless);
  expect(weightOf(endless, 100)).toBe(104);
});

const sizes = (count: number, weight: number) =>
  Array.from({ length: count }, (_, at) => ({ hash: String(at), at: at + 1, weight }));

test("the newest answers stay, by number and by bytes", () => {
  expect(surplus(sizes(302, 1), 400)).toEqual(["1", "0"]);
  expect(surplus(sizes(5, mostBytesEach), 400)).toEqual(["0"]);
});

test("answers do not outlive a session", () => {
  expect(surplus(sizes(2, 1), mostAgeMs + 2)).toEqual(["0"]);
});
