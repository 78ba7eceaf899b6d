import {
  type AttributeColumn,
  attributeColumn,
  attributeHeader,
  isTranslated,
  type PlainColumn,
  type TranslatedField,
} from "../../contract/column-headers.ts";
import { plainColumnNamed } from "../../contract/column-names.ts";
import { defaultLanguage, languageCodes } from "../../contract/languages.ts";
import { mostColumns } from "../formats/sheet.ts";

/** A column of the sheet of items. Without `language` it is the value of the item itself. */
type TranslatedColumn = { readonly name: TranslatedField; readonly language: string };
export type ItemColumn =
  | { readonly name: PlainColumn; readonly language?: undefined }
  | TranslatedColumn
  | AttributeColumn;

/** The header of a column: each column has one of its own, whatever the key of an attribute contains. */
export function headerOf(column: ItemColumn): string {
  if (column.name === "attribute") return attributeHeader(column);
  return column.language === undefined ? column.name : `${column.name}@${column.language}`;
}

/** The column that a header names, in a language of the interface; undefined if a person has to say what it is. */
export function columnOfHeader(header: string): ItemColumn | undefined {
  const text = header.trim();
  const attribute =
    /^(?:attribute|attr|атрибут|характеристика|attribut|eigenschaft|merkmal|atributo|propiedad|característica|属性)[.:：](.*)$/isu.exec(
      text,
    )?.[1];
  if (attribute !== undefined) return attributeColumn(attribute);
  const plain = plainColumnNamed(text);
  if (plain !== undefined) return { name: plain };
  const { base, sign, language } = translationOf(text);
  const name = plainColumnNamed(base);
  if (name === undefined || !languageCodes.has(language)) return undefined;
  if (!isTranslated(name)) return undefined;
  // Only our own sign means a translation into the default language, which is there to be complete.
  return sign !== "@" && language === defaultLanguage ? { name } : { name, language };
}

/** The parts of `name@ru` or `name (ru)`. Without a regular expression, which would be quadratic in blanks. */
function translationOf(header: string): { base: string; sign: string; language: string } {
  const text = header.endsWith(")") ? header.slice(0, -1) : header;
  const before = text.slice(0, -2).trimEnd();
  const sign = before.slice(-1);
  const isSign = sign !== "" && "@_(-".includes(sign);
  return { base: isSign ? before.slice(0, -1).trimEnd() : "", sign, language: text.slice(-2).toLowerCase() };
}

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
