import { defaultLanguage, languageCodes } from "../../contract/languages.ts";

/**
 * The languages that a client prefers to the default one, best first; empty for the default. Languages after `en` do
 * not count: `en` is always available.
 */
export type Languages = readonly string[];

const none: Languages = [];
const mostRanges = 32;

/** `lang` wins over Accept-Language. Unknown and malformed languages are ignored. */
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

/** `ru-RU` and `RU` mean `ru`; `*` means the default. */
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
 * The translation of a field in the first of `languages` that has one. Adds that language to `shown`.
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

/** The name of a category or subcategory, whose translations are stored as text. */
export const nameIn = (
  { name, translations }: { name: string; translations: string },
  languages: Languages,
  shown?: Set<string>,
): string => {
  if (languages.length === 0) return name;
  return shownTranslation<"name", string>(JSON.parse(translations), languages, "name", shown) ?? name;
};

/** The Content-Language header: every language in the response. */
export function contentLanguage(shown: ReadonlySet<string>): string {
  return shown.size === 0 ? defaultLanguage : [...shown].join(", ");
}
