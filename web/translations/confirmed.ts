import type { InfiniteData } from "@tanstack/react-query";
import type { TranslationPage } from "../../contract/overview.ts";
import { queryClient } from "../api.ts";
import type { ActRequest } from "../saving/act.ts";
import type { RecordRef } from "../saving/edit.ts";

type TextName = "name" | "simpleDescription" | "description";

/** One translated text of a record. */
export type Translation = { record: RecordRef; language: string; field: TextName };

/** Of the record and the text that a request is about; undefined for one that confirms nothing. */
export function confirmedBy({ call, params = {}, body = {} }: ActRequest): Translation | undefined {
  const kind = /^confirm(Category|Subcategory|Item)Translation$/.exec(call)?.[1]?.toLowerCase();
  if (!kind) return undefined;
  const record = { kind, id: Object.values(params)[0] } as RecordRef;
  return { record, language: String(body.language), field: body.field as TextName };
}

/** The note in the log: `translatedFrom.ru.name`. */
export function noted(record: RecordRef, name: string): Translation | undefined {
  const [head, language = "", field] = name.split(".");
  return head === "translatedFrom" ? { record, language, field: field as TextName } : undefined;
}

/**
 * Takes the mark away wherever a translation is shown. On the board its row stays where it is: it must not vanish under
 * the translator's hands.
 */
export function showConfirmed({ record: { kind, id }, language, field }: Translation) {
  queryClient.setQueriesData<{ language: string; field: string }[]>({ queryKey: ["stale", kind, id] }, (stale) =>
    stale?.filter((one) => one.language !== language || one.field !== field),
  );
  queryClient.setQueriesData<InfiniteData<TranslationPage>>(
    { queryKey: ["texts"], predicate: ({ queryKey }) => queryKey[2] === language },
    (list) => list && { ...list, pages: list.pages.map((page) => withoutMark(page, kind, id, field)) },
  );
}

function withoutMark(page: TranslationPage, kind: string, id: string, field: TextName): TranslationPage {
  const entries = page.entries.map((entry) => {
    const text = entry[field];
    return entry.kind === kind && entry.id === id && text
      ? { ...entry, [field]: { ...text, translatedFrom: null } }
      : entry;
  });
  return { ...page, entries };
}
