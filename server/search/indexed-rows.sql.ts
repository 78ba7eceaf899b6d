import { defaultLanguage } from "../../contract/languages.ts";
import { plainKey } from "../items/item-key.ts";
import type { Details, PlacedItemRow } from "../items/items.rules.ts";
import { type TranslatedField, translatedFields, translatedTexts } from "../log/stale-translations.ts";
import type { Translations } from "../log/translations.ts";
import type { Entry } from "./index/entry.ts";
import type { Changes } from "./index/project-index.ts";
import { formatTextState } from "./index/text-states.ts";

export type NodeRow = {
  key: number;
  parent_key: number;
  name: string;
  visible: number;
  priority: number;
  img: string;
  translations: string;
  stale: string;
  version: number;
  actor: string | null;
  item_count: number;
};
export type ItemRow = Pick<
  PlacedItemRow,
  | "key"
  | "subcategory_key"
  | "name"
  | "visible"
  | "priority"
  | "quantity"
  | "price"
  | "discount"
  | "currency"
  | "imgs"
  | "tags"
  | "details"
  | "stale"
  | "version"
  | "external_key"
> & { actor: string | null };

const lastChange = (table: string) => `left join changes h on h.seq = ${table}.version`;
export const categoriesOf = (where: string) =>
  `select c.key, 0 as parent_key, c.name, c.visible, c.priority, c.img, c.translations, c.stale, c.version, h.actor,
    0 as item_count from categories c ${lastChange("c")} where ${where}`;
export const nodesOf = (where: string) =>
  `select s.key, coalesce(s.parent_key, s.category_key) as parent_key, s.name, s.visible, s.priority, s.img,
    s.translations, s.stale, s.version, h.actor, s.item_count
    from subcategories s ${lastChange("s")} where ${where}`;
export const itemsOf = (where: string) =>
  `select i.key, i.subcategory_key, i.name, i.visible, i.priority, i.quantity, i.price, i.discount, i.currency, i.imgs,
    i.tags, i.details, i.stale, i.version, i.external_key, h.actor from items i ${lastChange("i")} where ${where}`;

type TranslatedTexts = Record<string, { name?: string; simpleDescription?: string; description?: { value: string }[] }>;

/** The names by language, and all other texts of all languages. */
function textsOf(translations: TranslatedTexts): { names: Record<string, string>; texts: string[] } {
  const names: Record<string, string> = {};
  const texts: string[] = [];
  for (const [language, { name, simpleDescription, description }] of Object.entries(translations)) {
    if (name && language !== defaultLanguage) names[language] = name;
    else if (name) texts.push(name);
    if (simpleDescription) texts.push(simpleDescription);
    for (const { value } of description ?? []) texts.push(value);
  }
  return { names, texts };
}

const isText = (value: unknown) => (Array.isArray(value) || typeof value === "string") && value.length > 0;

type Texts = Partial<Record<TranslatedField, unknown>>;

/** The texts that are not empty, as bits in the order of `translatedFields`. */
const maskOf = (texts: Texts): number =>
  translatedFields.reduce((mask, field, bit) => (isText(texts[field]) ? mask | (1 << bit) : mask), 0);

/**
 * Which texts a row has, which of them are translated and which translations are stale. A copy of the original that
 * nobody confirmed does not count as translated.
 */
function textState(originals: Texts, translations: Translations, stale: string): string {
  const languages = new Map<string, { translated: number; stale: number }>();
  for (const { language, field, state } of translatedTexts(originals, translations, stale)) {
    if (state === "missing") continue;
    const found = languages.get(language) ?? { translated: 0, stale: 0 };
    const bit = 1 << translatedFields.indexOf(field);
    if (state !== "copied") found.translated |= bit;
    if (state === "stale") found.stale |= bit;
    languages.set(language, found);
  }
  return formatTextState({ originals: maskOf(originals), languages });
}

function nodeEntry(kind: "category" | "subcategory", row: NodeRow): Entry {
  const translations = JSON.parse(row.translations) as Translations;
  return {
    kind,
    key: row.key,
    place: row.key,
    version: row.version,
    actor: row.actor ?? "",
    name: row.name,
    ...textsOf(translations as TranslatedTexts),
    tags: [],
    badges: [],
    visible: row.visible === 1,
    hasPicture: row.img !== "",
    hasComments: false,
    priority: row.priority,
    price: 0,
    discount: 0,
    quantity: 0,
    currency: "",
    textState: textState({ name: row.name }, translations, row.stale),
  };
}

const decoder = new TextDecoder();

function itemEntry(row: ItemRow): Entry {
  const details = JSON.parse(decoder.decode(row.details)) as Details;
  const { names, texts } = textsOf(details.translations as TranslatedTexts);
  return {
    kind: "item",
    key: row.key,
    place: row.subcategory_key,
    version: row.version,
    actor: row.actor ?? "",
    name: row.name,
    names,
    texts: [
      plainKey(row.external_key) ?? "",
      details.simpleDescription,
      ...details.description.map(({ value }) => value),
      ...texts,
    ],
    tags: row.tags === "[]" ? [] : JSON.parse(row.tags),
    badges: details.badges,
    visible: row.visible === 1,
    hasPicture: row.imgs !== "[]" && (JSON.parse(row.imgs) as string[]).some((img) => img !== ""),
    hasComments: details.comments.length > 0,
    priority: row.priority,
    price: row.price,
    discount: row.discount,
    quantity: row.quantity,
    currency: row.currency,
    textState: textState({ ...details, name: row.name }, details.translations, row.stale),
  };
}

/** The entries of rows that were read, the parents of those that are nodes, and what is gone. */
export class Read implements Changes {
  readonly entries = new Map<number, Entry>();
  readonly parents = new Map<number, number>();
  readonly gone = new Set<number>();

  addNodes(kind: "category" | "subcategory", rows: readonly NodeRow[]): void {
    for (const row of rows) {
      this.entries.set(row.key, nodeEntry(kind, row));
      this.parents.set(row.key, row.parent_key);
    }
  }

  addItems(rows: readonly ItemRow[]): void {
    for (const row of rows) this.entries.set(row.key, itemEntry(row));
  }
}
