import type { HistoryEntry } from "../../../../../contract/changes.ts";
import type { ChangedField, Subject } from "../../change-words.ts";
import type { historyLaterEn } from "../en/history-later-en.ts";
import { plural } from "./phrases-later-de.ts";

type Kind = HistoryEntry["kind"];
type Case = "accusative" | "dative";
/** With their articles, in the accusative and the genitive. */
const fieldNames: Record<ChangedField, [accusative: string, genitive: string]> = {
  name: ["den Namen", "des Namens"],
  price: ["den Preis", "des Preises"],
  discount: ["den Rabatt", "des Rabatts"],
  currency: ["die Währung", "der Währung"],
  quantity: ["den Bestand", "des Bestands"],
  priority: ["die Priorität", "der Priorität"],
  tags: ["die Tags", "der Tags"],
  badges: ["die Badges", "der Badges"],
  imgs: ["die Bilder", "der Bilder"],
  img: ["das Bild", "des Bildes"],
  simpleDescription: ["die Kurzbeschreibung", "der Kurzbeschreibung"],
  description: ["die Eigenschaften", "der Eigenschaften"],
  id: ["die Adresse", "der Adresse"],
  key: ["die Artikelnummer", "der Artikelnummer"],
};
const named: Record<Kind, string> = {
  item: "den Artikel",
  category: "die Kategorie",
  subcategory: "die Unterkategorie",
};
const thisOne: Record<Kind, string> = {
  item: "diesen Artikel",
  category: "diese Kategorie",
  subcategory: "diese Unterkategorie",
};
const otherThings: Record<Case, Record<Kind, { one: string; other: string }>> = {
  accusative: {
    item: { one: "weiteren Artikel", other: "weitere Artikel" },
    category: { one: "weitere Kategorie", other: "weitere Kategorien" },
    subcategory: { one: "weitere Unterkategorie", other: "weitere Unterkategorien" },
  },
  dative: {
    item: { one: "weiteren Artikel", other: "weiteren Artikeln" },
    category: { one: "weiteren Kategorie", other: "weiteren Kategorien" },
    subcategory: { one: "weiteren Unterkategorie", other: "weiteren Unterkategorien" },
  },
};
const andOthers = ({ kind, others }: Subject, grammaticalCase: Case) =>
  others > 0 ? ` und ${plural(others, otherThings[grammaticalCase][kind])}` : "";
/** The thing in the accusative, and where the list is about it, only what it is. */
const thing = (subject: Subject) =>
  `${subject.name === undefined ? thisOne[subject.kind] : `„${subject.name}“`}${andOthers(subject, "accusative")}`;
const kindAndThing = (subject: Subject) =>
  subject.name === undefined ? thing(subject) : `${named[subject.kind]} ${thing(subject)}`;
/** With a preposition that governs the dative. */
const withThing = (preposition: "bei" | "zu", subject: Subject) =>
  subject.name === undefined ? "" : `${preposition} „${subject.name}“${andOthers(subject, "dative")} `;
/** Of what was done with a part of a thing. */
const did = (subject: Subject, what: string) => `hat ${withThing("bei", subject)}${what}`;
const didComment = (subject: Subject, comment: string, done: string) =>
  `hat ${comment} ${withThing("zu", subject)}${done}`;
/** The names of languages cannot be declined, so they stand in brackets. */
const translation = (field: ChangedField, language: string) => `die Übersetzung ${fieldNames[field][1]} (${language})`;
const quoted = (words: readonly string[]) => new Intl.ListFormat("de").format(words.map((word) => `„${word}“`));
const wordForms = { tags: ["das Tag", "die Tags"], badges: ["das Badge", "die Badges"] } as const;
const wordsOf = (field: "tags" | "badges", words: readonly string[]) =>
  `${wordForms[field][words.length > 1 ? 1 : 0]} ${quoted(words)}`;
const pictures = (count: number) => plural(count, { one: "Bild", other: "Bilder" });

export const historyLaterDe: typeof historyLaterEn = {
  sentences: {
    by: (who) => who,
    created: (subject) => `hat ${kindAndThing(subject)} erstellt`,
    deleted: (subject) => `hat ${kindAndThing(subject)} gelöscht`,
    restored: (subject) => `hat ${kindAndThing(subject)} wiederhergestellt`,
    renamed: (subject, before) => `hat ${thing(subject)} umbenannt (vorher „${before}“)`,
    shown: (subject) => `hat ${thing(subject)} im Shop eingeblendet`,
    hidden: (subject) => `hat ${thing(subject)} im Shop ausgeblendet`,
    moved: (subject, from, to) => `hat ${thing(subject)} verschoben: ${from} → ${to}`,
    commented: (subject, text) =>
      subject.name === undefined ? `hat kommentiert: „${text}“` : `hat ${thing(subject)} kommentiert: „${text}“`,
    commentChanged: (subject, text) => `${didComment(subject, "den Kommentar", "geändert")}: „${text}“`,
    commentDeleted: (subject, text) => `${didComment(subject, "den Kommentar", "gelöscht")}: „${text}“`,
    commentResolved: (subject) => didComment(subject, "einen Kommentar", "als erledigt markiert"),
    commentReopened: (subject) => didComment(subject, "einen Kommentar", "wieder geöffnet"),
    picturesAdded: (subject, count) => did(subject, `${pictures(count)} hinzugefügt`),
    picturesRemoved: (subject, count) => did(subject, `${pictures(count)} entfernt`),
    picturesOrdered: (subject) => did(subject, "die Reihenfolge der Bilder geändert"),
    wordsAdded: (subject, field, words) => did(subject, `${wordsOf(field, words)} hinzugefügt`),
    wordsRemoved: (subject, field, words) => did(subject, `${wordsOf(field, words)} entfernt`),
    value: (subject, field, before, after) =>
      did(subject, `${fieldNames[field][0]} von ${before} auf ${after} geändert`),
    set: (subject, field, after) => did(subject, `${fieldNames[field][0]} auf ${after} gesetzt`),
    cleared: (subject, field) => did(subject, `${fieldNames[field][0]} entfernt`),
    changed: (subject, field) => did(subject, `${fieldNames[field][0]} geändert`),
    translated: (subject, field, language) => did(subject, `${fieldNames[field][0]} übersetzt (${language})`),
    translationChanged: (subject, field, language) => did(subject, `${translation(field, language)} geändert`),
    translationRemoved: (subject, field, language) => did(subject, `${translation(field, language)} entfernt`),
    translationConfirmed: (subject, field, language) => did(subject, `${translation(field, language)} bestätigt`),
    translationUnconfirmed: (subject, field, language) =>
      did(subject, `die Bestätigung für ${translation(field, language)} zurückgenommen`),
    several: (subject, count) => did(subject, `${plural(count, { one: "Feld", other: "Felder" })} geändert`),
    imported: "hat importiert:",
    importUndone: "hat einen Import rückgängig gemacht:",
    byUndo: "per Rückgängig",
  },
};
