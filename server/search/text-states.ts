import { type TranslatedField, translatedFields, translatedTexts } from "../log/stale-translations.ts";
import type { Translations } from "../log/translations.ts";

/** A set of texts as bits, in the order of `translatedFields`. */
type Mask = number;
type InLanguage = { translated: Mask; stale: Mask };
export type TextState = { originals: Mask; languages: ReadonlyMap<string, InLanguage> };

const isText = (value: unknown) => (Array.isArray(value) || typeof value === "string") && value.length > 0;

const maskOf = (fields: Partial<Record<TranslatedField, unknown>>): Mask =>
  translatedFields.reduce((mask, field, bit) => (isText(fields[field]) ? mask | (1 << bit) : mask), 0);

/**
 * Which texts a thing has, which of them each language has, and which are stale. A copy of the original that nobody
 * confirmed is none that a language has. Many things share one state.
 */
export function textState(
  originals: Partial<Record<TranslatedField, unknown>>,
  translations: Translations,
  stale: string,
): string {
  const languages = new Map<string, InLanguage>();
  for (const { language, field, state } of translatedTexts(originals, translations, stale)) {
    if (state === "missing") continue;
    const found = languages.get(language) ?? { translated: 0, stale: 0 };
    const bit = 1 << translatedFields.indexOf(field);
    if (state !== "copied") found.translated |= bit;
    if (state === "stale") found.stale |= bit;
    languages.set(language, found);
  }
  return [
    maskOf(originals),
    ...[...languages].map(([language, { translated, stale: old }]) => `${language}:${translated}:${old}`),
  ].join(" ");
}

export function parseTextState(text: string): TextState {
  const [originals, ...languages] = text.split(" ");
  return {
    originals: Number(originals),
    languages: new Map(
      languages.map((part) => {
        const [language = "", translated, stale] = part.split(":");
        // A translation whose original is now empty does not count.
        const wanted = Number(translated) & Number(originals);
        return [language, { translated: wanted, stale: Number(stale) & wanted }];
      }),
    ),
  };
}

/** Whether a text is not translated into a language, or only copied. */
export const isMissing = ({ originals, languages }: TextState, language: string): boolean =>
  (originals & ~(languages.get(language)?.translated ?? 0)) !== 0;

/** Whether the original of a translation was changed since. */
export const isStale = ({ languages }: TextState, language: string): boolean =>
  (languages.get(language)?.stale ?? 0) !== 0;
