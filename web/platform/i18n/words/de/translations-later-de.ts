import { number } from "../../numbers.ts";
import type { translationsLaterEn } from "../en/translations-later-en.ts";
import { plural } from "./phrases-later-de.ts";

const texts = (count: number) => plural(count, { one: "Text", other: "Texte" });

export const translationsLaterDe: typeof translationsLaterEn = {
  board: {
    title: "Übersetzungen",
    subtitle: "Alle Texte des Katalogs, in den Sprachen, in denen Sie verkaufen.",
    show: "Anzeigen",
    states: { todo: "Zu erledigen", missing: "Fehlend", stale: "Veraltet", all: "Alle" },
    branches: "Bereiche",
    branch: "Bereich",
    whole: "Ganzes Projekt",
    done: "Fertig",
    nothingYet: "Noch nichts",
    counts: {
      todo: (count) => `noch ${texts(count)}`,
      missing: (count) => plural(count, { one: "Text fehlt", other: "Texte fehlen" }),
      stale: (count) => plural(count, { one: "veralteter Text", other: "veraltete Texte" }),
      all: texts,
    },
    shown: (count) => `${number(count, "de")} angezeigt`,
    showAll: "Alle Texte anzeigen",
    hint: (newLine, copy) =>
      `Enter: speichern und weiter · ${newLine}: neue Zeile in einer Beschreibung · ${copy}: Original kopieren`,
    translate: (field, of, language) => `${field} von „${of}“, ${language}`,
    open: (name) => `„${name}“ öffnen:`,
    before: "Vorher:",
    removed: "Entfernt:",
    copySource: "Original kopieren",
    copySourceOf: (what) => `Original kopieren: ${what}`,
    end: "Das war der letzte Text.",
    shortcuts: {
      title: "In den Übersetzungen",
      next: "Speichern und zum nächsten Text",
      newLine: "Neue Zeile in einer Beschreibung",
      step: "Vorheriger oder nächster Text",
      copySource: "Original kopieren, passt so",
      confirm: "Stimmt noch, weiter zum nächsten Text",
    },
  },
  catalogLanguage: {
    title: "Katalog anzeigen auf",
    original: (name) => `${name} · Original`,
    note: "Namen ohne Übersetzung bleiben im Original.",
    none: "Noch ist nichts übersetzt.",
  },
};
