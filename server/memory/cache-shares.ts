/**
 * The parts of `CACHE_MB`, in bytes: all caches that make answers faster. Everything else that grows with use has its
 * own limit; docs/operations.md has a table of both.
 */
export type CacheShares = {
  /** Items, short lists and small trees as they are sent. */
  answers: number;
  /** Long lists and large trees as they are sent. */
  large: number;
  /** Names and tags of subcategories in which items are searched. */
  leaves: number;
  /** The search indexes of whole projects. */
  indexes: number;
};

export function cacheShares(bytes: number): CacheShares {
  const percent = bytes / 100;
  return { answers: 64 * percent, large: 12 * percent, leaves: 9 * percent, indexes: 15 * percent };
}
