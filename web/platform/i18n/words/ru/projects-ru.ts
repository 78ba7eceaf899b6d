import type { projectsEn } from "../en/projects-en.ts";

export const projectsRu: typeof projectsEn = {
  projects: {
    title: "Проекты",
    subtitle: "Выберите площадку, каталог которой хотите открыть.",
    add: "Новый проект",
    inactive: "Неактивен",
  },
};
