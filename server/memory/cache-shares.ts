/**
 * The parts of `CACHE_MB`, in bytes: all that is kept in memory to answer sooner. What else grows with use has bounds of
 * its own; docs/operations.md has a table of both.
 */
export type CacheShares = {
  /** Items as they are sent. */
  items: number;
  /** Rows of items that were written lately. */
  written: number;
  /** Lists and trees as they are sent. */
  lists: number;
  /** Names and tags of subcategories whose items are searched. */
  indexes: number;
  /** Projects that are searched or translated as a whole. */
  overviews: number;
};

/** `keepsItems`: the engine knows the versions of rows without asking, or else single items cannot be kept. */
export function cacheShares(bytes: number, keepsItems: boolean): CacheShares {
  const percent = bytes / 100;
  return keepsItems
    ? { items: 62 * percent, written: 3 * percent, lists: 13 * percent, indexes: 7 * percent, overviews: 15 * percent }
    : { items: 0, written: 0, lists: 75 * percent, indexes: 10 * percent, overviews: 15 * percent };
}
