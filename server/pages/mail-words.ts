import type { InterfaceLanguage } from "../../contract/constants.ts";
import { mailWordsDe } from "./words-de.ts";
import { type MailWords, mailWordsEn } from "./words-en.ts";
import { mailWordsEs } from "./words-es.ts";
import { mailWordsRu } from "./words-ru.ts";
import { mailWordsZh } from "./words-zh.ts";

export const mailWords: Record<InterfaceLanguage, MailWords> = {
  en: mailWordsEn,
  ru: mailWordsRu,
  de: mailWordsDe,
  es: mailWordsEs,
  zh: mailWordsZh,
};
