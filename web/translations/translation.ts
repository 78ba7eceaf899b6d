import type { RecordRef } from "../saving/edit.ts";

export type TextName = "name" | "simpleDescription" | "description";

/** One translated text of a record. */
export type Translation = { record: RecordRef; language: string; field: TextName };

/** The original that a stale translation was made from. */
export type TranslatedFrom = string | { key: string; value: string }[];

/** The note of a translation that is the same as its original, and right so. */
export const isConfirmation = (note: unknown) => typeof note === "object" && note !== null && "confirmed" in note;

export const asText = (text: TranslatedFrom): string =>
  typeof text === "string" ? text : text.map(({ key, value }) => `${key}: ${value}`).join(", ");
