import { defaultLanguage, languageCodes } from "../../contract/languages.ts";

/**
 * The languages a client wants before the default one, best first; empty for the default. What comes after `en`
 * does not count: `en` is always there.
 */
export type Languages = readonly string[];

const none: Languages = [];
const mostRanges = 32;

/** `lang` wins over Accept-Language. What is unknown or malformed is passed over, never an error. */
export function requestedLanguages(lang: string | undefined, acceptLanguage: string | null): Languages {
  if (lang !== undefined && lang !== "") return upToDefault(lang.split(",", mostRanges).map(primary));
  if (acceptLanguage === null || acceptLanguage === "") return none;
  const ranges = acceptLanguage.split(",", mostRanges).map((part, index) => {
    const [range = "", ...parameters] = part.split(";");
    const q = parameters.map((parameter) => /^\s*q\s*=(.*)$/i.exec(parameter)?.[1]).find((v) => v !== undefined);
    return { code: primary(range), quality: q === undefined ? 1 : Number(q), index };
  });
  const wanted = ranges.filter(({ quality }) => quality > 0);
  wanted.sort((a, b) => b.quality - a.quality || a.index - b.index);
  return upToDefault(wanted.map(({ code }) => code));
}

/** `ru-RU` and `RU` mean `ru`; `*` takes what is there, the default. */
function primary(tag: string): string {
  const code = tag.trim().toLowerCase().split("-", 1)[0] ?? "";
  return code === "*" ? defaultLanguage : code;
}

function upToDefault(codes: string[]): Languages {
  const wanted: string[] = [];
  for (const code of codes) {
    if (code === defaultLanguage) break;
    if (languageCodes.has(code) && !wanted.includes(code)) wanted.push(code);
  }
  return wanted;
}

/**
 * What a reader of `languages` is shown in place of one field: its translation in the first language that has one.
 * Notes that language in `shown`.
 */
export function shownTranslation<Field extends string, T>(
  translations: Record<string, { [F in Field]?: T }>,
  languages: Languages,
  field: Field,
  shown?: Set<string>,
): T | undefined {
  for (const language of languages) {
    const value = translations[language]?.[field];
    if (value === undefined) continue;
    shown?.add(language);
    return value;
  }
  return undefined;
}

/** For Content-Language: every language that stands in the answer. */
export function contentLanguage(shown: ReadonlySet<string>): string {
  return shown.size === 0 ? defaultLanguage : [...shown].join(", ");
}
