import type { QueryClient } from "@tanstack/react-query";

/**
 * Keeps what was read and is not on the screen any more to so many answers, the newest: whoever scrolls through a hundred
 * thousand items reads a thousand pages, and a page is some 200 kB.
 */
export function boundQueries(client: QueryClient, most: number): void {
  const cache = client.getQueryCache();
  cache.subscribe(({ type }) => {
    if (type !== "added") return;
    // What was added just now has no answer yet.
    const unused = cache
      .findAll({ type: "inactive", fetchStatus: "idle" })
      .filter(({ state }) => state.data !== undefined);
    if (unused.length <= most) return;
    const byAge = unused.sort((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
    for (const query of byAge.slice(0, unused.length - most)) cache.remove(query);
  });
}
