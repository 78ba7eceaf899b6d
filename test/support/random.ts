export type Random = {
  /** A whole number from 0 to `end` - 1. */
  below(end: number): number;
  of<T>(list: readonly T[]): T | undefined;
  shuffled<T>(list: readonly T[]): T[];
};

export function randomFrom(start: number): Random {
  let state = start;
  const below = (end: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
  const shuffled = <T>(list: readonly T[]): T[] => {
    const left = [...list];
    return Array.from(list, () => left.splice(below(left.length), 1)[0] as T);
  };
  return { below, of: (list) => list[below(list.length)], shuffled };
}
