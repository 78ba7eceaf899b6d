import type { QueryClient } from "@tanstack/react-query";

/**
 * Keeps only this many of the newest answers that are not on the screen any more. Scrolling through a hundred thousand
 * items reads a thousand pages of some 200 kB.
 */
export function boundQueries(client: QueryClient, most: number): void {
  const cache = client.getQueryCache();
  cache.subscribe(({ type }) => {
    if (type !== "added") return;
    // The query that was just added has no answer yet.
    const unused = cache
      .findAll({ type: "inactive", fetchStatus: "idle" })
      .filter(({ state }) => state.data !== undefined);
    if (unused.length <= most) return;
    const byAge = unused.sort((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
    for (const query of byAge.slice(0, unused.length - most)) cache.remove(query);
  });
}
