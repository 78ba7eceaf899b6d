import type { sheetEn } from "../en/sheet-en.ts";
import { plural } from "./phrases-later-de.ts";

const cells = (count: number) => plural(count, { one: "Zelle", other: "Zellen" });
const rows = (count: number) => plural(count, { one: "Zeile", other: "Zeilen" });
const columns = (count: number) => plural(count, { one: "Spalte", other: "Spalten" });

export const sheetDe: typeof sheetEn = {
  /** The grid as a spreadsheet. */
  sheet: {
    selected: (range) => `${cells(range.cells)} ausgewählt: ${rows(range.rows)}, ${columns(range.columns)}`,
    copied: (count) => `${cells(count)} kopiert`,
    copying: "Zeilen werden zum Kopieren geladen …",
    copyAgain: "Die Zeilen sind geladen. Kopieren Sie noch einmal.",
    tooManyToCopy: (most) => `Höchstens ${rows(most)} lassen sich auf einmal kopieren. Für mehr gibt es den Export.`,
    tooManyToPaste: (most) => `Höchstens ${rows(most)} lassen sich auf einmal einfügen. Für mehr gibt es den Import.`,
    tooManyToChange: (most) =>
      `Höchstens ${rows(most)} lassen sich hier auf einmal ändern. Für mehr: Artikel auswählen, dann „Bearbeiten“.`,
    nothing: "Kein Text zum Einfügen vorhanden.",
    notDone: {
      pasteCells: (count) => `${cells(count)} nicht eingefügt.`,
      fillCells: (count) => `${cells(count)} nicht ausgefüllt.`,
      clearCells: (count) => `${cells(count)} nicht geleert.`,
      reorderItem: (count) => `${rows(count)} nicht verschoben.`,
    },
    order: {
      drag: "Ziehen ändert die Reihenfolge. In den Baum gezogen, wird der Artikel verschoben, mit Strg kopiert.",
      dragOut: "In den Baum gezogen, wird der Artikel verschoben, mit Strg kopiert.",
      filtered: "Heben Sie Sortierung und Filter auf, um die Reihenfolge von Hand zu ändern.",
      branch: "Artikel sind in ihrer Unterkategorie geordnet. Öffnen Sie diese, um die Reihenfolge zu ändern.",
    },
    fault: (column, name, why) => `${[column, name].filter(Boolean).join(", ")}: ${why}`,
    rejected: (text, why) => (text ? `„${text}“ wurde nicht übernommen: ${why}` : why),
    readOnly: (count) => `${plural(count, { one: "Zelle lässt", other: "Zellen lassen" })} sich hier nicht ändern.`,
    leftOut: (columns) => `Ausgelassen, weil hier nicht einfügbar: ${columns}.`,
    outside: (count) => `${plural(count, { one: "Zelle passte", other: "Zellen passten" })} nicht in die Liste.`,
    newRow: "Neue Zeile",
    newRowHint: "Namen eingeben oder Zeilen einfügen",
    faults: {
      percentage: "Das muss eine ganze Zahl von 0 bis 100 sein.",
      yes_or_no: "Geben Sie „ja“ oder „nein“ ein.",
      unknown_currency: "Geben Sie USD, EUR, RUB, GBP oder UAH ein.",
      edit_conflict: "Das wurde inzwischen von jemand anderem geändert.",
    },
  },
};
