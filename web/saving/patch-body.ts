import type { FieldPath } from "./edit.ts";

/** `translations.ru.name` goes as a merge patch of one field, so that two translators never overwrite each other. */
export function patchBody(field: FieldPath, value: unknown): { body: object; merge: boolean } {
  if (!field.startsWith("translations.")) return { body: { [field]: value }, merge: false };
  const [, language = "", name = ""] = field.split(".");
  return { body: { translations: { [language]: { [name]: value ?? null } } }, merge: true };
}
