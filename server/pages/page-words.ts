import { type InterfaceLanguage, isInterfaceLanguage } from "../../contract/constants.ts";
import { requestedLanguages } from "../http/language.ts";
import { pageWordsDe } from "./words-de.ts";
import { type PageWords, pageWordsEn } from "./words-en.ts";
import { pageWordsEs } from "./words-es.ts";
import { pageWordsRu } from "./words-ru.ts";
import { pageWordsZh } from "./words-zh.ts";

/** The words of the pages before the editor. */
export const pageWords: Record<InterfaceLanguage, PageWords> = {
  en: pageWordsEn,
  ru: pageWordsRu,
  de: pageWordsDe,
  es: pageWordsEs,
  zh: pageWordsZh,
};

/** The editor stores the language that someone chose there in this cookie. It is no secret. */
const chosen = /(?:^|;\s*)catalog-language=(\w+)/;

/** The language that the reader chose in the editor, or that their browser prefers. */
export function pageLanguage(request: Request): InterfaceLanguage {
  const own = chosen.exec(request.headers.get("cookie") ?? "")?.[1];
  if (isInterfaceLanguage(own)) return own;
  return requestedLanguages(undefined, request.headers.get("accept-language")).find(isInterfaceLanguage) ?? "en";
}
