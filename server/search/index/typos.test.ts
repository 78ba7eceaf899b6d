import { expect, test } from "bun:test";
import fc from "fast-check";
import { runSteps } from "../../../test/support/run-steps.ts";
import { typosBetween } from "../../../test/support/typos-between.ts";
import { SortedTexts } from "./sorted-texts.ts";
import { findTypos, sharedBeginnings } from "./typos.ts";

function expected(word: string, text: string, most: number): number | "begins" | undefined {
  const typos = typosBetween(word, text);
  if (typos <= most) return typos;
  const begins = Array.from({ length: text.length + 1 }, (_, length) => typosBetween(word, text.slice(0, length)));
  return begins.some((errors) => errors <= 1) ? "begins" : undefined;
}

function found(words: readonly string[], word: string, most: number): Record<string, number | "begins"> {
  const texts = runSteps(SortedTexts.of(words));
  const taken: Record<string, number | "begins"> = {};
  const steps = findTypos({ texts, shared: sharedBeginnings(texts) }, { word, most }, (number, typos) => {
    taken[texts.at(number)] = typos ?? "begins";
  });
  while (!steps.next().done);
  return taken;
}

test("the words with few typing errors, and those that begin so, are those of a look at every word", () => {
  const word = fc.string({ unit: fc.constantFrom(..."abcж"), minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, fc.constantFrom(1, 2), (words, typed, most) => {
      const sorted = [...words].sort();
      const wanted = sorted.flatMap((each) => {
        const typos = expected(typed, each, most);
        return typos === undefined ? [] : [[each, typos] as const];
      });
      expect(found(sorted, typed, most)).toEqual(Object.fromEntries(wanted));
    }),
    { seed: 1, numRuns: 500 },
  );
});

test("a swapped pair is one error", () => {
  expect(found(["telephone"], "telepohne", 1)).toEqual({ telephone: 1 });
  expect(found(["telephone"], "tleepohne", 1)).toEqual({});
  expect(found(["telephone"], "tleepohne", 2)).toEqual({ telephone: 2 });
});
