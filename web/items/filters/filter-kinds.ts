import type { FilterName, ItemFilters } from "../../catalog/item-filters.ts";

/** What people can filter by, with the parameters that each sets. The place is in the address apart from them. */
const filterKinds = {
  place: [],
  visible: ["visible"],
  quantity: ["quantityMin", "quantityMax"],
  price: ["priceMin", "priceMax"],
  currency: ["currency"],
  discount: ["discountMin", "discountMax"],
  tags: ["tags", "tagsMode"],
  badges: ["badges", "badgesMode"],
  picture: ["picture"],
  missing: ["missing"],
  outdated: ["outdated"],
  changedSince: ["changedSince"],
  changedBy: ["changedBy"],
  commented: ["commented"],
} as const satisfies Record<string, readonly FilterName[]>;
export type FilterKind = keyof typeof filterKinds;

export const kinds = Object.keys(filterKinds) as FilterKind[];

export const isSet = (filters: ItemFilters, kind: FilterKind) =>
  filterKinds[kind].some((name) => filters[name] !== undefined);

export const without = (filters: ItemFilters, kind: FilterKind): ItemFilters =>
  Object.fromEntries(
    Object.entries(filters).filter(([name]) => !(filterKinds[kind] as readonly string[]).includes(name)),
  );
