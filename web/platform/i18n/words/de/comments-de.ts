import type { commentsEn } from "../en/comments-en.ts";
import { plural } from "./phrases-later-de.ts";

export const commentsDe: typeof commentsEn = {
  comments: {
    placeholder: "Kommentar schreiben",
    placeholderPeople: "Kommentar schreiben, mit @ jemanden erwähnen",
    people: "Personen zum Erwähnen",
    author: "Ihr Name",
    stars: "Sterne",
    send: "Kommentieren",
    anonymous: "Anonym",
    delete: "Kommentar löschen",
    rating: (stars) => `${stars} von 5 Sternen`,
    label: "Kommentartext",
    resolve: "Erledigt",
    reopen: "Wieder öffnen",
    resolvedBy: (who, when) => `Erledigt von ${who}, ${when}`,
    showResolved: (count) =>
      `${plural(count, { one: "erledigten Kommentar", other: "erledigte Kommentare" })} anzeigen`,
    hideResolved: "Erledigte Kommentare ausblenden",
    title: "Kommentare",
    subtitle: "Was im ganzen Projekt noch zu beantworten oder zu entscheiden ist.",
    states: { open: "Offen", resolved: "Erledigt" },
    which: "Welche Kommentare",
    only: { all: "Alle", mentioning: "Erwähnen mich", mine: "Meine" },
    everywhere: "Ganzer Katalog",
    chooseBranch: "Bereich auswählen",
    showOpen: "Offene Kommentare anzeigen",
    more: "Mehr anzeigen",
  },
  notices: {
    title: "Erwähnungen",
    unread: (count) => `Erwähnungen: ${count} ungelesen`,
    readAll: "Alle als gelesen markieren",
    mentioned: (who) => `${who} hat Sie erwähnt`,
    mentionedOn: (who, item) => `${who} hat Sie bei „${item}“ erwähnt`,
    isUnread: "ungelesen",
    allOpen: "Alle offenen Kommentare",
  },
};
