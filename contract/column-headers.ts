import { languageCodes } from "./languages.ts";

/** The columns of a spreadsheet with one value for an item, in the order of an export. */
export const plainColumns = [
  "id",
  "key",
  "version",
  "subcategory",
  "subcategoryId",
  "name",
  "simpleDescription",
  "price",
  "discount",
  "currency",
  "quantity",
  "visible",
  "priority",
  "tags",
  "badges",
  "imgs",
  "attributes",
] as const;

export type PlainColumn = (typeof plainColumns)[number];

/** The text fields that have translations. Attributes have them too. */
const translatedFields = ["name", "simpleDescription"] as const;
export type TranslatedField = (typeof translatedFields)[number];

export const isTranslated = (name: string): name is TranslatedField =>
  translatedFields.some((translated) => translated === name);

/**
 * A column with one attribute. `nth` tells attributes with the same key apart, the first is 1. Without `language` it is
 * the value of the item itself, with it that of a translation.
 */
export type AttributeColumn = {
  readonly name: "attribute";
  readonly key: string;
  readonly nth: number;
  readonly language?: string | undefined;
};

/** The header of an attribute: each has one of its own, whatever its key contains. */
export function attributeHeader({ key, nth, language }: Omit<AttributeColumn, "name">): string {
  const number = nth === 1 ? "" : ` [${nth}]`;
  return `attribute.${escapedKey(key)}${language === undefined ? "" : `@${language}`}${number}`;
}

/** The attribute that a header names behind `attribute.`. */
export function attributeColumn(text: string): AttributeColumn {
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
