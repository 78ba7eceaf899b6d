import type { projectsLaterEn } from "../en/projects-later-en.ts";

export const projectsLaterDe: typeof projectsLaterEn = {
  /** The dialog of a project. */
  project: {
    create: "Neues Projekt",
    submit: "Projekt erstellen",
    created: (name) => `Projekt „${name}“ erstellt`,
    change: "Projekteinstellungen",
    name: "Name",
    nameHint: "Der übliche Name des Marktplatzes.",
    id: "ID",
    idHint: "Buchstaben, Ziffern, - und _. Die ID steht in Adressen und Programmen und ändert sich nie.",
    idTaken: "Es gibt bereits ein Projekt mit dieser ID.",
    idWrong: "Höchstens 100 Buchstaben, Ziffern, - und _, am Anfang ein Buchstabe oder eine Ziffer.",
    logo: "Logo",
    removeLogo: "Logo entfernen",
    active: "Aktiv",
    activeHint:
      "Auch inaktive Projekte lassen sich bearbeiten. Shops sehen in der Projektliste, dass sie nicht in Betrieb sind.",
    save: "Speichern",
  },
};
