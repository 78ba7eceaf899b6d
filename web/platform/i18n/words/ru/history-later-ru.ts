import type { HistoryEntry } from "../../../../../contract/changes.ts";
import type { ChangedField, Subject } from "../../change-words.ts";
import type { historyLaterEn } from "../en/history-later-en.ts";
import { endsInOne, plural } from "./phrases-later-ru.ts";

type Kind = HistoryEntry["kind"];
type Gender = "m" | "f" | "n" | "plural";
/** The nominative and the genitive. */
const fieldNames: Record<ChangedField, [nominative: string, genitive: string, gender: Gender]> = {
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
const kinds: Record<Kind, [nominative: string, genitive: string, gender: Gender]> = {
  item: ["товар", "товара", "m"],
  category: ["категория", "категории", "f"],
  subcategory: ["подкатегория", "подкатегории", "f"],
};
const ends: Record<Gender, string> = { m: "", f: "а", n: "о", plural: "ы" };
/** A short participle, which is given in the masculine, in the gender of what it is about. */
const inGender = (done: string, gender: Gender) =>
  gender === "m" ? done : `${done.replace(/ён$/, "ен")}${ends[gender]}`;
const otherThings: Record<Kind, { one: string; few: string; many: string; other: string }> = {
  item: { one: "товар", few: "товара", many: "товаров", other: "товара" },
  category: { one: "категория", few: "категории", many: "категорий", other: "категории" },
  subcategory: { one: "подкатегория", few: "подкатегории", many: "подкатегорий", other: "подкатегории" },
};
/** The thing in one of its cases. With others it stands at the end, in the nominative: numerals govern their own case. */
const thing = ({ kind, name }: Subject, form: 0 | 1) => `${kinds[kind][form]}${name === undefined ? "" : ` «${name}»`}`;
const andOthers = ({ kind, others }: Subject) => (others > 0 ? `, и ещё ${plural(others, otherThings[kind])}` : "");
const did = (subject: Subject, done: string) =>
  `${inGender(done, kinds[subject.kind][2])} ${thing(subject, 0)}${andOthers(subject)}`;
const atThing = (subject: Subject) => (subject.name === undefined ? "" : `у ${thing(subject, 1)} `);
const fieldDone = (subject: Subject, done: string, field: ChangedField) =>
  `${atThing(subject)}${inGender(done, fieldNames[field][2])} ${fieldNames[field][0]}`;
const translationDone = (subject: Subject, done: string, field: ChangedField, language: string) =>
  `${atThing(subject)}${done} перевод ${fieldNames[field][1]} (${language.toLocaleLowerCase("ru")})${andOthers(subject)}`;
const onThing = ({ name }: Subject) => (name === undefined ? "" : ` к «${name}»`);
const quoted = (words: readonly string[]) => words.map((word) => `«${word}»`).join(", ");
const wordForms = { tags: ["тег", "теги", "m"], badges: ["метка", "метки", "f"] } as const;
const pictures = (count: number) =>
  plural(count, { one: "картинка", few: "картинки", many: "картинок", other: "картинки" });
const wordsDone = (subject: Subject, done: string, field: "tags" | "badges", words: readonly string[]) => {
  const isOne = words.length === 1;
  return `${atThing(subject)}${inGender(done, isOne ? wordForms[field][2] : "plural")} ${wordForms[field][isOne ? 0 : 1]} ${quoted(words)}${andOthers(subject)}`;
};

export const historyLaterRu: typeof historyLaterEn = {
  sentences: {
    // A verb would have to know whether it was a man, a woman or a program.
    by: (who) => `${who}:`,
    created: (subject) => did(subject, "создан"),
    deleted: (subject) => did(subject, "удалён"),
    restored: (subject) => did(subject, "восстановлен"),
    renamed: (subject, before) => `${did(subject, "переименован")}, раньше «${before}»`,
    shown: (subject) => `в магазине ${did(subject, "показан")}`,
    hidden: (subject) => `в магазине ${did(subject, "скрыт")}`,
    moved: (subject, from, to) => `${did(subject, "перемещён")}: ${from} → ${to}`,
    commented: (subject, text) => `добавлен комментарий${onThing(subject)}: «${text}»`,
    commentChanged: (subject, text) => `изменён комментарий${onThing(subject)}: «${text}»`,
    commentDeleted: (subject, text) => `удалён комментарий${onThing(subject)}: «${text}»`,
    commentResolved: (subject) => `закрыт комментарий${onThing(subject)}`,
    commentReopened: (subject) => `снова открыт комментарий${onThing(subject)}`,
    picturesAdded: (subject, count) =>
      `${atThing(subject)}${endsInOne(count) ? "добавлена" : "добавлено"} ${pictures(count)}${andOthers(subject)}`,
    picturesRemoved: (subject, count) =>
      `${atThing(subject)}${endsInOne(count) ? "удалена" : "удалено"} ${pictures(count)}${andOthers(subject)}`,
    picturesOrdered: (subject) => `${atThing(subject)}изменён порядок картинок${andOthers(subject)}`,
    wordsAdded: (subject, field, words) => wordsDone(subject, "добавлен", field, words),
    wordsRemoved: (subject, field, words) => wordsDone(subject, "удалён", field, words),
    value: (subject, field, before, after) =>
      `${fieldDone(subject, "изменён", field)}: ${before} → ${after}${andOthers(subject)}`,
    set: (subject, field, after) => `${fieldDone(subject, "указан", field)}: ${after}${andOthers(subject)}`,
    cleared: (subject, field) => `${fieldDone(subject, "очищен", field)}${andOthers(subject)}`,
    changed: (subject, field) => `${fieldDone(subject, "изменён", field)}${andOthers(subject)}`,
    translated: (subject, field, language) => translationDone(subject, "добавлен", field, language),
    translationChanged: (subject, field, language) => translationDone(subject, "изменён", field, language),
    translationRemoved: (subject, field, language) => translationDone(subject, "удалён", field, language),
    translationConfirmed: (subject, field, language) => translationDone(subject, "подтверждён", field, language),
    translationUnconfirmed: (subject, field, language) =>
      `${atThing(subject)}снято подтверждение перевода ${fieldNames[field][1]} (${language.toLocaleLowerCase("ru")})${andOthers(subject)}`,
    several: (subject, count) =>
      `${atThing(subject)}${endsInOne(count) ? "изменено" : "изменены"} ${plural(count, { one: "поле", few: "поля", many: "полей", other: "поля" })}${andOthers(subject)}`,
    imported: "импортирован файл",
    importUndone: "отменён импорт файла",
    byUndo: "отмена",
  },
};
