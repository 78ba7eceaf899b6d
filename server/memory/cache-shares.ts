/**
 * The parts of `CACHE_MB`, in bytes: all that is kept in memory to answer sooner. What else grows with use has bounds of
 * its own; docs/operations.md has a table of both.
 */
export type CacheShares = {
  /** Items and short lists and trees as they are sent. */
  answers: number;
  /** The same of long ones. */
  large: number;
  /** Names and tags of subcategories whose items are searched. */
  indexes: number;
  /** Projects that are searched or translated as a whole. */
  overviews: number;
};

export function cacheShares(bytes: number): CacheShares {
  const percent = bytes / 100;
  return { answers: 64 * percent, large: 12 * percent, indexes: 9 * percent, overviews: 15 * percent };
}
