import type { Comment } from "../../contract/items.ts";
import type { Fields } from "./changes.sql.ts";
import { withComment } from "./comment-changes.ts";
import { type Translations, translationValue, withTranslations } from "./translations.ts";

/** The fields under which the log writes down where a thing is. */
export const isPlace = (field: string): boolean => field === "parentId" || field === "subcategoryId";

/** What stands in a field of a thing, under the name that the log gives it. `fields` are as the contract shows them. */
export function currentValue(fields: Fields, name: string): unknown {
  const [first, second = "", third] = name.split(".");
  if (first === "translations") return translationValue(fields.translations as Translations, second, third);
  if (first === "comments") return (fields.comments as Comment[]).find(({ id }) => id === second) ?? null;
  return fields[name] ?? null;
}

/** The values that a write takes for values under the names of the log. */
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
