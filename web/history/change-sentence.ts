import type { FieldDiff, HistoryEntry } from "../../contract/changes.ts";
import type { Comment } from "../../contract/items.ts";
import { type ChangedField, type ChangeWords, changedFields, type Subject } from "../platform/i18n/change-words.ts";
import { isConfirmation } from "../translations/translation.ts";

/** Stands for the name of the thing in a sentence, so that it can be a link. No name can contain it. */
export const nameMark = "\u0000";

type Options = {
  /** Whether the sentence names the thing: not where the whole list is about it. */
  named: boolean;
  value(value: unknown): string;
  /** The name of the node with this id. */
  node(id: unknown): string;
  language(code: string): string;
};

/** What happened, as the rest of a sentence, and the fields whose values have to be shown beside it. */
export function sentenceOf(words: ChangeWords, entry: HistoryEntry, options: Options) {
  const subject: Subject = {
    kind: entry.kind,
    name: options.named ? nameMark : undefined,
    others: entry.things - 1,
  };
  const { action, fields } = entry;
  if (action === "create") return { sentence: words.created(subject), shown: [] };
  if (action === "delete") return { sentence: words.deleted(subject), shown: [] };
  if (action === "restore") return { sentence: words.restored(subject), shown: [] };
  const [only] = fields.length === 1 ? fields : [];
  if (!only) return { sentence: words.several(subject, fields.length), shown: fields };
  return { sentence: fieldSentence(words, subject, only, options), shown: saysAll(only) ? [] : [only] };
}

const shortest = 60;

const isShort = (value: unknown) =>
  value === null || typeof value === "number" || (typeof value === "string" && value.length <= shortest);

const scalars: readonly string[] = ["price", "discount", "currency", "quantity", "priority", "id", "key"];
const inWords: readonly string[] = ["name", "visible", "imgs", "img", "tags", "badges", "parentId", "subcategoryId"];

/** Whether the sentence about a field has everything: a long text, properties and translations are shown below it. */
function saysAll({ field, before, after }: FieldDiff): boolean {
  const [head = ""] = field.split(".");
  if (head === "comments" || head === "resolved" || head === "translatedFrom" || inWords.includes(head)) return true;
  // The same value again says nothing without those in between.
  return scalars.includes(head) && isShort(before) && isShort(after) && before !== after;
}

const isKnown = (field: string): field is ChangedField => (changedFields as readonly string[]).includes(field);

function fieldSentence(words: ChangeWords, subject: Subject, diff: FieldDiff, options: Options): string {
  const { field, before, after } = diff;
  const [head = "", language = "", inner = "name"] = field.split(".");
  switch (head) {
    case "name":
      return words.renamed(subject, String(before));
    case "visible":
      return after ? words.shown(subject) : words.hidden(subject);
    case "parentId":
    case "subcategoryId":
      return words.moved(subject, options.node(before), options.node(after));
    case "comments":
      return commentSentence(words, subject, before as Comment | null, after as Comment | null);
    case "resolved":
      return after ? words.commentResolved(subject) : words.commentReopened(subject);
    case "translations":
      return translationSentence(words, subject, isKnown(inner) ? inner : "name", options.language(language), diff);
    case "translatedFrom":
      return noteSentence(words, subject, isKnown(inner) ? inner : "name", options.language(language), diff);
    case "imgs":
      return pictureSentence(words, subject, before as string[], after as string[]);
    case "tags":
    case "badges":
      return wordSentence(words, subject, head, before as string[], after as string[]);
    default:
      return isKnown(head) ? valueSentence(words, subject, head, diff, options) : words.several(subject, 1);
  }
}

const isEmpty = (value: unknown) => value === null || value === "" || (Array.isArray(value) && value.length === 0);

function valueSentence(words: ChangeWords, subject: Subject, field: ChangedField, diff: FieldDiff, options: Options) {
  const { before, after } = diff;
  if (isEmpty(after)) return words.cleared(subject, field);
  if (!saysAll(diff)) return words.changed(subject, field);
  if (field === "img") return words.changed(subject, field);
  if (isEmpty(before)) return words.set(subject, field, options.value(after));
  return words.value(subject, field, options.value(before), options.value(after));
}

function commentSentence(words: ChangeWords, subject: Subject, before: Comment | null, after: Comment | null): string {
  if (!before) return words.commented(subject, after?.text ?? "");
  return after ? words.commentChanged(subject, after.text) : words.commentDeleted(subject, before.text);
}

function translationSentence(
  words: ChangeWords,
  subject: Subject,
  field: ChangedField,
  language: string,
  { before, after }: FieldDiff,
): string {
  if (isEmpty(before)) return words.translated(subject, field, language);
  return isEmpty(after)
    ? words.translationRemoved(subject, field, language)
    : words.translationChanged(subject, field, language);
}

/** A note says what a translation was made from, or that a copy of its original is right so. */
function noteSentence(
  words: ChangeWords,
  subject: Subject,
  field: ChangedField,
  language: string,
  { before, after }: FieldDiff,
): string {
  const isConfirmed = isConfirmation(after) || (after === null && !isConfirmation(before));
  return isConfirmed
    ? words.translationConfirmed(subject, field, language)
    : words.translationUnconfirmed(subject, field, language);
}

/** What one list has and the other has not. */
const without = (list: readonly string[], other: readonly string[]) => list.filter((one) => !other.includes(one));

function pictureSentence(words: ChangeWords, subject: Subject, before: string[], after: string[]): string {
  const [added, removed] = [without(after, before), without(before, after)];
  if (added.length > 0 && removed.length > 0) return words.changed(subject, "imgs");
  if (added.length > 0) return words.picturesAdded(subject, added.length);
  return removed.length > 0 ? words.picturesRemoved(subject, removed.length) : words.picturesOrdered(subject);
}

function wordSentence(
  words: ChangeWords,
  subject: Subject,
  field: "tags" | "badges",
  before: string[],
  after: string[],
): string {
  const [added, removed] = [without(after, before), without(before, after)];
  if (added.length > 0 && removed.length === 0) return words.wordsAdded(subject, field, added);
  if (removed.length > 0 && added.length === 0) return words.wordsRemoved(subject, field, removed);
  return words.changed(subject, field);
}
