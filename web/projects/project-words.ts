import { type InterfaceLanguage, languageStore } from "../i18n/i18n.ts";

const english = {
  create: "New project",
  submit: "Create project",
  created: (name: string) => `Project “${name}” created`,
  change: "Project settings",
  name: "Name",
  nameHint: "What people call the marketplace.",
  id: "Id",
  idHint: "Letters, digits, - and _. Addresses and programs use it, and it never changes.",
  idTaken: "There is already a project with this id.",
  idWrong: "Use up to 100 letters, digits, - and _, and begin with a letter or digit.",
  logo: "Logo",
  removeLogo: "Remove the logo",
  active: "Active",
  activeHint:
    "An inactive project can still be edited. Shops that read the list of projects see that it is not in use.",
  save: "Save",
};

const russian: typeof english = {
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
};

const words: Record<InterfaceLanguage, typeof english> = { en: english, ru: russian };

/** The words about projects, which are loaded with their dialog: the first screen does without them. */
export const projectWords = () => words[languageStore.get()];
