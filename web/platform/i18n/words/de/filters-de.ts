import type { filtersEn } from "../en/filters-en.ts";

export const filtersDe: typeof filtersEn = {
  filters: {
    title: "Filter",
    add: "Filter",
    any: "Beliebig",
    kinds: {
      place: "Kategorie",
      visible: "Sichtbarkeit",
      quantity: "Bestand",
      price: "Preis",
      currency: "Währung",
      discount: "Rabatt",
      tags: "Tags",
      badges: "Badges",
      picture: "Bild",
      missing: "Fehlende Übersetzung",
      outdated: "Veraltete Übersetzung",
      changedSince: "Geändert seit",
      changedBy: "Geändert von",
      commented: "Kommentare",
    },
    modes: { any: "eines von", all: "alle von", none: "keines von" },
    mode: "Verknüpfung",
    find: "Wert suchen",
    noValues: "Keine Werte",
    from: "Von",
    to: "Bis",
    crossed: "„Von“ ist größer als „Bis“.",
    range: (name, low, high) =>
      low === high
        ? `${name}: ${low}`
        : low === undefined
          ? `${name} bis ${high}`
          : high === undefined
            ? `${name} ab ${low}`
            : `${name}: ${low} – ${high}`,
    outOfStock: "Nicht vorrätig",
    inStock: "Vorrätig",
    withPicture: "Mit Bild",
    noPicture: "Ohne Bild",
    withComments: "Mit Kommentaren",
    noComments: "Ohne Kommentare",
    missing: (language) => `Nicht übersetzt: ${language}`,
    outdated: (language) => `Übersetzung veraltet: ${language}`,
    periods: { today: "Heute", "7d": "Letzte 7 Tage", "30d": "Letzte 30 Tage" },
    changed: {
      today: "Heute geändert",
      "7d": "In den letzten 7 Tagen geändert",
      "30d": "In den letzten 30 Tagen geändert",
    },
    sinceDay: "Ab diesem Tag",
    changedAfter: (day) => `Geändert seit ${day}`,
    changedBy: (who) => `Geändert von ${who}`,
    person: "Name der Person oder des Schlüssels",
    in: (place) => `In ${place}`,
    sorted: (field, arrow) => `Sortiert nach ${field} ${arrow}`,
    lastChanged: "Zuletzt geänderte zuerst",
    longestUnchanged: "Am längsten unveränderte zuerst",
    bestMatch: "Beste Treffer zuerst",
  },
};
