import { useQuery } from "@tanstack/react-query";
import { api } from "../api.ts";
import { type Source, useActs } from "../saving/use-field.ts";
import { isConfirmed } from "../translations/confirm.ts";
import type { TranslatedFrom, Translation } from "../translations/translation.ts";

type Stale = Pick<Translation, "language" | "field"> & { translatedFrom: TranslatedFrom };

/** The original that each stale translation of a record was made from, in one language; read again after every change. */
export function useStaleTranslations({ record, etag }: Source, language: string, wanted: boolean) {
  const { data } = useQuery<Stale[]>({
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
      return answer.data.stale;
    },
  });
  const acts = useActs();
  const own = (data ?? []).filter(
    (one) => one.language === language && !isConfirmed(acts, { record, language, field: one.field }),
  );
  return new Map<string, TranslatedFrom>(own.map(({ field, translatedFrom }) => [field, translatedFrom]));
}
