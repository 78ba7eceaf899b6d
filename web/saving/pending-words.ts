import type { Text } from "../i18n/i18n.ts";
import type { Act } from "./act.ts";

/** What an act does, in words. */
export function actWords(t: Text, { title: { what, name = "", where = "", count = 0 } }: Act): string {
  const words = t.acts[what];
  return words({ name, where, count });
}
