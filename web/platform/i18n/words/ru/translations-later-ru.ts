import { number } from "../../numbers.ts";
import type { translationsLaterEn } from "../en/translations-later-en.ts";
import { endsInOne, plural } from "./phrases-later-ru.ts";

const texts = (count: number) => plural(count, { one: "текст", few: "текста", many: "текстов", other: "текста" });
const left = (count: number) => `${endsInOne(count) ? "остался" : "осталось"} ${texts(count)}`;

export const translationsLaterRu: typeof translationsLaterEn = {
  board: {
    title: "Переводы",
    subtitle: "Все тексты каталога на языках, на которых вы продаёте.",
    show: "Показать",
    states: { todo: "Нужно сделать", missing: "Нет перевода", stale: "Устарело", all: "Все" },
    branches: "Разделы",
    branch: "Раздел",
    whole: "Весь проект",
    done: "Готово",
    nothingYet: "Пока пусто",
    counts: {
      todo: left,
      missing: (count) => `${texts(count)} без перевода`,
      stale: (count) =>
        plural(count, {
          one: "устаревший текст",
          few: "устаревших текста",
          many: "устаревших текстов",
          other: "устаревшего текста",
        }),
      all: texts,
    },
    shown: (count) => `показано ${number(count, "ru")}`,
    showAll: "Показать все тексты",
    hint: (newLine, copy) => `Enter: сохранить и дальше · ${newLine}: новая строка · ${copy}: скопировать оригинал`,
    translate: (field, of, language) => `${of}, ${field.toLowerCase()}: ${language}`,
    open: (name) => `Открыть «${name}»:`,
    before: "Раньше:",
    removed: "Удалено:",
    copySource: "Скопировать оригинал",
    copySourceOf: (what) => `Скопировать оригинал: ${what}`,
    end: "Это был последний текст.",
    shortcuts: {
      title: "На доске переводов",
      next: "Сохранить и перейти к следующему тексту",
      newLine: "Новая строка в описании",
      step: "Предыдущий или следующий текст",
      copySource: "Скопировать оригинал как верный перевод",
      confirm: "Всё ещё верно, перейти к следующему тексту",
    },
  },
  catalogLanguage: {
    title: "Показывать каталог на языке",
    original: (name) => `${name} · оригинал`,
    note: "Названия без перевода показаны в оригинале.",
    none: "Переводов пока нет.",
  },
};
