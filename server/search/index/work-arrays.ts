import { entriesPerStep } from "./entries-per-step.ts";

/** An array with a place for each entry of the largest segment so far. */
class GrowingArray {
  #array = new Uint16Array(0);

  of(size: number): Uint16Array {
    if (this.#array.length < size) this.#array = new Uint16Array(size);
    return this.#array.subarray(0, size);
  }
}

/** Arrays that are used again for the next segment and the next search. What is in them is left from the last one. */
export class WorkArrays {
  /** Entries that are looked at in one step, and their scores. */
  readonly chunk = new Uint32Array(entriesPerStep);
  readonly scores = new Float64Array(entriesPerStep);
  readonly costs = new GrowingArray();
  readonly ofPart = new GrowingArray();
  readonly sums = new GrowingArray();
  readonly ofWord = new GrowingArray();
}

/** Kept for the next search. New ones for each would keep the garbage collector busy. */
let free: WorkArrays | undefined;

/** Work that uses such arrays until it ends, in steps. */
export function* withWorkArrays<Result>(
  work: (arrays: WorkArrays) => Generator<void, Result>,
): Generator<void, Result> {
  const arrays = free ?? new WorkArrays();
  free = undefined;
  try {
    return yield* work(arrays);
  } finally {
    free = arrays;
  }
}
