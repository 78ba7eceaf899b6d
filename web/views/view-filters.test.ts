import { describe, expect, test } from "bun:test";
import type { ViewQuery } from "../../contract/views.ts";
import type { ItemFilters } from "../catalog/item-filters.ts";
import { filtersOfView, queryOfView } from "./view-filters.ts";

const now = new Date(2026, 10, 17, 15, 30);

describe("the filters of a view", () => {
  test("are those of an address, with lists separated by commas, and back again", () => {
    const query: ViewQuery = {
      within: "audio",
      search: "wireless",
      visible: false,
      tags: ["5g", "new in"],
      tagsMode: "all",
      badges: ["sale"],
      priceMin: 9.5,
      currency: ["USD", "EUR"],
      quantityMax: 0,
      picture: false,
      missing: "de",
      commented: true,
      sort: "-price",
    };
    const { within, ...rest } = query;
    const filters = filtersOfView(query);
    expect(filters).toEqual({ ...rest, tags: "5g,new in", badges: "sale", currency: "USD,EUR" } as ItemFilters);
    expect(queryOfView(filters, within)).toEqual(query);
  });

  test("nothing is nothing", () => {
    expect(filtersOfView({})).toEqual({});
    expect(queryOfView({}, undefined)).toEqual({});
  });

  test("what nobody understands is left out", () => {
    expect(filtersOfView({ sort: "colour", tagsMode: "all" } as unknown as ViewQuery)).toEqual({});
  });

  for (const [days, word] of [
    [1, "today"],
    [7, "7d"],
    [30, "30d"],
  ] as const)
    test(`${days} days are the word ${word}`, () => {
      expect(filtersOfView({ changedWithinDays: days }, now)).toEqual({ changedSince: word });
      expect(queryOfView({ changedSince: word }, undefined)).toEqual({ changedWithinDays: days });
    });

  test("another number of days is the day on which they begin, and stays a number when the view is saved", () => {
    expect(filtersOfView({ changedWithinDays: 14 }, now)).toEqual({ changedSince: "2026-11-03" });
    const before: ViewQuery = { changedWithinDays: 14 };
    const shown = { ...filtersOfView(before), priceMin: 5 };
    expect(queryOfView(shown, undefined, before)).toEqual({ changedWithinDays: 14, priceMin: 5 });
    expect(queryOfView({ changedSince: "7d" }, undefined, before)).toEqual({ changedWithinDays: 7 });
  });

  test("a day is saved as the moment at which it begins, and is a day again", () => {
    const query = queryOfView({ changedSince: "2026-05-01" }, undefined);
    expect(query).toEqual({ changedSince: new Date(2026, 4, 1).toISOString() });
    expect(filtersOfView(query)).toEqual({ changedSince: "2026-05-01" });
  });

  test("a moment within a day stays as it is", () => {
    const changedSince = new Date(2026, 4, 1, 10, 0, 5).toISOString();
    expect(filtersOfView({ changedSince })).toEqual({ changedSince });
  });
});
