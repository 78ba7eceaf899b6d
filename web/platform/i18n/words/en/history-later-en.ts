import type { HistoryEntry } from "../../../../../contract/changes.ts";
import type { ChangedField, ChangeWords, Subject } from "../../change-words.ts";
import { plural } from "./phrases-later-en.ts";

type Kind = HistoryEntry["kind"];
const fieldNames: Record<ChangedField, string> = {
  name: "name",
  price: "price",
  discount: "discount",
  currency: "currency",
  quantity: "quantity",
  priority: "priority",
  tags: "tags",
  badges: "badges",
  imgs: "pictures",
  img: "picture",
  simpleDescription: "short description",
  description: "properties",
  id: "address",
  key: "key",
};
const otherThings = (kind: Kind, count: number) =>
  kind === "item"
    ? plural(count, { one: "other item", other: "other items" })
    : kind === "category"
      ? plural(count, { one: "other category", other: "other categories" })
      : plural(count, { one: "other subcategory", other: "other subcategories" });
const andOthers = ({ kind, others }: Subject) => (others > 0 ? ` and ${otherThings(kind, others)}` : "");
/** The thing, and where the list is about it, only what it is. */
const thing = (subject: Subject) => `${subject.name ?? `this ${subject.kind}`}${andOthers(subject)}`;
const named = (subject: Subject) =>
  subject.name === undefined ? thing(subject) : `the ${subject.kind} ${thing(subject)}`;
const ofThing = (subject: Subject) => (subject.name === undefined ? "" : ` of ${thing(subject)}`);
const onThing = (subject: Subject) => (subject.name === undefined ? "" : ` on ${thing(subject)}`);
const quoted = (words: readonly string[]) => new Intl.ListFormat("en").format(words.map((word) => `“${word}”`));
const wordForms = { tags: ["tag", "tags"], badges: ["badge", "badges"] } as const;

export const historyLaterEn: { sentences: ChangeWords } = {
  sentences: {
    by: (who) => who,
    created: (subject) => `created ${named(subject)}`,
    deleted: (subject) => `deleted ${named(subject)}`,
    restored: (subject) => `restored ${named(subject)}`,
    renamed: (subject, before) => `renamed ${thing(subject)}, which was “${before}”`,
    shown: (subject) => `showed ${thing(subject)} in the shop`,
    hidden: (subject) => `hid ${thing(subject)} from the shop`,
    moved: (subject, from, to) => `moved ${thing(subject)} from ${from} to ${to}`,
    commented: (subject, text) => `commented${onThing(subject)}: “${text}”`,
    commentChanged: (subject, text) => `changed the comment${onThing(subject)}: “${text}”`,
    commentDeleted: (subject, text) => `deleted the comment${onThing(subject)}: “${text}”`,
    commentResolved: (subject) => `resolved a comment${onThing(subject)}`,
    commentReopened: (subject) => `reopened a comment${onThing(subject)}`,
    picturesAdded: (subject, count) =>
      `added ${plural(count, { one: "picture", other: "pictures" })} to ${thing(subject)}`,
    picturesRemoved: (subject, count) =>
      `removed ${plural(count, { one: "picture", other: "pictures" })} from ${thing(subject)}`,
    picturesOrdered: (subject) => `changed the order of the pictures${ofThing(subject)}`,
    wordsAdded: (subject, field, words) =>
      `added the ${wordForms[field][words.length > 1 ? 1 : 0]} ${quoted(words)} to ${thing(subject)}`,
    wordsRemoved: (subject, field, words) =>
      `removed the ${wordForms[field][words.length > 1 ? 1 : 0]} ${quoted(words)} from ${thing(subject)}`,
    value: (subject, field, before, after) =>
      `changed the ${fieldNames[field]}${ofThing(subject)} from ${before} to ${after}`,
    set: (subject, field, after) => `set the ${fieldNames[field]}${ofThing(subject)} to ${after}`,
    cleared: (subject, field) => `cleared the ${fieldNames[field]}${ofThing(subject)}`,
    changed: (subject, field) => `changed the ${fieldNames[field]}${ofThing(subject)}`,
    translated: (subject, field, language) => `translated the ${fieldNames[field]}${ofThing(subject)} into ${language}`,
    translationChanged: (subject, field, language) =>
      `changed the ${language} translation of the ${fieldNames[field]}${ofThing(subject)}`,
    translationRemoved: (subject, field, language) =>
      `removed the ${language} translation of the ${fieldNames[field]}${ofThing(subject)}`,
    translationConfirmed: (subject, field, language) =>
      `confirmed the ${language} translation of the ${fieldNames[field]}${ofThing(subject)}`,
    translationUnconfirmed: (subject, field, language) =>
      `took back the confirmation of the ${language} translation of the ${fieldNames[field]}${ofThing(subject)}`,
    several: (subject, count) => `changed ${plural(count, { other: "fields" })}${ofThing(subject)}`,
    imported: "imported",
    importUndone: "undid the import of",
    byUndo: "undone",
  },
};
