import type { Fields } from "./changes.sql.ts";

export type Translations = Record<string, Record<string, unknown>>;

/** Merges `translations` by RFC 7396, per language and field: null removes. Removes a language without fields too. */
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
  return inOrder(merged);
}

const fieldOrder = ["name", "simpleDescription", "description"];

/** Sorts languages by code and fields by the order of the contract, so that an undo restores the same bytes. */
function inOrder(translations: Translations): Translations {
  const ordered: Translations = {};
  for (const language of Object.keys(translations).sort()) {
    const fields = translations[language] as Record<string, unknown>;
    const names = Object.keys(fields).sort((a, b) => fieldOrder.indexOf(a) - fieldOrder.indexOf(b));
    ordered[language] = Object.fromEntries(names.map((name) => [name, fields[name]]));
  }
  return ordered;
}

const isEmptyObject = (value: object | undefined): boolean => value !== undefined && Object.keys(value).length === 0;

/** The differences between two `translations`, by field name: `translations.ru.name`. */
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
    // A language without fields is also a value, and an undo must restore it.
    if (isEmptyObject(old) !== isEmptyObject(now)) {
      changes.before[`translations.${language}`] = isEmptyObject(old) ? {} : null;
      changes.after[`translations.${language}`] = isEmptyObject(now) ? {} : null;
    }
  }
  return changes;
}

/** The value that `translationChanges` would give for a name. */
export function translationValue(translations: Translations, language: string, field: string | undefined): unknown {
  const fields = translations[language];
  if (field !== undefined) return fields?.[field] ?? null;
  return isEmptyObject(fields) ? {} : null;
}

/** Applies values of `translationChanges`, by name, to translations. */
export function withTranslations(current: Translations, values: Fields): Translations {
  const next: Translations = {};
  for (const [language, fields] of Object.entries(current)) next[language] = { ...fields };
  const touched = new Set<string>();
  for (const [name, value] of Object.entries(values)) {
    const [, language = "", field] = name.split(".");
    touched.add(language);
    if (field === undefined) continue;
    next[language] ??= {};
    if (value === null) delete next[language][field];
    else next[language][field] = value;
  }
  for (const language of touched) {
    const marker = values[`translations.${language}`];
    if (Object.keys(next[language] ?? {}).length > 0) continue;
    if (marker === undefined || marker === null) delete next[language];
    else next[language] = {};
  }
  return inOrder(next);
}
