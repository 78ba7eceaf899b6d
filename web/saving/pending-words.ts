import type { Text } from "../i18n/i18n.ts";
import type { Act } from "./act.ts";
import { failing } from "./reason.ts";

/** What an act does, in words. */
export function actWords(t: Text, { title: { what, name = "", where = "", count = 0 } }: Act): string {
  const words = t.acts[what];
  return words({ name, where, count });
}

/** Of an act that someone must decide about. Whether one that was set aside has been carried out, nobody knows. */
export const heldWords = (t: Text, act: Act): string =>
  (act.hold?.code === failing ? t.saving.setAside : t.saving.refused)(actWords(t, act));
