import { expect, test } from "bun:test";
import { differenceOf, type Part } from "./text-difference.ts";

const shown = (parts: Part[]) => parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join("");
const difference = (before: string, after: string) => {
  const found = differenceOf(before, after);
  return [shown(found.before), shown(found.after)];
};

test("words that were replaced, added or removed are marked in the text that has them", () => {
  expect(difference("Old lantern", "New lantern")).toEqual(["[Old] lantern", "[New] lantern"]);
  expect(difference("Lamp", "Lamp for two")).toEqual(["Lamp", "Lamp[ for two]"]);
  expect(difference("A big red lamp", "A red lamp")).toEqual(["A [big ]red lamp", "A red lamp"]);
});

test("texts without a common word are marked whole, and equal texts not at all", () => {
  expect(difference("Lamp", "Chair")).toEqual(["[Lamp]", "[Chair]"]);
  expect(difference("Lamp\nred", "Lamp\nred")).toEqual(["Lamp\nred", "Lamp\nred"]);
  expect(difference("", "Lamp")).toEqual(["", "[Lamp]"]);
});

test("very long texts are compared as a whole", () => {
  const long = "word ".repeat(1_000);
  expect(difference(long, `${long}more`)).toEqual([`[${long}]`, `[${long}more]`]);
});
