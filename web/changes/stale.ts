import type { HistoryEntry } from "../../contract/changes.ts";

const translated = ["name", "simpleDescription", "description"] as const;

/** Translated fields whose original was changed after the translation was last touched. Entries are newest first. */
export function staleFields(entries: HistoryEntry[], language: string): Set<string> {
  const stale = new Set<string>();
  for (const field of translated) {
    const last = entries.find(({ fields }) =>
      fields.some((diff) => diff.field === field || diff.field === `translations.${language}.${field}`),
    );
    const names = last?.fields.map((diff) => diff.field) ?? [];
    if (names.includes(field) && !names.includes(`translations.${language}.${field}`)) stale.add(field);
  }
  return stale;
}
