import type { historyEn } from "../en/history-en.ts";
import { plural } from "./phrases-de.ts";

export const historyDe: typeof historyEn = {
  history: {
    saves: (count) => `${count.toLocaleString("de")}-mal gespeichert: Zwischenwerte anzeigen`,
    notShown: (count) =>
      `${plural(count, { one: "früherer Stand wird", other: "frühere Stände werden" })} nicht angezeigt`,
    restored: "wiederhergestellt",
    show: "Verlauf anzeigen",
    trash: "Papierkorb",
    until: (day) => `wiederherstellbar bis ${day}`,
    subtitle: "Alle Änderungen: wer, was und wann. Jede lässt sich rückgängig machen.",
    subtitleViewOnly: "Alle Änderungen: wer, was und wann.",
    kept: (count) =>
      `${plural(count, { one: "Feld wurde", other: "Felder wurden" })} später erneut geändert und nicht zurückgesetzt`,
    created: "erstellt",
    deleted: "gelöscht",
    changed: "geändert",
    more: "Ältere anzeigen",
    all: "Alle Änderungen",
    restore: "Wiederherstellen",
    file: "Datei ohne Namen",
    someone: "Jemand",
    text: "Name oder Wert",
    who: "Wer",
    kind: "Art",
    anyKind: "Alles",
    action: "Aktion",
    anyAction: "Alle Aktionen",
    field: "Feld",
    anyField: "Alle Felder",
    since: "Ab diesem Tag",
    untilDay: "Bis zu diesem Tag",
    pruned: "Ältere Änderungen sind nicht mehr gespeichert.",
    gathered: (count) => plural(count, { one: "Eintrag", other: "Einträge" }),
  },
};
