import type { ItemFilters } from "../api.ts";

/** Rows per request. */
export const pageSize = 100;

export const filterQuery = (filters: ItemFilters) => ({
  lang: "en",
  ...(filters.search ? { search: filters.search } : {}),
  ...(filters.visible === undefined ? {} : { visible: filters.visible }),
  ...(filters.tags ? { tags: filters.tags, tagsMode: "all" } : {}),
});

export const listQuery = (filters: ItemFilters, page: number) => ({
  ...filterQuery(filters),
  page,
  limit: pageSize,
  etags: true,
});
