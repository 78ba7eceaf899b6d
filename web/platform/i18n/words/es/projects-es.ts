import type { projectsEn } from "../en/projects-en.ts";

export const projectsEs: typeof projectsEn = {
  projects: {
    title: "Proyectos",
    subtitle: "Elige el marketplace cuyo catálogo quieres abrir.",
    add: "Nuevo proyecto",
    inactive: "Inactivo",
  },
};
