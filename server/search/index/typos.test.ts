import { expect, test } from "bun:test";
import fc from "fast-check";
import { runSteps } from "../../../test/support/run-steps.ts";
import { SortedTexts } from "./sorted-texts.ts";
import { findTypos, sharedBeginnings } from "./typos.ts";

/** Letters too many, missing, wrong or swapped between two words, by the whole table. */
function typosBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const at = (back: number, left: number) => (rows[i - back] as number[])[j - left] as number;
      let cost = Math.min(at(1, 0) + 1, (row[j - 1] as number) + 1, at(1, 1) + (one[i - 1] === other[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        cost = Math.min(cost, at(2, 2) + 1);
      }
      row.push(cost);
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] as number;
}

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
