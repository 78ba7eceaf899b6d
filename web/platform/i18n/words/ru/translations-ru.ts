import type { translationsEn } from "../en/translations-en.ts";

export const translationsRu: typeof translationsEn = {
  translations: {
    missing: "Нет перевода",
    stale: "Оригинал изменился",
    stillRight: "Всё ещё верно",
    confirm: (what) => `Всё ещё верно: ${what}`,
    copied: "Совпадает с оригиналом",
    rightSo: "Так и должно быть",
    confirmCopy: (what) => `Так и должно быть: ${what}`,
    addLanguage: "Добавить язык",
    choose: "Выберите язык",
    copyStructure: "Начать с оригинала",
    madeFrom: (text) => `Переведено с «${text}»`,
    catalogLanguage: "Язык каталога",
  },
};
