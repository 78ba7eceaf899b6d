import type { exportsEn } from "../en/exports-en.ts";
import { items } from "./phrases-later-de.ts";

export const exportsDe: typeof exportsEn = {
  exporting: {
    title: "Export",
    what: (total) => `${items(total)} aus dieser Liste als Datei.`,
    whatever: "Die Artikel dieser Liste als Datei.",
    format: "Format",
    xlsx: "Excel",
    separator: "Trennzeichen",
    comma: "Komma",
    semicolon: "Semikolon",
    tab: "Tabulator",
    pipe: "Senkrechter Strich",
    csvHint:
      "Zum Bearbeiten in einer Tabellenkalkulation wählen Sie Excel: Aus CSV machen solche Programme 70 aus 0070.",
    columns: "Spalten",
    allColumns: "Alle, mit jeder Sprache und jeder Eigenschaft",
    shownColumns: "Nur die Spalten der Liste",
    also: "Außerdem:",
    template: "leere Vorlage zum Ausfüllen",
    tree: "Kategoriebaum",
    download: "Herunterladen",
  },
};
