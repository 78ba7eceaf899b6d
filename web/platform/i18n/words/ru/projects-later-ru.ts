import type { projectsLaterEn } from "../en/projects-later-en.ts";

export const projectsLaterRu: typeof projectsLaterEn = {
  /** The dialog of a project. */
  project: {
    create: "Новый проект",
    submit: "Создать проект",
    created: (name) => `Проект «${name}» создан`,
    change: "Настройки проекта",
    name: "Название",
    nameHint: "Как люди называют площадку.",
    id: "Идентификатор",
    idHint: "Латинские буквы, цифры, - и _. Он стоит в адресах и программах и не меняется.",
    idTaken: "Проект с таким идентификатором уже есть.",
    idWrong: "До 100 латинских букв, цифр, - и _; первой идёт буква или цифра.",
    logo: "Логотип",
    removeLogo: "Убрать логотип",
    active: "Активен",
    activeHint: "Неактивный проект можно редактировать. Магазины видят в списке проектов, что он не используется.",
    save: "Сохранить",
  },
};
