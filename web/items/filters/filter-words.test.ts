import { describe, expect, test } from "bun:test";
import type { ItemFilters } from "../../catalog/item-filters.ts";
import { firstEn as en } from "../../platform/i18n/words/en/first-en.ts";
import { firstRu as ru } from "../../platform/i18n/words/ru/first-ru.ts";
import { kinds, without } from "./filter-kinds.ts";
import { filterWords, sortWords } from "./filter-words.ts";

const words = (filters: ItemFilters) => kinds.flatMap((kind) => filterWords(en, "en", filters, kind) ?? []);
const inRussian = (filters: ItemFilters) => kinds.flatMap((kind) => filterWords(ru, "ru", filters, kind) ?? []);

describe("the words of a filter", () => {
  test.each<[ItemFilters, string]>([
    [{ visible: true }, "Visible"],
    [{ visible: false }, "Hidden"],
    [{ priceMin: 100, priceMax: 500 }, "Price 100 – 500"],
    [{ priceMin: 1_500 }, "Price from 1,500"],
    [{ priceMax: 9.99 }, "Price up to 9.99"],
    [{ priceMin: 5, priceMax: 5 }, "Price 5"],
    [{ discountMin: 10, discountMax: 20 }, "Discount 10% – 20%"],
    [{ quantityMax: 0 }, "Out of stock"],
    [{ quantityMin: 1 }, "In stock"],
    [{ quantityMin: 0, quantityMax: 0 }, "Quantity 0"],
    [{ quantityMax: 5 }, "Quantity up to 5"],
    [{ currency: "USD,EUR" }, "Currency: USD, EUR"],
    [{ tags: "new" }, "Tags: new"],
    [{ tags: "new", tagsMode: "all" }, "Tags: new"],
    [{ tags: "new,hot" }, "Tags: any of new, hot"],
    [{ tags: "new,hot", tagsMode: "all" }, "Tags: all of new, hot"],
    [{ badges: "sale", badgesMode: "none" }, "Badges: none of sale"],
    [{ picture: false }, "No picture"],
    [{ missing: "de" }, "Not translated: German"],
    [{ outdated: "ru" }, "Outdated translation: Russian"],
    [{ changedSince: "today" }, "Changed today"],
    [{ changedSince: "7d" }, "Changed in the last 7 days"],
    [{ changedSince: "2026-05-01" }, "Changed since May 1, 2026"],
    [{ changedBy: "anna" }, "Changed by anna"],
    [{ commented: true }, "With comments"],
  ])("%j", (filters, expected) => {
    expect(words(filters)).toEqual([expected]);
  });

  test("are in the language of the interface", () => {
    expect(inRussian({ priceMin: 1_500, missing: "de", tags: "new,hot" })).toEqual([
      "Цена от 1\u00a0500",
      "Теги: любой из new, hot",
      "Нет перевода: немецкий",
    ]);
  });

  test("there are none for a search, an order or a mode alone", () => {
    expect(words({ search: "lamp", sort: "price" })).toEqual([]);
    expect(words({})).toEqual([]);
  });
});

test("a filter is removed with all its parameters", () => {
  const filters: ItemFilters = { tags: "a", tagsMode: "all", priceMin: 1, priceMax: 2, visible: false };
  expect(without(filters, "tags")).toEqual({ priceMin: 1, priceMax: 2, visible: false });
  expect(without(filters, "price")).toEqual({ tags: "a", tagsMode: "all", visible: false });
});

test("the words of an order", () => {
  expect(["price", "-pays", "-changed", "changed", "relevance"].map((sort) => sortWords(en, sort))).toEqual([
    "Sorted by price ↑",
    "Sorted by buyer pays ↓",
    "Last changed first",
    "Longest unchanged first",
    "Best match first",
  ]);
  expect(sortWords(en, undefined)).toBeUndefined();
});
