import { useQuery } from "@tanstack/react-query";
import type { StaleTranslations } from "../../contract/search.ts";
import { api } from "../platform/api.ts";
import { type Source, useActs } from "../saving/use-field.ts";
import { isConfirmed } from "./confirm.ts";
import type { TextName, TranslatedFrom } from "./translation.ts";

/** Translations that do not count until somebody confirms them. */
type Unconfirmed = {
  /** The original that each stale one was made from. */
  stale: ReadonlyMap<TextName, TranslatedFrom>;
  /** Those that are the same as their original. */
  copied: ReadonlySet<TextName>;
};

/** The translations of a record that are stale or copied, by language; read again after every change. */
export function useUnconfirmed({ record, etag }: Source, wanted: boolean): (language: string) => Unconfirmed {
  const { data = { stale: [], copied: [] } } = useQuery<StaleTranslations>({
    queryKey: ["stale", record.kind, record.id, etag],
    enabled: wanted,
    // The last answer about the same record stays until the next one comes.
    placeholderData: (before, query) => (query?.queryKey[2] === record.id ? before : undefined),
    queryFn: async ({ signal }) => {
      const { id } = record;
      const answer =
        record.kind === "item"
          ? await api.itemStaleTranslations({ params: { itemId: id }, signal })
          : record.kind === "category"
            ? await api.categoryStaleTranslations({ params: { categoryId: id }, signal })
            : await api.subcategoryStaleTranslations({ params: { subcategoryId: id }, signal });
      return answer.data;
    },
  });
  const acts = useActs();
  return (language) => {
    const isLeft = (one: { language: string; field: TextName }) =>
      one.language === language && !isConfirmed(acts, { record, language, field: one.field });
    return {
      stale: new Map(data.stale.filter(isLeft).map(({ field, translatedFrom }) => [field, translatedFrom])),
      copied: new Set(data.copied.filter(isLeft).map(({ field }) => field)),
    };
  };
}
