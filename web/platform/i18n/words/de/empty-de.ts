import type { emptyEn } from "../en/empty-en.ts";

export const emptyDe: typeof emptyEn = {
  empty: {
    projects: {
      title: "Noch keine Projekte",
      what: "Ein Projekt ist ein Marktplatz mit seinem Katalog.",
      ask: "Bitten Sie einen Administrator um Zugang.",
    },
    catalog: {
      title: "Der Katalog ist leer",
      what: "Kategorien und Unterkategorien bilden den Baum, die Artikel liegen auf der untersten Ebene.",
      how: "Beginnen Sie mit einer Kategorie, zum Beispiel „Elektronik“.",
    },
    choose: {
      title: "Kategorie im Baum auswählen",
      what: "Hier erscheinen ihre Unterkategorien oder Artikel. Mit Strg K finden Sie alles nach Namen.",
    },
    branch: {
      title: "Noch keine Unterkategorien",
      what: "Artikel gehören in Unterkategorien.",
      how: "Fügen Sie die erste hinzu.",
    },
    leaf: {
      title: "Hier ist noch nichts",
      what: "Hier stehen später die Artikel dieser Unterkategorie.",
      how: "Legen Sie den ersten an oder fügen Sie Zeilen aus einer Tabelle ein.",
    },
    items: {
      title: "Noch keine Artikel",
      what: "Artikel gehören in Unterkategorien.",
      how: "Öffnen Sie eine und fügen Sie den ersten Artikel hinzu.",
    },
    noItem: {
      title: "Keine passenden Artikel",
      what: "Zu dieser Suche und diesen Filtern gibt es in der Liste keine Treffer.",
      how: "Versuchen Sie ein anderes Wort oder erweitern Sie die Suche.",
    },
    noNode: {
      title: "Keine Treffer",
      what: "Gesucht wird in den Namen aller Sprachen und in den Adressen.",
    },
    changes: {
      title: "Noch keine Änderungen",
      what: "Jede Änderung erscheint hier und lässt sich rückgängig machen.",
    },
    noChange: {
      title: "Keine passenden Änderungen",
      what: "Versuchen Sie andere Wörter oder einen längeren Zeitraum.",
    },
    trash: {
      title: "Der Papierkorb ist leer",
      what: "Gelöschte Einträge erscheinen hier und können wiederhergestellt werden.",
    },
    comments: {
      title: "Keine offenen Kommentare",
      what: "Kommentare zu Artikeln stehen hier, bis sie jemand als erledigt markiert.",
      how: "Öffnen Sie einen Artikel, um einen Kommentar zu schreiben.",
    },
    resolvedComments: {
      title: "Keine erledigten Kommentare",
      what: "Hier erscheinen Kommentare, sobald sie erledigt sind.",
    },
    itemComments: {
      title: "Noch keine Kommentare",
      what: "Fragen und Notizen zu diesem Artikel, für alle, die daran arbeiten.",
    },
    mentions: {
      title: "Noch keine Erwähnungen",
      what: "Schreibt jemand in einem Kommentar @ und Ihren Namen, erfahren Sie es hier.",
    },
    undo: {
      title: "Noch nichts rückgängig zu machen",
      what: "Hier erscheinen Ihre Änderungen. Jede lässt sich einzeln rückgängig machen.",
    },
    translated: {
      title: "Alles übersetzt",
      what: "In diesem Bereich sind alle Texte in diese Sprache übersetzt.",
    },
    noneMissing: {
      title: "Nichts fehlt",
      what: "In diesem Bereich hat jeder Text eine Übersetzung in diese Sprache.",
    },
    noneStale: {
      title: "Nichts ist veraltet",
      what: "In diesem Bereich hat sich seit der Übersetzung in diese Sprache kein Text geändert.",
    },
    texts: {
      title: "Noch nichts zu übersetzen",
      what: "Texte erscheinen hier, sobald der Katalog Kategorien und Artikel hat.",
    },
    keys: {
      title: "Noch keine Schlüssel",
      what: "Ein Schlüssel gibt einem Programm nur die Rechte, die es braucht, etwa für Import, Shop oder Bericht.",
    },
    people: {
      title: "Bisher nur Sie",
      what: "Alle melden sich mit eigenem Namen an und dürfen nur, was ihre Rechte erlauben.",
      how: "Laden Sie die erste Person ein: Sie erhalten einen Link zum Weitergeben.",
    },
    audit: {
      title: "Noch keine Einträge",
      what: "Hier erscheinen Anmeldungen und Änderungen an Rechten.",
    },
    noEntry: {
      title: "Keine Treffer",
      what: "Namen müssen genau so geschrieben sein wie in den Einträgen.",
    },
    imports: {
      title: "Noch keine Importe",
      what: "Jeder Import erscheint hier mit seinen Zeilen und lässt sich als Ganzes rückgängig machen. Wählen Sie oben eine Datei aus.",
    },
  },
};
