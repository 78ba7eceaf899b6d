import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { translationStates } from "../../contract/constants.ts";
import type { Item } from "../../contract/items.ts";
import type { TranslationEntry, TranslationProgress } from "../../contract/search.ts";
import { api, keys, queryClient, type Versioned } from "../platform/api.ts";
import { useSaveSummary } from "../saving/use-field.ts";
import type { TranslatedFrom } from "./translation.ts";

export type TextsState = (typeof translationStates)[number];
export type Wanted = { projectId: string; language: string; state: TextsState; branch: string | undefined };

const textFields = ["name", "simpleDescription", "description"] as const;
type TextField = (typeof textFields)[number];

/** One text beside its translation. */
export type BoardRow = {
  entry: TranslationEntry;
  field: TextField;
  original: TranslatedFrom;
  translation: TranslatedFrom | null;
  translatedFrom: TranslatedFrom | null;
  /** It is the same as the original, and nobody has confirmed that. */
  copied: boolean;
  /** When it was read: what was saved later is newer. */
  at: number;
};

const pageSize = 50;

/**
 * Rows by the page. They are not read again by themselves: a row must not disappear while someone types because it is
 * translated now.
 */
export function useTexts({ projectId, language, state, branch }: Wanted) {
  return useInfiniteQuery({
    queryKey: ["texts", projectId, language, state, branch],
    initialPageParam: "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        language,
        state,
        limit: pageSize,
        ...(branch ? { branch } : {}),
        ...(pageParam ? { cursor: pageParam } : {}),
      };
      const { data } = await api.listTranslations({ params: { projectId }, query, signal });
      return { ...data, at: Date.now() };
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.entries.flatMap((entry) => rowsOf(entry, state, page.at))),
  });
}

/** What has changed since the board was read does not change its state: the row must stay. */
type BoardText = NonNullable<TranslationEntry["name"]> & { copied?: boolean };

function rowsOf(entry: TranslationEntry, wanted: TextsState, at: number): BoardRow[] {
  return textFields.flatMap((field) => {
    const text = entry[field];
    if (!text) return [];
    const { original, translation, translatedFrom, state, copied = state === "copied" } = text as BoardText;
    const listed = state === "copied" ? "missing" : state;
    if (wanted !== "all" && (wanted === "todo" ? state === "current" : listed !== wanted)) return [];
    return { entry, field, original, translation, translatedFrom, copied, at };
  });
}

/** The record as the board read it, or as it was last saved. */
export function useBoardRecord({ entry, at }: BoardRow, language: string): object {
  const { kind, id } = entry;
  const saved = useQuery<Versioned<object>>({
    queryKey: kind === "item" ? keys.item(id) : keys.node(kind, id),
    queryFn: skipToken,
  });
  if (saved.data && saved.dataUpdatedAt > at) return saved.data.data as Item;
  const originals = Object.fromEntries(textFields.map((field) => [field, entry[field]?.original]));
  const translation = Object.fromEntries(textFields.map((field) => [field, entry[field]?.translation ?? undefined]));
  return { ...originals, translations: { [language]: translation } };
}

/** The progress of the translation; read again whenever everything is saved. */
export function useProgress(projectId: string, branch: string | undefined) {
  const { unsaved } = useSaveSummary();
  useEffect(() => {
    if (unsaved === 0) void queryClient.invalidateQueries({ queryKey: ["progress", projectId] });
  }, [unsaved, projectId]);
  return useQuery({
    queryKey: ["progress", projectId, branch],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = branch ? { branch } : {};
      return (await api.getTranslationProgress({ params: { projectId }, query, signal })).data;
    },
  });
}

type Counted = Pick<TranslationProgress, "texts" | "languages">;

export function shareOf({ texts, languages }: Counted, language: string) {
  const own = languages.find((one) => one.language === language);
  return { of: texts, done: own?.translated ?? 0 };
}

/** How many texts are in this state, in the same unit as everywhere: texts. */
export function countIn({ texts, languages }: Counted, language: string, state: TextsState): number {
  const { translated = 0, stale = 0 } = languages.find((one) => one.language === language) ?? {};
  const left = texts - translated;
  return { todo: left, missing: left - stale, stale, all: texts }[state];
}
