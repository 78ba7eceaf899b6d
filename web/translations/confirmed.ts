import type { InfiniteData } from "@tanstack/react-query";
import type { StaleTranslations, TranslationEntry, TranslationPage } from "../../contract/search.ts";
import { keys, queryClient, type Versioned } from "../api.ts";
import type { ActRequest } from "../saving/act.ts";
import { type RecordRef, withValue } from "../saving/edit.ts";
import type { TextName, TranslatedFrom, Translation } from "./translation.ts";

/** The translation that a request confirms; undefined for any other request. */
export function confirmedBy({ call, params = {}, body = {} }: ActRequest): Translation | undefined {
  const kind = /^confirm(Category|Subcategory|Item)Translation$/.exec(call)?.[1]?.toLowerCase();
  if (!kind) return undefined;
  const record = { kind, id: Object.values(params)[0] } as RecordRef;
  return { record, language: String(body.language), field: body.field as TextName };
}

/**
 * The text that a change of this field is about: a translation as `translations.ru.name`, a note as
 * `translatedFrom.ru.name`. A creation has one field for all translations, and is about none of them.
 */
function part(head: string, record: RecordRef, name: string): Translation | undefined {
  const [first, language, field] = name.split(".");
  return first === head && language && field ? { record, language, field: field as TextName } : undefined;
}

export const noted = (record: RecordRef, name: string) => part("translatedFrom", record, name);
export const translated = (record: RecordRef, name: string) => part("translations", record, name);

/** Removes the mark wherever the translation is shown. */
export function showConfirmed(translation: Translation) {
  const { record, language, field } = translation;
  const isOther = (one: { language: string; field: string }) => one.language !== language || one.field !== field;
  queryClient.setQueriesData<StaleTranslations>(
    { queryKey: ["stale", record.kind, record.id] },
    (known) => known && { stale: known.stale.filter(isOther), copied: known.copied.filter(isOther) },
  );
  changeText(translation, { translatedFrom: null, copied: false });
}

/** Restores the mark on the board; a panel reads it with the new version of its record. */
export const showStale = (translation: Translation, translatedFrom: TranslatedFrom) =>
  changeText(translation, { translatedFrom, copied: false });

/** It is only a copy of the original again. */
export const showCopied = (translation: Translation) => changeText(translation, { translatedFrom: null, copied: true });

/** Shows on the board what somebody else has translated. */
export function showTranslated(translation: Translation, text: TranslatedFrom | null) {
  const { record, language, field } = translation;
  const key = record.kind === "item" ? keys.item(record.id) : keys.node(record.kind, record.id);
  queryClient.setQueryData<Versioned<object>>(
    key,
    (known) => known && { ...known, data: withValue(known.data, `translations.${language}.${field}`, text) },
  );
  changeText(translation, { translation: text, translatedFrom: null });
}

/** Without `copied`, that follows from the text. */
type Change = { translation?: TranslatedFrom | null; translatedFrom: TranslatedFrom | null; copied?: boolean };

/** The row stays on the board whatever it holds now: it must not disappear while someone types. */
function changeText({ record: { kind, id }, language, field }: Translation, change: Change) {
  const isCopy = (original: TranslatedFrom) => JSON.stringify(change.translation) === JSON.stringify(original);
  const changed = (entry: TranslationEntry) =>
    entry.kind === kind && entry.id === id && entry[field]
      ? { ...entry, [field]: { ...entry[field], copied: isCopy(entry[field].original), ...change } }
      : entry;
  queryClient.setQueriesData<InfiniteData<TranslationPage>>(
    { queryKey: ["texts"], predicate: ({ queryKey }) => queryKey[2] === language },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, entries: page.entries.map(changed) })) },
  );
}
