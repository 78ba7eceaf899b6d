import type { translationsEn } from "../en/translations-en.ts";

export const translationsEs: typeof translationsEn = {
  translations: {
    missing: "Sin traducir",
    stale: "Original modificado",
    stillRight: "Sigue vigente",
    confirm: (what) => `Sigue vigente: ${what}`,
    copied: "Igual que el original",
    rightSo: "Está bien así",
    confirmCopy: (what) => `Está bien así: ${what}`,
    addLanguage: "Añadir idioma",
    choose: "Elige un idioma",
    copyStructure: "Partir del original",
    madeFrom: (text) => `Traducido a partir de «${text}»`,
    catalogLanguage: "Idioma del catálogo",
  },
};
