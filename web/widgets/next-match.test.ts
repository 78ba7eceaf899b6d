import { expect, test } from "bun:test";
import { nextMatch } from "./next-match.ts";

const labels = ["Any", "Café", "Field", "Fox", "\u2003Found later", "Zero"];

test("typed letters find the label that begins with them", () => {
  expect(nextMatch(labels, 0, "fo")).toBe(3);
  expect(nextMatch(labels, 0, "CAFÉ")).toBe(1);
  expect(nextMatch(labels, -1, "a")).toBe(0);
});

test("while more letters are typed, a label that still matches stays", () => {
  expect(nextMatch(labels, 3, "fo")).toBe(3);
  expect(nextMatch(labels, 3, "fou")).toBe(4);
});

test("the same letter again goes on to the next label, and around the end", () => {
  expect(nextMatch(labels, 2, "ff")).toBe(3);
  expect(nextMatch(labels, 4, "fff")).toBe(2);
});

test("a label that contains the letters is found after those that begin with them", () => {
  expect(nextMatch(labels, 0, "later")).toBe(4);
  expect(nextMatch(labels, 0, "nothing")).toBe(-1);
  expect(nextMatch([], 0, "a")).toBe(-1);
});
