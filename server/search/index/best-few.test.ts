import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Candidate, Selection } from "./best-few.ts";

const compare = (one: Candidate, other: Candidate): number =>
  one.score - other.score || one.entry - other.entry || one.segment - other.segment;

function chosen(segments: readonly (readonly number[])[], from: number, limit: number): Candidate[] {
  const selection = new Selection(compare, from, limit);
  for (const [segment, scores] of segments.entries()) {
    for (const [entry, score] of scores.entries()) selection.offer(entry, score);
    selection.endSegment(segment);
  }
  const steps = selection.finish();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function sorted(segments: readonly (readonly number[])[]): Candidate[] {
  return segments.flatMap((scores, segment) => scores.map((score, entry) => ({ segment, entry, score }))).sort(compare);
}

test("any page of any candidates is that of all of them sorted", () => {
  const scores = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 300 });
  fc.assert(
    fc.property(fc.array(scores, { maxLength: 4 }), fc.nat(400), fc.nat(50), (segments, from, limit) => {
      expect(chosen(segments, from, limit)).toEqual(sorted(segments).slice(from, from + limit));
    }),
    { seed: 1 },
  );
});

test("so is a page far behind the first ones", () => {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  // Many candidates with equal scores, one score for all, a rising score and a falling one.
  const kinds = [() => random(10), () => 1, (entry: number) => entry, (entry: number) => -entry];
  for (const score of kinds) {
    const segments = [40_000, 700, 9_000].map((size) => Array.from({ length: size }, (_, entry) => score(entry)));
    const all = sorted(segments);
    for (const from of [5_000, 25_000, 49_600, 49_700, 60_000]) {
      expect(chosen(segments, from, 50)).toEqual(all.slice(from, from + 50));
    }
  }
});
