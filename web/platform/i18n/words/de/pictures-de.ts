import type { picturesEn } from "../en/pictures-en.ts";

export const picturesDe: typeof picturesEn = {
  pictures: {
    drop: "Bilder hierher ziehen, einfügen oder",
    pick: "Dateien auswählen",
    main: "Hauptbild",
    moveLeft: "Nach vorn",
    moveRight: "Nach hinten",
    remove: "Bild entfernen",
    picture: (position) => `Bild ${position}`,
    open: "In voller Größe öffnen",
    uploading: (name) => `„${name}“ wird hochgeladen`,
    failed: (name) => `„${name}“ konnte nicht hochgeladen werden`,
    broken: "Das Bild kann nicht angezeigt werden",
    byAddress: "Über Adresse hinzufügen",
    addressLabel: "Adresse des Bildes",
    focalPoint: "Fokuspunkt",
    focalHint:
      "Dieser Punkt bleibt sichtbar, wenn ein Shop das Bild quadratisch zuschneidet. Klicken, ziehen, Pfeiltasten nutzen (mit Umschalt in größeren Schritten) oder Zahlen eingeben.",
    focalAt: (left, top) => `${left} % von links, ${top} % von oben`,
    squareCut: "Quadratischer Ausschnitt",
    fromLeft: "Von links, %",
    fromTop: "Von oben, %",
    centre: "Auf die Mitte zurücksetzen",
  },
};
