import { languageStore } from "./i18n/i18n.ts";
import { useStore } from "./store.ts";

/** A day and a time in the language of the interface. */
export function useDates() {
  const language = useStore(languageStore);
  const days = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const moments = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  return { day: (at: string) => days.format(new Date(at)), moment: (at: string) => moments.format(new Date(at)) };
}

/** A day as date fields have it: in local time. */
export function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day so many days from now. */
export function dayAfter(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return dayOf(date);
}

/** The end of the last day on which something is valid. */
export const endOfDay = (day: string) => new Date(`${day}T23:59:59`).toISOString();
