import { use } from "react";
import type { InterfaceLanguage } from "../../../contract/constants.ts";
import { NotFetched, tries } from "../not-fetched.ts";
import { useStore } from "../store.ts";
import { languageStore, loadText } from "./i18n.ts";
import type { laterEn } from "./words/en/later-en.ts";

/** The words of dialogs and screens that nobody begins with, apart from `Text`: the first load does without them. */
export type LaterText = typeof laterEn;

const loaders: Record<InterfaceLanguage, () => Promise<LaterText>> = {
  en: async () => (await import("./words/en/later-en.ts")).laterEn,
  ru: async () => (await import("./words/ru/later-ru.ts")).laterRu,
  de: async () => (await import("./words/de/later-de.ts")).laterDe,
  es: async () => (await import("./words/es/later-es.ts")).laterEs,
  zh: async () => (await import("./words/zh/later-zh.ts")).laterZh,
};

type Loading = { promise: Promise<LaterText>; words?: LaterText; failedAt?: number };
const loading = new Map<InterfaceLanguage, Loading>();

/** What could not be fetched is fetched again for a command, and for a screen when somebody wants another try. */
function loadLater(language: InterfaceLanguage, again = false): Loading {
  const known = loading.get(language);
  if (known && (known.failedAt === undefined || (known.failedAt === tries.count() && !again))) return known;
  const begun: Loading = {
    promise: loaders[language]().then(
      (words) => {
        begun.words = words;
        // React reads these: with them `use` returns the words at once.
        Object.assign(begun.promise, { status: "fulfilled", value: words });
        return words;
      },
      (cause) => {
        begun.failedAt = tries.count();
        throw new NotFetched(cause);
      },
    ),
  };
  loading.set(language, begun);
  return begun;
}

/**
 * Waits for the words where they are not there yet, as for a part that is loaded later. `use` is called even if they are:
 * React cannot go on with a component that waited before and does not now.
 */
export const useLater = (): LaterText => use(loadLater(useStore(languageStore)).promise);

/** Fetches a module with the words that it uses, which it takes from `laterNow`. */
export async function withWords<M>(load: () => Promise<M>): Promise<M> {
  const [loaded] = await Promise.all([load(), loadLater(languageStore.get(), true).promise]);
  return loaded;
}

/** For code outside React, in modules that were fetched by `withWords`. */
export function laterNow(): LaterText {
  const words = loading.get(languageStore.get())?.words;
  if (!words) throw new Error("These words are not loaded yet.");
  return words;
}

/** Changes the language when all its words are there, so that no screen has to wait for them. */
export async function speak(language: InterfaceLanguage): Promise<void> {
  await Promise.all([loadText(language), loadLater(language, true).promise]);
  languageStore.set(language);
}
