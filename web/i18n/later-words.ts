import { use } from "react";
import { NotFetched } from "../components/not-fetched.ts";
import { useStore } from "../store.ts";
import { type InterfaceLanguage, languageStore, loadText } from "./i18n.ts";
import type { laterEn } from "./later-en.ts";

/** The words of dialogs and screens that nobody begins with, apart from `Text`: the first load does without them. */
export type LaterText = typeof laterEn;

const loaders: Record<InterfaceLanguage, () => Promise<LaterText>> = {
  en: async () => (await import("./later-en.ts")).laterEn,
  ru: async () => (await import("./later-ru.ts")).laterRu,
};
const dictionaries = new Map<InterfaceLanguage, LaterText>();
const loading = new Map<InterfaceLanguage, Promise<LaterText>>();

function loadLater(language: InterfaceLanguage): Promise<LaterText> {
  let words = loading.get(language);
  if (!words) {
    words = loaders[language]().catch((cause) => {
      loading.delete(language);
      throw new NotFetched(cause);
    });
    loading.set(language, words);
    void words.then((loaded) => dictionaries.set(language, loaded)).catch(() => undefined);
  }
  return words;
}

/** Waits for the words where they are not there yet, as for a part that is loaded later. */
export function useLater(): LaterText {
  const language = useStore(languageStore);
  return dictionaries.get(language) ?? use(loadLater(language));
}

/** Changes the language when all its words are there, so that no screen has to wait for them. */
export async function speak(language: InterfaceLanguage): Promise<void> {
  await Promise.all([loadText(language), loadLater(language)]);
  languageStore.set(language);
}
