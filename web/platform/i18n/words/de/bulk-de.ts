import type { bulkEn, Lack } from "../en/bulk-en.ts";
import { items, plural } from "./phrases-later-de.ts";

/** In the accusative. */
const lackNames: Record<Lack, string> = { name: "keinen eigenen Namen", price: "keinen Preis", picture: "kein Bild" };
const itemsHave = (count: number) => plural(count, { one: "Artikel hat", other: "Artikel haben" });
const joined = (parts: readonly string[]) => new Intl.ListFormat("de").format(parts);

export const bulkDe: typeof bulkEn = {
  bulk: {
    title: (count) => `${items(count)} bearbeiten`,
    field: "Feld",
    value: "Neuer Wert",
    preview: "Was sich ändert",
    changes: (count) => plural(count, { one: "Artikel ändert sich", other: "Artikel ändern sich" }),
    unchanged: (count) => `${plural(count, { one: "hat", other: "haben" })} diese Werte schon`,
    more: (count) => `und ${plural(count, { one: "weiterer Artikel", other: "weitere Artikel" })}`,
    apply: (count) => `${items(count)} ändern`,
    addField: "Weiteres Feld",
    removeField: (field) => `${field} nicht ändern`,
    nothing: "Wählen Sie ein Feld und einen Wert, um zu sehen, was sich ändert.",
    titleMatching: (count) => `Alle Treffer bearbeiten: ${items(count)}`,
    matching: (count) => plural(count, { other: "Treffer" }),
    looking: "Änderungen werden ermittelt …",
    noPreview:
      "Ohne Verbindung gibt es keine Vorschau. Die Änderung wird gesendet, sobald die Verbindung wieder da ist.",
    operations: "Eine Zahl für alle oder +5, −5, *1,5, +10 %, −10 %",
    round: "Rundung",
    noRounding: "Keine",
    roundings: { "0.99": "Auf ,99", "0.5": "Auf 0,5", "1": "Auf ganze Zahl" },
    way: "Aktion",
    ways: { add: "Hinzufügen", remove: "Entfernen", set: "Ganze Liste ersetzen" },
    findAndReplace: "Suchen und ersetzen",
    replaceIn: "In",
    replaceLanguage: "Sprache",
    original: "Original",
    find: "Suchen",
    replaceBy: "Ersetzen durch",
  },
  /** Before the shop gives away what had a price. */
  emptyPrices: {
    titleOf: (name) => `Preis von „${name}“ entfernen?`,
    title: (count) =>
      `Preis von ${plural(count, { one: "sichtbaren Artikel", other: "sichtbaren Artikeln" })} entfernen?`,
    what: "Der Shop zeigt das und würde es umsonst anbieten.",
    keep: "Preis behalten",
    remove: "Preis entfernen",
  },
  /** What the shop would show of unfinished items. */
  showing: {
    titleOf: (name) => `„${name}“ im Shop einblenden?`,
    title: (count) => `${plural(count, { one: "unfertigen Artikel", other: "unfertige Artikel" })} im Shop einblenden?`,
    lacks: (lacks) => `Der Artikel hat ${joined(lacks.map((lack) => lackNames[lack]))}.`,
    counts: {
      name: (count) => `${itemsHave(count)} ${lackNames.name}`,
      price: (count) => `${itemsHave(count)} ${lackNames.price}`,
      picture: (count) => `${itemsHave(count)} ${lackNames.picture}`,
    },
    unfinished: "Im Shop wären unfertige Artikel zu sehen",
    keep: "Ausgeblendet lassen",
    show: "Trotzdem einblenden",
  },
};
