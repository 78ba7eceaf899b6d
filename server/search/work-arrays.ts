/** Arrays with a place for each entry of a segment, which are used again for the next segment and the next search. */
export class WorkArrays {
  #costs = new Uint16Array(0);
  #sums = new Uint16Array(0);
  #ofPart = new Uint8Array(0);
  #ofWord = new Uint8Array(0);

  costs(size: number): Uint16Array {
    if (this.#costs.length < size) this.#costs = new Uint16Array(size);
    return this.#costs.subarray(0, size).fill(0);
  }

  sums(size: number): Uint16Array {
    if (this.#sums.length < size) this.#sums = new Uint16Array(size);
    return this.#sums.subarray(0, size).fill(0);
  }

  ofPart(size: number): Uint8Array {
    if (this.#ofPart.length < size) this.#ofPart = new Uint8Array(size);
    return this.#ofPart.subarray(0, size);
  }

  ofWord(size: number): Uint8Array {
    if (this.#ofWord.length < size) this.#ofWord = new Uint8Array(size);
    return this.#ofWord.subarray(0, size);
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
