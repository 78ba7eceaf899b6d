import { describe, expect, test } from "bun:test";
import { nextSort } from "../items/grid/sorting.ts";
import { filterQuery } from "../items/item-pages.ts";
import { placeOf, workspaceSearch } from "./addresses.ts";
import { filtersOf, isNarrowed, withFilters } from "./item-filters.ts";
import { listOf } from "./item-list.ts";
import { momentOf } from "./since.ts";

describe("the address of the workspace", () => {
  const full = {
    search: "lamp",
    visible: false,
    tags: "a,b",
    tagsMode: "all",
    badges: "hot",
    badgesMode: "none",
    priceMin: 1.5,
    priceMax: 20,
    currency: "USD,EUR",
    discountMin: 0,
    discountMax: 50,
    quantityMin: -1,
    quantityMax: 0,
    picture: true,
    missing: "ru",
    outdated: "de",
    changedSince: "2026-05-01T10:00:00Z",
    changedBy: "anna",
    commented: true,
    sort: "-price",
  };

  test("carries every filter under the name that the API has for it", () => {
    expect(workspaceSearch({ all: true, ...full })).toEqual({ all: true, ...full } as never);
    expect(filterQuery(filtersOf(full), "audio")).toEqual({ lang: "en", ...full, within: "audio" } as never);
  });

  test("leaves out what nobody understands", () => {
    const wrong = {
      all: "yes",
      search: "",
      visible: "true",
      tags: true,
      tagsMode: "most",
      badgesMode: "all",
      priceMin: "12",
      priceMax: Number.POSITIVE_INFINITY,
      quantityMin: 1e21,
      currency: "USD,XYZ",
      missing: "en",
      outdated: "xx",
      changedSince: "yesterday",
      sort: "colour",
    };
    expect(workspaceSearch(wrong)).toEqual({ currency: "USD" });
  });

  test("a number that was searched for is a text", () => {
    expect(workspaceSearch({ search: 15, tags: 5, changedBy: 7 })).toEqual({ search: "15", tags: "5", changedBy: "7" });
  });

  test("is either all items or those of a node", () => {
    expect(workspaceSearch({ all: true, category: "audio" })).toEqual({ category: "audio" });
  });

  test("its place is what remains without the filters", () => {
    const search = workspaceSearch({ category: "audio", item: "x", details: true, ...full });
    expect(placeOf(search)).toEqual({ category: "audio", item: "x", details: true });
  });
});

describe("filters", () => {
  test("are changed one by one; an empty one is gone", () => {
    const filters = withFilters({ search: "lamp", tags: "a", tagsMode: "all" }, { priceMin: 5, search: "" });
    expect(filters).toEqual({ tags: "a", tagsMode: "all", priceMin: 5 });
    expect(withFilters(filters, { tags: "" })).toEqual({ priceMin: 5 });
    expect(withFilters(filters, { tagsMode: "any" })).toEqual({ tags: "a", priceMin: 5 });
  });

  test("an order alone does not narrow a list", () => {
    expect([{}, { sort: "price" }, { search: "a" }, { visible: false }].map(isNarrowed)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test("a list without a node is that of the project", () => {
    expect(listOf("shop", undefined, {})).toEqual({ projectId: "shop", within: undefined, leaf: false, filters: {} });
  });

  test("words for a day move with the calendar", () => {
    const now = new Date(2026, 4, 10, 15, 30);
    const local = (...day: [number, number, number]) => new Date(...day).toISOString();
    expect(momentOf("today", now)).toBe(local(2026, 4, 10));
    expect(momentOf("7d", now)).toBe(local(2026, 4, 3));
    expect(momentOf("30d", now)).toBe(local(2026, 3, 10));
    expect(momentOf("2026-05-01")).toBe(local(2026, 4, 1));
    expect(momentOf("2026-13-01")).toBeUndefined();
  });
});

test("a click on a head sorts ascending, then descending, then not at all", () => {
  expect(nextSort(undefined, "price")).toBe("price");
  expect(nextSort("price", "price")).toBe("-price");
  expect(nextSort("-price", "price")).toBeUndefined();
  expect(nextSort("-price", "name")).toBe("name");
});
