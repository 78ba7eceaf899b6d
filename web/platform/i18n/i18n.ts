import { type InterfaceLanguage, isInterfaceLanguage } from "../../../contract/constants.ts";
import { readText, writeText } from "../local-text.ts";
import { createStore, useStore } from "../store.ts";
import type { firstEn } from "./words/en/first-en.ts";

/** The name of each language in itself, and the command that speaks it. */
export const interfaceLanguages: Record<InterfaceLanguage, { name: string; speak: string }> = {
  en: { name: "English", speak: "Interface in English" },
  ru: { name: "Русский", speak: "Интерфейс на русском" },
  de: { name: "Deutsch", speak: "Oberfläche auf Deutsch" },
  es: { name: "Español", speak: "Interfaz en español" },
  zh: { name: "简体中文", speak: "简体中文界面" },
};

/** Every language has every text: a missing key does not compile. Only the chosen language is loaded. */
export type Text = typeof firstEn;
const loaders: Record<InterfaceLanguage, () => Promise<Text>> = {
  en: async () => (await import("./words/en/first-en.ts")).firstEn,
  ru: async () => (await import("./words/ru/first-ru.ts")).firstRu,
  de: async () => (await import("./words/de/first-de.ts")).firstDe,
  es: async () => (await import("./words/es/first-es.ts")).firstEs,
  zh: async () => (await import("./words/zh/first-zh.ts")).firstZh,
};
const dictionaries = {} as Record<InterfaceLanguage, Text>;

const storageKey = "editor-language";

function preferred(): InterfaceLanguage {
  const stored = readText(storageKey);
  if (isInterfaceLanguage(stored)) return stored;
  const own = navigator.languages.map((language) => language.slice(0, 2)).find(isInterfaceLanguage);
  return own ?? "en";
}

export const languageStore = createStore<InterfaceLanguage>(preferred());
languageStore.subscribe(() => {
  const language = languageStore.get();
  writeText(storageKey, language);
  document.documentElement.lang = language;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way waits, and the next page may be that of the service
  document.cookie = `catalog-language=${language}; path=/; max-age=31536000; samesite=lax`;
});

/** Called before the first screen and before each change of language, so that a text is always there. */
export async function loadText(language = languageStore.get()): Promise<void> {
  dictionaries[language] ??= await loaders[language]();
}

export const useText = (): Text => dictionaries[useStore(languageStore)];
/** For code outside React: messages of commands. */
export const textNow = (): Text => dictionaries[languageStore.get()];
