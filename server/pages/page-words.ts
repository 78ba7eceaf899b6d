import { type InterfaceLanguage, isInterfaceLanguage } from "../../contract/constants.ts";
import { requestedLanguages } from "../http/language.ts";
import { wordsDe } from "./words-de.ts";
import { wordsEn } from "./words-en.ts";
import { wordsEs } from "./words-es.ts";
import { wordsRu } from "./words-ru.ts";
import { wordsZh } from "./words-zh.ts";

/** Every language has every text, as in the editor: a missing key does not compile. */
export type Words = typeof wordsEn;

/** The words of the pages before the editor, and of the mails. */
export const words: Record<InterfaceLanguage, Words> = {
  en: wordsEn,
  ru: wordsRu,
  de: wordsDe,
  es: wordsEs,
  zh: wordsZh,
};

/** The words of the program of these pages. It fills in what stands in braces, which only it knows. */
export const scriptWords = ({ faults, invitedBy, resetHint, linkGone, linkSent, passkey, seconds }: Words) => ({
  faults: { ...faults, rate_limited: faults.rate_limited("{wait}") },
  invitedBy: invitedBy({ by: "{by}", name: "{name}" }),
  resetHint: resetHint("{name}"),
  linkGone,
  linkSent,
  passkey,
  seconds,
});

export type ScriptWords = ReturnType<typeof scriptWords>;

/** The editor stores the language that someone chose there in this cookie. It is no secret. */
const chosen = /(?:^|;\s*)catalog-language=(\w+)/;

/** The language that the reader chose in the editor, or that their browser prefers. */
export function pageLanguage(request: Request): InterfaceLanguage {
  const own = chosen.exec(request.headers.get("cookie") ?? "")?.[1];
  if (isInterfaceLanguage(own)) return own;
  return requestedLanguages(undefined, request.headers.get("accept-language")).find(isInterfaceLanguage) ?? "en";
}
