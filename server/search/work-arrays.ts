import { entriesPerStep } from "./loop-turns.ts";

/** Arrays that are used again for the next segment and the next search. What is in them is left from the last one. */
export class WorkArrays {
  /** Entries that are looked at in one step, and their scores. */
  readonly chunk = new Uint32Array(entriesPerStep);
  readonly scores = new Float64Array(entriesPerStep);
  readonly #arrays = new Map<string, Uint16Array>();

  // With a place for each entry of a segment.
  readonly costs = (size: number) => this.#array("costs", size);
  readonly ofPart = (size: number) => this.#array("ofPart", size);
  readonly sums = (size: number) => this.#array("sums", size);
  readonly ofWord = (size: number) => this.#array("ofWord", size);

  #array(name: string, size: number): Uint16Array {
    let array = this.#arrays.get(name);
    if (!array || array.length < size) {
      array = new Uint16Array(size);
      this.#arrays.set(name, array);
    }
    return array.subarray(0, size);
  }
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
