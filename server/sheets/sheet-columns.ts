import { defaultLanguage, languageCodes } from "../../contract/languages.ts";
import { type PlainColumn, plainColumnNamed } from "./column-names.ts";

/** The text fields that have translations. Attributes have them too. */
const translatedFields = ["name", "simpleDescription"] as const;
export type TranslatedField = (typeof translatedFields)[number];

/**
 * A column of the sheet of items. `nth` tells attributes with the same key apart, the first is 1. Without `language` it
 * is the value of the item itself, with it that of a translation.
 */
export type AttributeColumn = {
  readonly name: "attribute";
  readonly key: string;
  readonly nth: number;
  readonly language?: string | undefined;
};
type TranslatedColumn = { readonly name: TranslatedField; readonly language: string };
export type ItemColumn =
  | { readonly name: PlainColumn; readonly language?: undefined }
  | TranslatedColumn
  | AttributeColumn;

/**
 * Most columns of a sheet that is read or written. The attributes that have no column are together in the column
 * `attributes`, so a wide catalog is exported in full.
 */
export const mostColumns = 1_000;

/** The header of a column: each column has one of its own, whatever the key of an attribute contains. */
export function headerOf(column: ItemColumn): string {
  const language = column.language === undefined ? "" : `@${column.language}`;
  if (column.name !== "attribute") return column.name + language;
  const nth = column.nth === 1 ? "" : ` [${column.nth}]`;
  return `attribute.${escapedKey(column.key)}${language}${nth}`;
}

/** The column that a header names, in English or Russian; undefined if a person has to say what it is. */
export function columnOfHeader(header: string): ItemColumn | undefined {
  const text = header.trim();
  const attribute = /^(?:attribute|attr|атрибут|характеристика)[.:](.*)$/isu.exec(text)?.[1];
  if (attribute !== undefined) return attributeColumn(attribute);
  const plain = plainColumnNamed(text);
  if (plain !== undefined) return { name: plain };
  const [, base = "", sign = "", code = ""] = /^(.*?)\s*([@_(-])\s*([a-z]{2})\)?$/isu.exec(text) ?? [];
  const name = plainColumnNamed(base);
  const language = code.toLowerCase();
  if (name === undefined || !languageCodes.has(language)) return undefined;
  if (!isTranslated(name)) return undefined;
  // Only our own sign means a translation into the default language, which is there to be complete.
  return sign !== "@" && language === defaultLanguage ? { name } : { name, language };
}

const isTranslated = (name: string): name is TranslatedField =>
  translatedFields.some((translated) => translated === name);

function attributeColumn(text: string): AttributeColumn {
  let rest = text;
  const number = / \[([1-9]\d{0,2})\]$/.exec(rest);
  if (number !== null) rest = rest.slice(0, number.index);
  const nth = Number(number?.[1] ?? 1);
  const language = languageAtEnd(rest);
  if (language !== undefined) rest = rest.slice(0, -3);
  return { name: "attribute", key: plainKey(rest.trim()), nth, ...(language !== undefined && { language }) };
}

const languageAtEnd = (text: string): string | undefined => {
  const code = /@([a-z]{2})$/.exec(text)?.[1];
  return code !== undefined && languageCodes.has(code) ? code : undefined;
};

/**
 * A key that ends like a language, a number or a blank gets a backslash behind it, one that starts with a blank gets
 * one in front. A key that looks as if that had happened gets one more.
 */
const atStart = /^\\*\s/u;
const atEnd = /(?:@[a-z]{2}| \[\d+\]|\s)\\*$/u;
const escapedKey = (key: string): string => {
  const started = atStart.test(key) ? `\\${key}` : key;
  return atEnd.test(started) ? `${started}\\` : started;
};
const plainKey = (text: string): string => {
  const ended = text.endsWith("\\") && atEnd.test(text) ? text.slice(0, -1) : text;
  return ended.startsWith("\\") && atStart.test(ended) ? ended.slice(1) : ended;
};

/** What the items of an export use, most used first. */
export type InUse = {
  readonly languages: readonly string[];
  readonly attributes: readonly Omit<AttributeColumn, "name">[];
};

const places: readonly PlainColumn[] = ["id", "key", "version", "subcategory", "subcategoryId"];
const numbers: readonly PlainColumn[] = ["price", "discount", "currency", "quantity", "visible", "priority"];
const lists: readonly PlainColumn[] = ["tags", "badges", "imgs"];

/** All columns of an export. `attributes` holds what found no column. */
export function allColumns({ languages, attributes }: InUse): ItemColumn[] {
  const translated = (field: TranslatedField): ItemColumn[] => [
    { name: field },
    ...languages.map((language) => ({ name: field, language })),
  ];
  const plain = (names: readonly PlainColumn[]): ItemColumn[] => names.map((name) => ({ name }));
  const columns = [
    ...plain(places),
    ...translated("name"),
    ...plain(numbers),
    ...plain(lists),
    ...translated("simpleDescription"),
  ];
  const room = mostColumns - columns.length - 1;
  const own = attributes.slice(0, room).map((attribute): ItemColumn => ({ name: "attribute", ...attribute }));
  return [...columns, ...own, { name: "attributes" }];
}
