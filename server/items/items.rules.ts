import { itemDefaults } from "../../contract/constants.ts";
import type { Comment } from "../../contract/items.ts";
import { versionedEtag } from "../http/conditional.ts";
import { type Languages, shownTranslation } from "../http/language.ts";
import type { Fields } from "../log/changes.sql.ts";
import { commentChanges } from "../log/comment-changes.ts";
import { type FieldChanges, type FieldColumns, fieldChanges, withDefaults } from "../log/field-changes.ts";
import { mergeTranslations, type Translations, translationChanges } from "../log/translations.ts";
import { foldedNames } from "./folded-names.ts";
import { plainKey, storedKey } from "./item-key.ts";

/** An item as it is stored. `imgs` and `tags` are JSON text, `details` the bytes of a JSON object. */
export type ItemRow = {
  key: number;
  id: string;
  subcategory_key: number;
  priority: number;
  visible: number;
  name: string;
  quantity: number;
  price: number;
  discount: number;
  currency: string;
  imgs: string;
  tags: string;
  details: Uint8Array;
  version: number;
  /** See `item-key.ts`. */
  external_key: string;
  subcategory_id: string;
};

/** Where an item is. A change touches both; a move stays within the project. */
export type ItemPlace = { category_key: number; project_key: number };
type KeyedRow = ItemRow & Pick<ItemPlace, "project_key">;
/** An item with everything that an update needs, including the notes of its stale translations. */
export type PlacedItemRow = ItemRow & ItemPlace & { stale: string };

const itemColumns = {
  name: { column: "name", stored: "plain" },
  visible: { column: "visible", stored: "flag" },
  priority: { column: "priority", stored: "plain" },
  quantity: { column: "quantity", stored: "plain" },
  price: { column: "price", stored: "plain" },
  discount: { column: "discount", stored: "plain" },
  currency: { column: "currency", stored: "plain" },
  imgs: { column: "imgs", stored: "json" },
  tags: { column: "tags", stored: "json" },
} as const satisfies FieldColumns;

/** The fields in `details`, in the order in which they are written. */
const detailNames = ["badges", "simpleDescription", "description", "translations", "comments"] as const;

export type Details = {
  badges: string[];
  simpleDescription: string;
  description: { key: string; value: string }[];
  translations: Translations;
  comments: Comment[];
};

/** The columns in the index of a list. A change of any of them makes the index invalid. */
export const indexedColumns = ["priority", "visible", "folded", "tags"] as const;

const quote = JSON.stringify;
const decoder = new TextDecoder();

/** Replaces the first byte by a brace: details that share the bytes of an answer start with its comma. */
export const detailsOf = (row: Pick<ItemRow, "details">): Details =>
  JSON.parse(`{${decoder.decode(row.details.subarray(1))}`);

const detailBytes = (details: Details): Uint8Array => Buffer.from(quote(details));

const opening = (row: Omit<ItemRow, "key" | "version" | "details" | "external_key">, name: string) =>
  `{"id":"${row.id}","name":${quote(name)},"visible":${row.visible === 1},"priority":${row.priority},"quantity":${row.quantity},"price":${row.price},"discount":${row.discount},"currency":"${row.currency}","imgs":${row.imgs},"tags":${row.tags},"subcategoryId":"${row.subcategory_id}",`;

/**
 * The item as the contract shows it. The details are copied as the database stores them: to decode, parse and encode
 * them again doubled the time from row to response. Ids contain no character that JSON escapes.
 */
export function itemBytes(row: ItemRow, languages: Languages, shown?: Set<string>): Uint8Array {
  let { name, details } = row;
  if (languages.length > 0) {
    const own = detailsOf(row);
    const translated = (field: string) => shownTranslation(own.translations, languages, field, shown);
    name = (translated("name") as string | undefined) ?? name;
    const simpleDescription = translated("simpleDescription");
    const description = translated("description");
    if (simpleDescription !== undefined || description !== undefined) {
      details = detailBytes(Object.assign(own, defined({ simpleDescription, description })));
    }
  }
  const start = opening(row, name);
  const length = Buffer.byteLength(start);
  const bytes = Buffer.allocUnsafeSlow(length + details.byteLength - 1);
  // The comma that ends the opening overwrites the brace that starts the details.
  bytes.set(details, length - 1);
  bytes.write(start);
  return bytes;
}

/** An item's bytes depend on its row, its subcategory's current id and the languages, and on nothing else. */
export const itemEtag = (row: ItemRow, languages: Languages): string =>
  versionedEtag(row.version, `${row.subcategory_id} ${languages}`);

const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The fields of a new item. A field that is missing or null gets its default. */
export function newItem(body: Fields): Fields {
  const given = withDefaults(body, itemDefaults);
  const item: Fields = { name: given.name, ...itemDefaults };
  for (const field of Object.keys(itemDefaults)) if (given[field] !== undefined) item[field] = given[field];
  return item;
}

/**
 * The columns of a new item, and its fields for the log. Both share one JSON text of the details, which the answer
 * copies too.
 */
export function storedItem(
  id: string,
  item: Fields,
  leaf: { key: number; id: string; project_key: number },
  externalKey: string | null = null,
) {
  const columns = {
    id,
    subcategory_key: leaf.key,
    priority: item.priority as number,
    visible: item.visible ? 1 : 0,
    name: item.name as string,
    folded: foldedNames(item.name as string, item.translations as Translations),
    quantity: item.quantity as number,
    price: item.price as number,
    discount: item.discount as number,
    currency: item.currency as string,
    imgs: quote(item.imgs),
    tags: quote(item.tags),
    external_key: storedKey(leaf.project_key, externalKey),
  };
  const own = `"badges":${quote(item.badges)},"simpleDescription":${quote(item.simpleDescription)},"description":${quote(item.description)},"translations":${quote(item.translations)}`;
  return {
    columns: { ...columns, details: Buffer.from(`{${own},"comments":[]}`) },
    fields: `${opening({ ...columns, subcategory_id: leaf.id }, columns.name)}${own}${externalKey === null ? "" : `,"key":${quote(externalKey)}`}}`,
  };
}

/** The changes that a PATCH makes. The endpoints of comments use it too, with the field `comments`. */
export function itemChanges(row: KeyedRow, patch: Fields, merge: boolean): FieldChanges {
  const values = withDefaults(patch, itemDefaults);
  const changes = fieldChanges(row, itemColumns, values);
  const { columns } = changes;
  if (values.key !== undefined) addExternalKey(changes, row, values.key as string | null);
  let translations: Translations | undefined;
  if (detailNames.some((name) => values[name] !== undefined)) {
    translations = changeDetails(changes, row, values, merge && patch.translations !== null);
  } else if (columns.name !== undefined) {
    translations = detailsOf(row).translations;
  }
  if (translations !== undefined) changes.translations = translations;
  // Search looks at names only: a change of another text leaves the index of the leaf valid.
  if (columns.name !== undefined || (columns.details !== undefined && values.translations !== undefined)) {
    columns.folded = foldedNames((columns.name ?? row.name) as string, translations as Translations);
  }
  return changes;
}

/** Adds what changes in the details, which are one column. Returns the translations of the changed item. */
function changeDetails(changes: FieldChanges, row: KeyedRow, values: Fields, mergesTranslations: boolean) {
  const details = detailsOf(row);
  const next = { ...details };
  for (const name of detailNames) {
    const value = values[name];
    if (value === undefined) continue;
    (next as Fields)[name] =
      name === "translations" && mergesTranslations
        ? mergeTranslations(details.translations, value as Translations)
        : value;
    const { before, after } = detailChanges(name, details, next);
    Object.assign(changes.before, before);
    Object.assign(changes.after, after);
  }
  if (Object.keys(changes.after).some((field) => !(field in itemColumns))) changes.columns.details = detailBytes(next);
  return next.translations;
}

function detailChanges(
  name: (typeof detailNames)[number],
  old: Details,
  now: Details,
): { before: Fields; after: Fields } {
  if (name === "translations") return translationChanges(old.translations, now.translations);
  if (name === "comments") return commentChanges(old.comments, now.comments);
  if (quote(old[name]) === quote(now[name])) return { before: {}, after: {} };
  return { before: { [name]: old[name] }, after: { [name]: now[name] } };
}

function addExternalKey(changes: FieldChanges, row: KeyedRow, externalKey: string | null): void {
  const stored = storedKey(row.project_key, externalKey);
  if (stored === row.external_key) return;
  changes.columns.external_key = stored;
  changes.before.key = plainKey(row.external_key);
  changes.after.key = externalKey;
}

/** All fields of an item, for the log entry of its deletion. Its key is among them, other than in the contract. */
export function itemFields(row: ItemRow): Fields {
  const fields: Fields = JSON.parse(decoder.decode(itemBytes(row, [])));
  const externalKey = plainKey(row.external_key);
  return externalKey === null ? fields : { ...fields, key: externalKey };
}
