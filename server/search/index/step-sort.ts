/** So many are sorted, or put in their place, in one step. */
const stepSize = 2_000;

/** Sorts numbers in steps: others may get their turn while a million of them are sorted. */
export function* sortInSteps(
  numbers: Uint32Array<ArrayBuffer>,
  compare: (one: number, other: number) => number,
): Generator<void, Uint32Array<ArrayBuffer>> {
  const { length } = numbers;
  for (let from = 0; from < length; from += stepSize) {
    numbers.subarray(from, from + stepSize).sort(compare);
    yield;
  }
  let [source, target] = [numbers, new Uint32Array(length <= stepSize ? 0 : length)];
  for (let width = stepSize; width < length; width *= 2) {
    for (let from = 0; from < length; from += 2 * width) {
      const [middle, end] = [Math.min(from + width, length), Math.min(from + 2 * width, length)];
      let [left, right] = [from, middle];
      for (let to = from; to < end; to++) {
        const isLeft = left < middle && (right >= end || compare(source[left] as number, source[right] as number) <= 0);
        target[to] = source[isLeft ? left++ : right++] as number;
        if (to % stepSize === 0) yield;
      }
    }
    [source, target] = [target, source];
  }
  return source;
}
