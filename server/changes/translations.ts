import type { Fields } from "./changes.sql.ts";

export type Translations = Record<string, Record<string, unknown>>;

/** RFC 7396 for `translations`: per language and per field, null removes; a language left empty goes too. */
export function mergeTranslations(
  current: Translations,
  patch: Record<string, Record<string, unknown> | null>,
): Translations {
  const merged: Translations = { ...current };
  for (const [language, fields] of Object.entries(patch)) {
    if (fields === null) {
      delete merged[language];
      continue;
    }
    const next = { ...merged[language] };
    for (const [field, value] of Object.entries(fields)) {
      if (value === null) delete next[field];
      else if (value !== undefined) next[field] = value;
    }
    if (Object.keys(next).length > 0) merged[language] = next;
    else delete merged[language];
  }
  return merged;
}

/** What differs between two `translations`, each field under its own name: `translations.ru.name`. */
export function translationChanges(before: Translations, after: Translations): { before: Fields; after: Fields } {
  const changes = { before: {} as Fields, after: {} as Fields };
  for (const language of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[language];
    const now = after[language];
    for (const field of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])) {
      if (JSON.stringify(old?.[field]) === JSON.stringify(now?.[field])) continue;
      changes.before[`translations.${language}.${field}`] = old?.[field] ?? null;
      changes.after[`translations.${language}.${field}`] = now?.[field] ?? null;
    }
    // A language without any field is still a value that was sent, and must come back as it was.
    if ((old === undefined) !== (now === undefined) && Object.keys(old ?? now ?? {}).length === 0) {
      changes.before[`translations.${language}`] = old ?? null;
      changes.after[`translations.${language}`] = now ?? null;
    }
  }
  return changes;
}
