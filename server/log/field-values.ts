import type { Comment } from "../../contract/items.ts";
import type { Fields } from "./changes.sql.ts";
import { withComment } from "./comment-changes.ts";
import { type Translations, translationValue, withTranslations } from "./translations.ts";

/** Whether a field of the log names the parent of an entity. */
export const isParentField = (field: string): boolean => field === "parentId" || field === "subcategoryId";

/** The current value of a field, by its name in the log. `fields` are those of the contract. */
export function currentValue(fields: Fields, name: string): unknown {
  const [first, second = "", third] = name.split(".");
  if (first === "translations") return translationValue(fields.translations as Translations, second, third);
  if (first === "comments") return (fields.comments as Comment[]).find(({ id }) => id === second) ?? null;
  return fields[name] ?? null;
}

/** Converts values by their names in the log into the values of a write. */
export function toWrite(fields: Fields, values: Fields): Fields {
  const write: Fields = {};
  const translated: Fields = {};
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith("translations.")) translated[name] = value;
    else if (name.startsWith("comments.")) {
      const comments = (write.comments ?? fields.comments) as Comment[];
      write.comments = withComment(comments, name.slice("comments.".length), value as Comment | null);
    } else write[name] = value;
  }
  if (Object.keys(translated).length > 0) {
    write.translations = withTranslations(fields.translations as Translations, translated);
  }
  return write;
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
