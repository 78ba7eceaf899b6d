import type { tourEn } from "../en/tour-en.ts";

export const tourDe: typeof tourEn = {
  tour: {
    step: (step, of) => `${step} von ${of}`,
    next: "Weiter",
    skip: "Tour überspringen",
    done: "Fertig",
    steps: {
      tree: {
        title: "Willkommen! Beginnen Sie mit dem Baum",
        text: () =>
          "Das ist ein Demokatalog, probieren Sie alles aus. Ein Klick öffnet eine Kategorie. Ziehen Sie eine Unterkategorie, um sie mit allen Artikeln zu verschieben.",
      },
      grid: {
        title: "Direkt in der Liste bearbeiten",
        text: () =>
          "Zelle auswählen und tippen, wie in einer Tabelle. Auch Kopieren, Einfügen und Ausfüllen funktionieren. Jede Änderung wird automatisch gespeichert.",
      },
      item: {
        title: "Alles zu einem Artikel",
        text: (key) =>
          `Hier finden Sie Bilder, Eigenschaften, Tags und Kommentare. Mit ${key("alt+j")} und ${key("alt+k")} geht es zum nächsten und vorherigen Artikel.`,
      },
      translations: {
        title: "Original und Übersetzung nebeneinander",
        text: () => "Jeder Text steht neben seiner Übersetzung. Fehlende und veraltete kommen zuerst.",
      },
      undo: {
        title: "Alles lässt sich rückgängig machen",
        text: (key) =>
          `Drücken Sie ${key("mod+z")} oder wählen Sie über diese Schaltfläche eine Änderung aus der Liste. Im Verlauf sehen Sie, wer was geändert hat.`,
      },
    },
  },
};
