import type { InfiniteData } from "@tanstack/react-query";
import type { StaleTranslations, TranslationEntry, TranslationPage } from "../../contract/search.ts";
import { keys, queryClient, type Versioned } from "../platform/api.ts";
import { refresh } from "../platform/refresh.ts";
import type { ActRequest } from "../saving/act.ts";
import { type RecordData, type RecordRef, valueAt, withValue } from "../saving/edit.ts";
import type { ActEffect } from "../saving/saving-features.ts";
import type { TextName, TranslatedFrom, Translation } from "./translation.ts";

/** The translation that a request confirms; undefined for any other request. */
function confirmedBy({ call, params = {}, body = {} }: ActRequest): Translation | undefined {
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

const keyOf = ({ kind, id }: RecordRef) => (kind === "item" ? keys.item(id) : keys.node(kind, id));

/** Removes the mark wherever the translation is shown. */
export function showConfirmed(translation: Translation) {
  const { record, language, field } = translation;
  const isOther = (one: { language: string; field: string }) => one.language !== language || one.field !== field;
  queryClient.setQueriesData<StaleTranslations>(
    { queryKey: ["stale", record.kind, record.id] },
    (known) => known && { stale: known.stale.filter(isOther), copied: known.copied.filter(isOther) },
  );
  const saved = queryClient.getQueryState<Versioned<RecordData>>(keyOf(record));
  const text = saved?.data && valueAt(saved.data.data, `translations.${language}.${field}`);
  changeText(translation, { translatedFrom: null, copied: false }, (at) =>
    // What was saved here after the board was read is what was confirmed.
    saved && saved.dataUpdatedAt > at && text !== undefined ? { translation: text as TranslatedFrom } : undefined,
  );
}

/** Restores the mark on the board; a panel reads it with the new version of its record. */
export const showStale = (translation: Translation, translatedFrom: TranslatedFrom) =>
  changeText(translation, { translatedFrom, copied: false });

/** It is only a copy of the original again. */
export const showCopied = (translation: Translation) => changeText(translation, { translatedFrom: null, copied: true });

/** Shows on the board what somebody else has translated. */
export function showTranslated(translation: Translation, text: TranslatedFrom | null) {
  const { record, language, field } = translation;
  queryClient.setQueryData<Versioned<object>>(
    keyOf(record),
    (known) => known && { ...known, data: withValue(known.data, `translations.${language}.${field}`, text) },
  );
  changeText(translation, { translation: text, translatedFrom: null });
}

/** `at`: when it was read. */
type ReadPage = TranslationPage & { at: number };

/** Without `copied`, that follows from the text. */
type Change = { translation?: TranslatedFrom | null; translatedFrom: TranslatedFrom | null; copied?: boolean };

/** The row stays on the board whatever it holds now: it must not disappear while someone types. */
function changeText(
  { record: { kind, id }, language, field }: Translation,
  change: Change,
  newer?: (readAt: number) => Partial<Change> | undefined,
) {
  const isCopy = (original: TranslatedFrom) => JSON.stringify(change.translation) === JSON.stringify(original);
  const changedOn =
    ({ at }: ReadPage) =>
    (entry: TranslationEntry) =>
      entry.kind === kind && entry.id === id && entry[field]
        ? { ...entry, [field]: { ...entry[field], copied: isCopy(entry[field].original), ...change, ...newer?.(at) } }
        : entry;
  queryClient.setQueriesData<InfiniteData<ReadPage>>(
    { queryKey: ["texts"], predicate: ({ queryKey }) => queryKey[2] === language },
    (list) =>
      list && { ...list, pages: list.pages.map((page) => ({ ...page, entries: page.entries.map(changedOn(page)) })) },
  );
}

export const confirmationEffect: ActEffect = {
  settled({ requests, projectId }) {
    for (const confirmed of requests.flatMap((one) => confirmedBy(one) ?? [])) {
      showConfirmed(confirmed);
      void refresh({ queryKey: keys.item(confirmed.record.id) });
      void refresh({ queryKey: ["progress", projectId] });
    }
  },
};
