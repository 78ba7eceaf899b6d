import { createStore, useStore } from "../store.ts";
import { en } from "./en.ts";
import { ru } from "./ru.ts";

export const interfaceLanguages = { en: "English", ru: "Русский" } as const;
export type InterfaceLanguage = keyof typeof interfaceLanguages;

/** Every language has every text: a missing key does not compile. */
const dictionaries: Record<InterfaceLanguage, Text> = { en, ru };
export type Text = typeof en;

const storageKey = "editor-language";
const known = (code: string | null): code is InterfaceLanguage => code !== null && code in interfaceLanguages;

function preferred(): InterfaceLanguage {
  const kept = localStorage.getItem(storageKey);
  if (known(kept)) return kept;
  const own = navigator.languages.map((language) => language.slice(0, 2)).find(known);
  return own ?? "en";
}

export const languageStore = createStore<InterfaceLanguage>(preferred());
languageStore.subscribe(() => {
  localStorage.setItem(storageKey, languageStore.get());
  document.documentElement.lang = languageStore.get();
});

export const useText = (): Text => dictionaries[useStore(languageStore)];
/** For code outside React: messages of commands. */
export const textNow = (): Text => dictionaries[languageStore.get()];

/** The name of a content language in the interface's own. */
export function languageName(code: string, inLanguage: InterfaceLanguage): string {
  const name = new Intl.DisplayNames([inLanguage], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1);
}
