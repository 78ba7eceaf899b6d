import { turn } from "../http/turns.ts";

/** So long does one part of a long piece of work take, at most, before other requests get their turn. */
const partMs = 5;

/** Entries of a segment that are looked at in one step. Loops over them take several times as long in a generator. */
export const entriesPerStep = 16_384;

/** Runs work that is made in steps, with a turn for other requests after every few milliseconds of it. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + partMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await turn();
  }
}
