import { currencies, listModes, sortFields } from "../../contract/constants.ts";
import { defaultLanguage, languageCodes } from "../../contract/languages.ts";
import { momentOf } from "./since.ts";

export type ListMode = (typeof listModes)[number];

/** What narrows and orders a list of items, under the names that the API has for it. */
export type ItemFilters = {
  search?: string;
  visible?: boolean;
  /** Separated by commas, as in the API. */
  tags?: string;
  tagsMode?: ListMode;
  badges?: string;
  badgesMode?: ListMode;
  priceMin?: number;
  priceMax?: number;
  currency?: string;
  discountMin?: number;
  discountMax?: number;
  quantityMin?: number;
  quantityMax?: number;
  picture?: boolean;
  missing?: string;
  outdated?: string;
  /** A moment as the API takes it, a day such as 2026-05-01, or "today", "7d", "30d", which move with the calendar. */
  changedSince?: string;
  changedBy?: string;
  commented?: boolean;
  sort?: string;
};
export type FilterName = keyof ItemFilters;
export type FilterChange = { [Name in FilterName]?: ItemFilters[Name] | undefined };

type Read = (value: unknown) => string | number | boolean | undefined;

const text: Read = (value) =>
  (typeof value === "string" || typeof value === "number") && value !== "" ? String(value) : undefined;
const flag: Read = (value) => (typeof value === "boolean" ? value : undefined);
/** As the API takes a number. */
const amount: Read = (value) =>
  typeof value === "number" && /^-?\d{1,15}(\.\d{1,15})?$/.test(String(value)) ? value : undefined;
/** "any" is what the API assumes. */
const mode: Read = (value) => listModes.find((one) => one === value && one !== "any");
const language: Read = (value) =>
  typeof value === "string" && value !== defaultLanguage && languageCodes.has(value) ? value : undefined;
const codes: Read = (value) =>
  wordsOf(text(value) as string | undefined)
    .filter((code) => (currencies as readonly string[]).includes(code))
    .join(",") || undefined;
const since: Read = (value) => (typeof value === "string" && momentOf(value) ? value : undefined);
const order: Read = (value) =>
  typeof value === "string" && sortFields.some((field) => field === value.replace(/^-/, "")) ? value : undefined;

const readers: Record<FilterName, Read> = {
  search: text,
  visible: flag,
  tags: text,
  tagsMode: mode,
  badges: text,
  badgesMode: mode,
  priceMin: amount,
  priceMax: amount,
  currency: codes,
  discountMin: amount,
  discountMax: amount,
  quantityMin: amount,
  quantityMax: amount,
  picture: flag,
  missing: language,
  outdated: language,
  changedSince: since,
  changedBy: text,
  commented: flag,
  sort: order,
};

/** The filters in an address, without those that nobody understands. */
export function filtersOf(raw: Record<string, unknown>): ItemFilters {
  const found: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    const value = read(raw[name]);
    if (value !== undefined) found[name] = value;
  }
  for (const list of ["tags", "badges"]) if (!found[list]) delete found[`${list}Mode`];
  return found as ItemFilters;
}

/** The same filters with other values; what has none is left out. */
export const withFilters = (filters: ItemFilters, change: FilterChange): ItemFilters =>
  filtersOf({ ...filters, ...change });

/** Whether it lists less than everything; an order alone does not. */
export const isNarrowed = ({ sort: _, ...filters }: ItemFilters) => Object.keys(filters).length > 0;

/** The same for the body of a request, which has lists. */
export const filtersInBody = ({ tags, badges, currency, ...filters }: ItemFilters) => ({
  ...filters,
  ...(tags && { tags: wordsOf(tags) }),
  ...(badges && { badges: wordsOf(badges) }),
  ...(currency && { currency: wordsOf(currency) as (typeof currencies)[number][] }),
});

export const wordsOf = (list: string | undefined): string[] => (list ? list.split(",") : []);
