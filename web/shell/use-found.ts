import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Found } from "../../contract/search.ts";
import { catalogLanguage } from "../catalog/catalog-language.ts";
import { api } from "../platform/api.ts";
import { useStore } from "../platform/store.ts";

const shownResults = 20;
const quietMs = 120;

export type FoundState = {
  results: Found[];
  /** How many results are not shown. */
  more: number;
  didYouMean: string | null;
  /** The results are those of the current query. */
  fresh: boolean;
  failed: boolean;
};

const nothing: FoundState = { results: [], more: 0, didYouMean: null, fresh: true, failed: false };

/** Searches the whole project, in any language. The last results stay until the next ones come. */
export function useFound(projectId: string | undefined, typed: string): FoundState {
  const lang = useStore(catalogLanguage);
  const wanted = typed.trim();
  const [q] = useDebouncedValue(wanted, quietMs);
  const asks = projectId !== undefined && q !== "";
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ["found", projectId, q, lang],
    enabled: asks,
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const call = { params: { projectId: projectId ?? "" }, query: { q, limit: shownResults, lang }, signal };
      return (await api.find(call)).data;
    },
  });
  if (projectId === undefined || wanted === "") return nothing;
  const results = asks ? (data?.results ?? []) : [];
  return {
    results,
    more: (data?.total ?? 0) - results.length,
    didYouMean: (asks && data?.didYouMean) || null,
    fresh: q === wanted && (isError || (data !== undefined && !isPlaceholderData)),
    failed: isError,
  };
}
