import type { HistoryEntry } from "../../contract/changes.ts";
import type { InterfaceLanguage } from "../i18n/i18n.ts";
import { pluralOf } from "../i18n/plural.ts";

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

const list = (language: string, parts: readonly string[]) => new Intl.ListFormat(language).format(parts);

const inEnglish = pluralOf("en");
const enFields: Record<ChangedField, string> = {
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
const enThings = (kind: Kind, count: number) =>
  kind === "item"
    ? inEnglish(count, { one: "other item", other: "other items" })
    : kind === "category"
      ? inEnglish(count, { one: "other category", other: "other categories" })
      : inEnglish(count, { one: "other subcategory", other: "other subcategories" });
const enMore = ({ kind, others }: Subject) => (others > 0 ? ` and ${enThings(kind, others)}` : "");
/** The thing, and where the list is about it, only what it is. */
const enThing = (subject: Subject) => `${subject.name ?? `this ${subject.kind}`}${enMore(subject)}`;
const enNamed = (subject: Subject) =>
  subject.name === undefined ? enThing(subject) : `the ${subject.kind} ${enThing(subject)}`;
const enOf = (subject: Subject) => (subject.name === undefined ? "" : ` of ${enThing(subject)}`);
const enOn = (subject: Subject) => (subject.name === undefined ? "" : ` on ${enThing(subject)}`);
const enQuoted = (words: readonly string[]) =>
  list(
    "en",
    words.map((word) => `“${word}”`),
  );
const enWord = { tags: ["tag", "tags"], badges: ["badge", "badges"] } as const;

const english: ChangeWords = {
  by: (who) => who,
  created: (subject) => `created ${enNamed(subject)}`,
  deleted: (subject) => `deleted ${enNamed(subject)}`,
  restored: (subject) => `restored ${enNamed(subject)}`,
  renamed: (subject, before) => `renamed ${enThing(subject)}, which was “${before}”`,
  shown: (subject) => `showed ${enThing(subject)} in the shop`,
  hidden: (subject) => `hid ${enThing(subject)} from the shop`,
  moved: (subject, from, to) => `moved ${enThing(subject)} from ${from} to ${to}`,
  commented: (subject, text) => `commented${enOn(subject)}: “${text}”`,
  commentChanged: (subject, text) => `changed the comment${enOn(subject)}: “${text}”`,
  commentDeleted: (subject, text) => `deleted the comment${enOn(subject)}: “${text}”`,
  picturesAdded: (subject, count) =>
    `added ${inEnglish(count, { one: "picture", other: "pictures" })} to ${enThing(subject)}`,
  picturesRemoved: (subject, count) =>
    `removed ${inEnglish(count, { one: "picture", other: "pictures" })} from ${enThing(subject)}`,
  picturesOrdered: (subject) => `changed the order of the pictures${enOf(subject)}`,
  wordsAdded: (subject, field, words) =>
    `added the ${enWord[field][words.length > 1 ? 1 : 0]} ${enQuoted(words)} to ${enThing(subject)}`,
  wordsRemoved: (subject, field, words) =>
    `removed the ${enWord[field][words.length > 1 ? 1 : 0]} ${enQuoted(words)} from ${enThing(subject)}`,
  value: (subject, field, before, after) => `changed the ${enFields[field]}${enOf(subject)} from ${before} to ${after}`,
  set: (subject, field, after) => `set the ${enFields[field]}${enOf(subject)} to ${after}`,
  cleared: (subject, field) => `cleared the ${enFields[field]}${enOf(subject)}`,
  changed: (subject, field) => `changed the ${enFields[field]}${enOf(subject)}`,
  translated: (subject, field, language) => `translated the ${enFields[field]}${enOf(subject)} into ${language}`,
  translationChanged: (subject, field, language) =>
    `changed the ${language} translation of the ${enFields[field]}${enOf(subject)}`,
  translationRemoved: (subject, field, language) =>
    `removed the ${language} translation of the ${enFields[field]}${enOf(subject)}`,
  translationConfirmed: (subject, field, language) =>
    `confirmed the ${language} translation of the ${enFields[field]}${enOf(subject)}`,
  translationUnconfirmed: (subject, field, language) =>
    `took back the confirmation of the ${language} translation of the ${enFields[field]}${enOf(subject)}`,
  several: (subject, count) => `changed ${inEnglish(count, { other: "fields" })}${enOf(subject)}`,
  imported: "imported",
  importUndone: "undid the import of",
  byUndo: "undone",
};

const inRussian = pluralOf("ru");
type Gender = "m" | "f" | "n" | "plural";
/** The nominative and the genitive. */
const ruFields: Record<ChangedField, [nominative: string, genitive: string, gender: Gender]> = {
  name: ["название", "названия", "n"],
  price: ["цена", "цены", "f"],
  discount: ["скидка", "скидки", "f"],
  currency: ["валюта", "валюты", "f"],
  quantity: ["остаток", "остатка", "m"],
  priority: ["порядок", "порядка", "m"],
  tags: ["теги", "тегов", "plural"],
  badges: ["метки", "меток", "plural"],
  imgs: ["картинки", "картинок", "plural"],
  img: ["картинка", "картинки", "f"],
  simpleDescription: ["краткое описание", "краткого описания", "n"],
  description: ["свойства", "свойств", "plural"],
  id: ["адрес", "адреса", "m"],
  key: ["ключ", "ключа", "m"],
};
const ruKinds: Record<Kind, [nominative: string, genitive: string, gender: Gender]> = {
  item: ["товар", "товара", "m"],
  category: ["категория", "категории", "f"],
  subcategory: ["подкатегория", "подкатегории", "f"],
};
const ruEnds: Record<Gender, string> = { m: "", f: "а", n: "о", plural: "ы" };
/** A short participle, which is given in the masculine, in the gender of what it is about. */
const ruDone = (done: string, gender: Gender) =>
  gender === "m" ? done : `${done.replace(/ён$/, "ен")}${ruEnds[gender]}`;
const ruOthers: Record<Kind, { one: string; few: string; many: string; other: string }> = {
  item: { one: "товар", few: "товара", many: "товаров", other: "товара" },
  category: { one: "категория", few: "категории", many: "категорий", other: "категории" },
  subcategory: { one: "подкатегория", few: "подкатегории", many: "подкатегорий", other: "подкатегории" },
};
/** The thing in one of its cases. With others it stands at the end, in the nominative: numerals govern their own case. */
const ruThing = ({ kind, name }: Subject, form: 0 | 1) =>
  `${ruKinds[kind][form]}${name === undefined ? "" : ` «${name}»`}`;
const ruMore = ({ kind, others }: Subject) => (others > 0 ? `, и ещё ${inRussian(others, ruOthers[kind])}` : "");
const ruDid = (subject: Subject, done: string) =>
  `${ruDone(done, ruKinds[subject.kind][2])} ${ruThing(subject, 0)}${ruMore(subject)}`;
const ruAt = (subject: Subject) => (subject.name === undefined ? "" : `у ${ruThing(subject, 1)} `);
const ruField = (subject: Subject, done: string, field: ChangedField) =>
  `${ruAt(subject)}${ruDone(done, ruFields[field][2])} ${ruFields[field][0]}`;
const ruTranslation = (subject: Subject, done: string, field: ChangedField, language: string) =>
  `${ruAt(subject)}${done} перевод ${ruFields[field][1]} (${language.toLocaleLowerCase("ru")})${ruMore(subject)}`;
const ruOn = ({ name }: Subject) => (name === undefined ? "" : ` на «${name}»`);
const ruQuoted = (words: readonly string[]) => words.map((word) => `«${word}»`).join(", ");
const ruWord = { tags: ["тег", "теги", "m"], badges: ["метка", "метки", "f"] } as const;
const ruPictures = (count: number) =>
  inRussian(count, { one: "картинка", few: "картинки", many: "картинок", other: "картинки" });
const ruWords = (subject: Subject, done: string, field: "tags" | "badges", words: readonly string[]) => {
  const isOne = words.length === 1;
  return `${ruAt(subject)}${ruDone(done, isOne ? ruWord[field][2] : "plural")} ${ruWord[field][isOne ? 0 : 1]} ${ruQuoted(words)}${ruMore(subject)}`;
};
const endsInOne = (count: number) => count % 10 === 1 && count % 100 !== 11;

const russian: ChangeWords = {
  // A verb would have to know whether it was a man, a woman or a program.
  by: (who) => `${who}:`,
  created: (subject) => ruDid(subject, "создан"),
  deleted: (subject) => ruDid(subject, "удалён"),
  restored: (subject) => ruDid(subject, "восстановлен"),
  renamed: (subject, before) => `${ruDid(subject, "переименован")}, раньше «${before}»`,
  shown: (subject) => `в магазине ${ruDid(subject, "показан")}`,
  hidden: (subject) => `в магазине ${ruDid(subject, "скрыт")}`,
  moved: (subject, from, to) => `${ruDid(subject, "перемещён")}: ${from} → ${to}`,
  commented: (subject, text) => `добавлен отзыв${ruOn(subject)}: «${text}»`,
  commentChanged: (subject, text) => `изменён отзыв${ruOn(subject)}: «${text}»`,
  commentDeleted: (subject, text) => `удалён отзыв${ruOn(subject)}: «${text}»`,
  picturesAdded: (subject, count) =>
    `${ruAt(subject)}${endsInOne(count) ? "добавлена" : "добавлено"} ${ruPictures(count)}${ruMore(subject)}`,
  picturesRemoved: (subject, count) =>
    `${ruAt(subject)}${endsInOne(count) ? "удалена" : "удалено"} ${ruPictures(count)}${ruMore(subject)}`,
  picturesOrdered: (subject) => `${ruAt(subject)}изменён порядок картинок${ruMore(subject)}`,
  wordsAdded: (subject, field, words) => ruWords(subject, "добавлен", field, words),
  wordsRemoved: (subject, field, words) => ruWords(subject, "удалён", field, words),
  value: (subject, field, before, after) =>
    `${ruField(subject, "изменён", field)}: ${before} → ${after}${ruMore(subject)}`,
  set: (subject, field, after) => `${ruField(subject, "указан", field)}: ${after}${ruMore(subject)}`,
  cleared: (subject, field) => `${ruField(subject, "очищен", field)}${ruMore(subject)}`,
  changed: (subject, field) => `${ruField(subject, "изменён", field)}${ruMore(subject)}`,
  translated: (subject, field, language) => ruTranslation(subject, "добавлен", field, language),
  translationChanged: (subject, field, language) => ruTranslation(subject, "изменён", field, language),
  translationRemoved: (subject, field, language) => ruTranslation(subject, "удалён", field, language),
  translationConfirmed: (subject, field, language) => ruTranslation(subject, "подтверждён", field, language),
  translationUnconfirmed: (subject, field, language) =>
    `${ruAt(subject)}снято подтверждение перевода ${ruFields[field][1]} (${language.toLocaleLowerCase("ru")})${ruMore(subject)}`,
  several: (subject, count) =>
    `${ruAt(subject)}${endsInOne(count) ? "изменено" : "изменены"} ${inRussian(count, { one: "поле", few: "поля", many: "полей", other: "поля" })}${ruMore(subject)}`,
  imported: "импортирован файл",
  importUndone: "отменён импорт файла",
  byUndo: "отмена",
};

export const changeWords: Record<InterfaceLanguage, ChangeWords> = { en: english, ru: russian };
