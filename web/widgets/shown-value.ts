import type { Comment } from "../../contract/items.ts";
import type { Text } from "../platform/i18n/i18n.ts";

/** Any value of a field in words. */
export function shownValue(t: Text, value: unknown): string {
  if (value === undefined || value === null || value === "") return t.saving.empty;
  if (typeof value === "boolean") return value ? t.common.yes : t.common.no;
  if (Array.isArray(value)) {
    if (value.length === 0) return t.saving.empty;
    const parts = value.map((one: unknown) => {
      if (typeof one !== "object" || one === null) return String(one);
      const { key, value: text } = one as { key?: string; value?: string };
      return `${key}: ${text}`;
    });
    return parts.join(", ");
  }
  // The only object that is no list is a comment.
  return typeof value === "object" ? String((value as Partial<Comment>).text) : String(value);
}
