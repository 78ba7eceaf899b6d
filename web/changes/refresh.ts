import type { InvalidateQueryFilters } from "@tanstack/react-query";
import { keys, queryClient } from "../api.ts";

const gatherMs = 300;

/** Queries that are read once more after their first answer, however often that is asked for. */
const readTwice = new WeakMap<object, Promise<void>>();

/**
 * Reads again what is shown. A first answer that is still loading may be too old, and an invalidation would only wait for
 * it: it is read again after that.
 */
export async function refresh(filters: InvalidateQueryFilters): Promise<void> {
  const first = queryClient
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus === "fetching");
  const again = first.map((query) => {
    const known = readTwice.get(query);
    if (known || !query.promise) return known;
    const { queryKey } = query;
    const read = () => queryClient.invalidateQueries({ queryKey, exact: true });
    const done = query.promise.then(read, () => undefined).finally(() => readTwice.delete(query));
    readTwice.set(query, done);
    return done;
  });
  await Promise.all([queryClient.invalidateQueries(filters), ...again]);
}

/** An answer that is still on its way may be older than the one that has just come, and would show the old value again. */
export const overtake = (queryKey: readonly unknown[]) => void refresh({ queryKey, fetchStatus: "fetching" });

let waiting = new Map<string, readonly unknown[]>();

/** A bulk edit of 10,000 items is one refresh, not 10,000. */
export function refreshSoon(queryKey: readonly unknown[]) {
  const first = waiting.size === 0;
  waiting.set(JSON.stringify(queryKey), queryKey);
  if (!first) return;
  setTimeout(() => {
    const due = [...waiting.values()];
    waiting = new Map();
    for (const key of due) void refresh({ queryKey: key });
  }, gatherMs);
}

/** An answer that is still loading may be older than an event that has arrived, and would restore the old value. */
export function refreshFetching(queryKey: readonly unknown[]) {
  if (queryClient.isFetching({ queryKey }) > 0) refreshSoon(queryKey);
}

/** Any change in the project may change a search and every count, and people may change hundreds of items a second. */
const pauseMs = 2_000;
let readAt = Number.NEGATIVE_INFINITY;
let due: ReturnType<typeof setTimeout> | undefined;
const dueKeys = new Set<readonly unknown[]>();

/**
 * Reads these again, at most every two seconds and not before the last answer has come. While nobody sees the page, they
 * are only marked as old: they are read when it is seen again.
 */
function refreshPaced(...queryKeys: readonly (readonly unknown[])[]) {
  for (const queryKey of queryKeys) dueKeys.add(queryKey);
  if (due !== undefined) return;
  const wait = Math.max(gatherMs, readAt + pauseMs - performance.now());
  due = setTimeout(() => {
    due = undefined;
    if ([...dueKeys].some((queryKey) => queryClient.isFetching({ queryKey }) > 0)) return refreshPaced();
    readAt = performance.now();
    for (const queryKey of dueKeys)
      void queryClient.invalidateQueries({ queryKey, refetchType: document.hidden ? "none" : "active" });
    dueKeys.clear();
  }, wait);
}

/** How many items match: five requests beside the tree alone. */
export const refreshCounts = () => refreshPaced(keys.counts);

export const refreshSearches = () => refreshPaced(keys.searches, keys.counts);
