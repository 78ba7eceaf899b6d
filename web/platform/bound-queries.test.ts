import { expect, test } from "bun:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { boundQueries } from "./bound-queries.ts";

test("all answers on the screen stay, and only the newest of the others", async () => {
  const client = new QueryClient();
  boundQueries(client, 10);
  const shown = new QueryObserver(client, { queryKey: ["items", 0], queryFn: () => "shown", staleTime: Infinity });
  const leave = shown.subscribe(() => {});
  for (let page = 1; page <= 50; page++) {
    client.setQueryData(["items", page], `page ${page}`, { updatedAt: page });
  }
  const left = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[1]);
  // The last one has no answer yet when the others are counted.
  expect(left).toEqual([0, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50]);
  leave();
  client.clear();
});
