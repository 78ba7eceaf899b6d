import { expect, test } from "bun:test";
import { QueryObserver } from "@tanstack/react-query";
import { listOf } from "../catalog/item-list.ts";
import { queryClient } from "../platform/api.ts";
import { knownPage, pageQuery, showEmpty } from "./item-pages.ts";

test("the empty list of a subcategory that got its id is kept until it is drawn, and is read then", () => {
  const listIn = (within: string) => ({ ...listOf("shop", undefined, {}), within, leaf: true });
  for (let at = 0; at < 100; at++) queryClient.setQueryData(["seen before", at], at);
  const stop = new QueryObserver(queryClient, pageQuery(listIn("unsent:leaf"), 1)).subscribe(() => {});
  showEmpty("shop", "unsent:leaf", "leaf");
  // Something else on the same screen is asked for first.
  queryClient.setQueryData(["history"], []);
  queryClient.setQueryData(["counts"], []);
  expect(knownPage(listIn("leaf"), 1)).toMatchObject({ items: [], total: 0 });
  const { queryKey } = pageQuery(listIn("leaf"), 1);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  stop();
  queryClient.clear();
});
