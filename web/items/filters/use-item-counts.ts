import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { FacetName, FoundItemPage } from "../../../contract/found-items.ts";
import type { ItemFilters } from "../../catalog/item-filters.ts";
import type { ItemList } from "../../catalog/item-list.ts";
import { api, keys } from "../../platform/api.ts";
import { isTemporary } from "../../saving/temporary-ids.ts";
import { filterQuery, searchRetries } from "../item-pages.ts";

type Place = Pick<ItemList, "projectId" | "within">;

/** How many items match, and how many have each value of a field. */
export function useCounts(
  { projectId, within }: Place,
  { sort: _, ...filters }: ItemFilters,
  facet?: FacetName,
  enabled = true,
) {
  return useQuery({
    queryKey: [...keys.counts, projectId, within ?? "", filters, facet ?? ""],
    enabled: enabled && !isTemporary(within ?? ""),
    ...searchRetries,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { ...filterQuery(filters, within), limit: 1, ...(facet && { facets: facet }) };
      const { total, facets } = (await api.searchItems({ params: { projectId }, query, signal })).data;
      return { total, facets };
    },
  }).data;
}

/** Every value of a field with how many items have it, under the other filters; undefined while they are loading. */
export function useFacet(list: ItemList, facet: FacetName | undefined) {
  const counts = useCounts(list, list.filters, facet, facet !== undefined);
  return facet && (counts?.facets[facet] as { value: string | boolean; count: number }[] | undefined);
}

export type ItemNumbers = { items: number; hidden: number; outOfStock: number; missing: number };

/** How many items there are below a node or in the whole project, and how many of them need someone's attention. */
export function useItemNumbers(place: Place, language: string): Partial<ItemNumbers> {
  const all = useCounts(place, {}, "visible");
  const hidden = (counts: FoundItemPage["facets"]) => counts.visible?.find(({ value }) => !value)?.count ?? 0;
  return {
    ...(all && { items: all.total, hidden: hidden(all.facets) }),
    ...countOf("outOfStock", useCounts(place, { quantityMax: 0 })?.total),
    ...countOf("missing", useCounts(place, { missing: language })?.total),
  };
}

const countOf = (name: keyof ItemNumbers, count: number | undefined) => (count === undefined ? {} : { [name]: count });
