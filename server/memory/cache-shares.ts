/**
 * The parts of `CACHE_MB`, in bytes. Other memory that grows with use has its own limits; docs/operations.md lists
 * both.
 */
export type CacheShares = {
  /** Responses: items, and short lists and trees. */
  answers: number;
  /** Responses: long lists and trees. */
  large: number;
  /** Names and tags of subcategories in which items are searched. */
  indexes: number;
  /** Projects that are searched or translated as a whole. */
  overviews: number;
};

export function cacheShares(bytes: number): CacheShares {
  const percent = bytes / 100;
  return { answers: 64 * percent, large: 12 * percent, indexes: 9 * percent, overviews: 15 * percent };
}
