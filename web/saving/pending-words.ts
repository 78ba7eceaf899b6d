import type { Text } from "../platform/i18n/i18n.ts";
import { failing } from "../platform/reason.ts";
import type { Act, ActTitle } from "./act.ts";

/** What an act did, or does while it waits. */
export const titleWords = (t: Text, title: ActTitle): string => t.acts[title.what](wordsOf(title));

export const actWords = (t: Text, { title }: Act): string => titleWords(t, title);

/** What could not be done. It is not known whether an act that was set aside was carried out. */
export const heldWords = (t: Text, { title, hold }: Pick<Act, "title" | "hold">): string =>
  (hold?.code === failing ? t.saving.setAside : t.saving.refused)(t.tasks[title.what](wordsOf(title)));

const wordsOf = ({ name = "", where = "", count = 0, added = 0 }: ActTitle) => ({ name, where, count, added });
