import { expect, test } from "bun:test";
import type { Entry } from "./entry.ts";
import { segmentOf } from "./segment.ts";

const entry = (key: number, texts: readonly string[]): Entry => ({
  key,
  kind: "item",
  place: 1,
  version: key,
  actor: "",
  name: "Lamp",
  names: {},
  texts,
  tags: [],
  badges: [],
  visible: true,
  hasPicture: false,
  hasComments: false,
  priority: 0,
  price: 0,
  discount: 0,
  quantity: 0,
  currency: "USD",
  textState: "",
});

function stepsFor(entries: readonly Entry[]): number {
  const work = segmentOf(entries, []);
  for (let steps = 1; ; steps++) if (work.next().done) return steps;
}

test("an entry of long texts is looked at in several steps, and short ones are together", () => {
  const long = Array.from({ length: 40 }, () => "word ".repeat(2_000));
  const short = Array.from({ length: 40 }, () => "word");
  const usual = stepsFor([entry(1, short)]);
  expect(stepsFor([entry(1, long)]) - usual).toBe((40 * 10_000) / 50_000);
  expect(stepsFor([entry(1, short), entry(2, short)])).toBe(usual);
});
