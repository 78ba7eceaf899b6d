import type { projectsEn } from "../en/projects-en.ts";

export const projectsDe: typeof projectsEn = {
  projects: {
    title: "Projekte",
    subtitle: "Wählen Sie den Marktplatz, dessen Katalog Sie öffnen möchten.",
    add: "Neues Projekt",
    inactive: "Inaktiv",
  },
};
