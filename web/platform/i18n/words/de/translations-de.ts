import type { translationsEn } from "../en/translations-en.ts";

export const translationsDe: typeof translationsEn = {
  translations: {
    missing: "Fehlt",
    stale: "Das Original wurde geändert",
    stillRight: "Stimmt noch",
    confirm: (what) => `Stimmt noch: ${what}`,
    copied: "Wie das Original",
    rightSo: "Passt so",
    confirmCopy: (what) => `Passt so: ${what}`,
    addLanguage: "Sprache hinzufügen",
    choose: "Sprache auswählen",
    copyStructure: "Mit dem Original beginnen",
    madeFrom: (text) => `Übersetzung von „${text}“`,
    catalogLanguage: "Sprache des Katalogs",
  },
};
