import type { HistoryEntry } from "../../../contract/changes.ts";

type Kind = HistoryEntry["kind"];

/** What changes are about; a comment, a translation and the place of a thing have sentences of their own. */
export const changedFields = [
  "name",
  "price",
  "discount",
  "currency",
  "quantity",
  "priority",
  "tags",
  "badges",
  "imgs",
  "img",
  "simpleDescription",
  "description",
  "id",
  "key",
] as const;
export type ChangedField = (typeof changedFields)[number];

/** What the sentence is about. `name` is undefined where the whole list is about one thing. */
export type Subject = { kind: Kind; name: string | undefined; others: number };

/**
 * What happened, as the rest of a sentence after the name of who did it. Each language has its own sentences: neither
 * the order of words nor their forms are the same.
 */
export type ChangeWords = {
  by(who: string): string;
  created(subject: Subject): string;
  deleted(subject: Subject): string;
  restored(subject: Subject): string;
  renamed(subject: Subject, before: string): string;
  shown(subject: Subject): string;
  hidden(subject: Subject): string;
  moved(subject: Subject, from: string, to: string): string;
  commented(subject: Subject, text: string): string;
  commentChanged(subject: Subject, text: string): string;
  commentDeleted(subject: Subject, text: string): string;
  commentResolved(subject: Subject): string;
  commentReopened(subject: Subject): string;
  picturesAdded(subject: Subject, count: number): string;
  picturesRemoved(subject: Subject, count: number): string;
  picturesOrdered(subject: Subject): string;
  wordsAdded(subject: Subject, field: "tags" | "badges", words: readonly string[]): string;
  wordsRemoved(subject: Subject, field: "tags" | "badges", words: readonly string[]): string;
  value(subject: Subject, field: ChangedField, before: string, after: string): string;
  set(subject: Subject, field: ChangedField, after: string): string;
  cleared(subject: Subject, field: ChangedField): string;
  changed(subject: Subject, field: ChangedField): string;
  /** A translation into `language`, which is its name in this language. */
  translated(subject: Subject, field: ChangedField, language: string): string;
  translationChanged(subject: Subject, field: ChangedField, language: string): string;
  translationRemoved(subject: Subject, field: ChangedField, language: string): string;
  translationConfirmed(subject: Subject, field: ChangedField, language: string): string;
  translationUnconfirmed(subject: Subject, field: ChangedField, language: string): string;
  several(subject: Subject, count: number): string;
  imported: string;
  importUndone: string;
  byUndo: string;
};
