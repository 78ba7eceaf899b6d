import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { predefinedBadges } from "../../contract/constants.ts";
import type { WordsInUse } from "../../contract/search.ts";
import { api } from "../platform/api.ts";

export type WordList = "tags" | "badges";

const shown = 50;
const quietMs = 150;

/** Tags or badges of the project that begin with what is typed. Predefined badges come last. */
export function useWordsInUse(list: WordList, typed: string): WordsInUse["words"] {
  const { projectId = "" } = useParams({ strict: false });
  const [prefix] = useDebouncedValue(typed.trim(), quietMs);
  const { data } = useQuery({
    queryKey: ["words", projectId, list, prefix],
    enabled: projectId !== "",
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const call = { params: { projectId }, query: { limit: shown, ...(prefix ? { prefix } : {}) }, signal };
      return (await (list === "tags" ? api.listTags(call) : api.listBadges(call))).data.words;
    },
  });
  return useMemo(() => {
    const used = data ?? [];
    if (list === "tags") return used;
    const known = new Set(used.map(({ word }) => word));
    return [...used, ...predefinedBadges.filter((word) => !known.has(word)).map((word) => ({ word, count: 0 }))];
  }, [data, list]);
}
