import { languageStore } from "../i18n/i18n.ts";
import { useStore } from "../store.ts";

/** A day and a time in the language of the interface. */
export function useDates() {
  const language = useStore(languageStore);
  const days = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const moments = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  return { day: (at: string) => days.format(new Date(at)), moment: (at: string) => moments.format(new Date(at)) };
}
