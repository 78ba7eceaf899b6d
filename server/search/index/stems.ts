type Stemmer = (word: string) => string;

/**
 * The languages whose words are brought to a stem, with their script. A stemmer is loaded with the first word of its
 * language: all of them would take a part of every start.
 */
const languages: Record<string, { script: RegExp; load(): { stemmer: Stemmer } }> = {
  ar: { script: /\p{sc=Arab}/u, load: () => require("@orama/stemmers/arabic") },
  bg: { script: /\p{sc=Cyrl}/u, load: () => require("@orama/stemmers/bulgarian") },
  da: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/danish") },
  de: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/german") },
  el: { script: /\p{sc=Grek}/u, load: () => require("@orama/stemmers/greek") },
  en: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/english") },
  es: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/spanish") },
  fi: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/finnish") },
  fr: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/french") },
  hu: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/hungarian") },
  hy: { script: /\p{sc=Armn}/u, load: () => require("@orama/stemmers/armenian") },
  it: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/italian") },
  nl: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/dutch") },
  no: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/norwegian") },
  pt: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/portuguese") },
  ro: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/romanian") },
  ru: { script: /\p{sc=Cyrl}/u, load: () => require("@orama/stemmers/russian") },
  sv: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/swedish") },
  tr: { script: /\p{sc=Latn}/u, load: () => require("@orama/stemmers/turkish") },
  uk: { script: /\p{sc=Cyrl}/u, load: () => require("@orama/stemmers/ukrainian") },
};

const loaded = new Map<string, Stemmer>();

function stemmerOf(code: string): Stemmer {
  let stemmer = loaded.get(code);
  if (!stemmer) {
    stemmer = (languages[code] as (typeof languages)[string]).load().stemmer;
    loaded.set(code, stemmer);
  }
  return stemmer;
}

/** Shorter stems say too little: every word would be a form of every other. */
const shortestStem = 3;

/** The stems that a folded word can have in these languages. Without one, the word itself. */
export function stemsOf(word: string, inUse: readonly string[]): string[] {
  const stems = new Set<string>();
  for (const code of inUse) {
    const language = languages[code];
    if (!language?.script.test(word)) continue;
    const stem = stemmerOf(code)(word);
    stems.add(stem.length >= shortestStem ? stem : word);
  }
  if (stems.size === 0) stems.add(word);
  return [...stems];
}
