export const translationsEn = {
  translations: {
    missing: "Missing",
    stale: "The original has changed",
    stillRight: "Still right",
    confirm: (what: string) => `Still right: ${what}`,
    copied: "Same as the original",
    rightSo: "Right as it is",
    confirmCopy: (what: string) => `Right as it is: ${what}`,
    addLanguage: "Add language",
    choose: "Choose a language",
    copyStructure: "Start from the original",
    madeFrom: (text: string) => `Translated from “${text}”`,
    catalogLanguage: "Language of the catalog",
  },
};
