import type { Comment } from "../../contract/items.ts";
import { itemDefaults } from "../../contract/items.ts";
import type { Fields } from "../changes/changes.sql.ts";
import { type FieldChanges, type FieldColumns, fieldChanges, withDefaults } from "../changes/field-changes.ts";
import { mergeTranslations } from "../changes/translations.ts";
import { type Languages, shownTranslation } from "../http/language.ts";
import { foldedNames } from "./fold.ts";

/** An item as it is stored. Lists and objects are JSON text. */
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
  badges: string;
  simple_description: string;
  description: string;
  translations: string;
  comments: string;
  version: number;
  subcategory_id: string;
};

export const itemColumns = {
  name: { column: "name", stored: "plain" },
  visible: { column: "visible", stored: "flag" },
  priority: { column: "priority", stored: "plain" },
  quantity: { column: "quantity", stored: "plain" },
  price: { column: "price", stored: "plain" },
  discount: { column: "discount", stored: "plain" },
  currency: { column: "currency", stored: "plain" },
  imgs: { column: "imgs", stored: "json" },
  tags: { column: "tags", stored: "json" },
  badges: { column: "badges", stored: "json" },
  simpleDescription: { column: "simple_description", stored: "plain" },
  description: { column: "description", stored: "json" },
  translations: { column: "translations", stored: "json" },
} as const satisfies FieldColumns;

/** The columns that decide which lists an item is in and where: who keeps an index of them must hear of a change. */
export const indexedColumns = ["priority", "visible", "folded", "tags"] as const;

const quote = JSON.stringify;

/** The item as the contract shows it. JSON columns are passed on as they are: nothing is parsed to be written again. */
export function itemJson(row: ItemRow, languages: Languages, shown?: Set<string>): string {
  let name = row.name;
  let simpleDescription = row.simple_description;
  let description = row.description;
  if (languages.length > 0 && row.translations !== "{}") {
    const translation = shownTranslation<Fields>(JSON.parse(row.translations), languages);
    if (translation) {
      const { fields } = translation;
      shown?.add(translation.language);
      if (fields.name !== undefined) name = fields.name as string;
      if (fields.simpleDescription !== undefined) simpleDescription = fields.simpleDescription as string;
      if (fields.description !== undefined) description = quote(fields.description);
    }
  }
  return `{"id":${quote(row.id)},"name":${quote(name)},"visible":${row.visible === 1},"priority":${row.priority},"quantity":${row.quantity},"price":${row.price},"discount":${row.discount},"currency":"${row.currency}","imgs":${row.imgs},"tags":${row.tags},"badges":${row.badges},"simpleDescription":${quote(simpleDescription)},"description":${description},"subcategoryId":${quote(row.subcategory_id)},"translations":${row.translations},"comments":${row.comments}}`;
}

/** A new item's fields, what was left out or null filled with the defaults. */
export function newItem(body: Fields): Fields {
  const given = withDefaults(body, itemDefaults);
  const item: Fields = { name: given.name, ...itemDefaults };
  for (const field of Object.keys(itemColumns)) if (given[field] !== undefined) item[field] = given[field];
  return item;
}

export function itemChanges(row: ItemRow, patch: Fields, merge: boolean): FieldChanges {
  let values = withDefaults(patch, itemDefaults);
  if (merge && patch.translations) {
    values = { ...values, translations: mergeTranslations(JSON.parse(row.translations), patch.translations as never) };
  }
  const changes = fieldChanges(row, itemColumns, values);
  const { columns } = changes;
  if (columns.name !== undefined || columns.translations !== undefined) {
    columns.folded = foldedNames(
      (columns.name ?? row.name) as string,
      JSON.parse((columns.translations ?? row.translations) as string),
    );
  }
  return changes;
}

export const itemFields = (row: ItemRow): Fields => JSON.parse(itemJson(row, []));

export const commentsOf = (row: ItemRow): Comment[] => JSON.parse(row.comments);
