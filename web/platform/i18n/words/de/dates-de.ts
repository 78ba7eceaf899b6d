import type { datesEn } from "../en/dates-en.ts";

export const datesDe: typeof datesEn = {
  dates: {
    pattern: "TT.MM.JJJJ",
    unreadable: "Geben Sie ein Datum ein, zum Beispiel 31.12.2030.",
    open: "Kalender öffnen",
    previousYear: "Voriges Jahr",
    previousMonth: "Voriger Monat",
    nextMonth: "Nächster Monat",
    nextYear: "Nächstes Jahr",
    today: "Heute",
    clear: "Leeren",
  },
};
