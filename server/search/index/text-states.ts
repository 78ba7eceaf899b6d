/** A set of texts as bits. */
type Mask = number;
type InLanguage = { translated: Mask; stale: Mask };
/** Which texts an entry has, which of them each language has, and which of those are stale. */
export type TextState = { originals: Mask; languages: ReadonlyMap<string, InLanguage> };

/** A state as text. Many entries share one, so a column has each once. */
export const formatTextState = ({ originals, languages }: TextState): string =>
  [originals, ...[...languages].map(([language, { translated, stale }]) => `${language}:${translated}:${stale}`)].join(
    " ",
  );

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
