import type { treeEn } from "../en/tree-en.ts";
import { items, subcategories } from "./phrases-ru.ts";

const below = (nodes: number, count: number) =>
  [nodes > 0 ? subcategories(nodes) : "", count > 0 ? items(count) : ""].filter(Boolean);

export const treeRu: typeof treeEn = {
  tree: {
    title: "Дерево каталога",
    filter: "Найти в дереве",
    addCategory: "Добавить категорию",
    addSubcategory: "Добавить подкатегорию",
    newCategory: "Новая категория",
    newSubcategory: "Новая подкатегория",
    rename: "Переименовать",
    renameLabel: (name) => `Новое название: ${name}`,
    hidden: "Скрыто в магазине",
    hide: "Скрыть в магазине",
    show: "Показать в магазине",
    details: "Сведения",
    changeAddress: "Изменить адрес",
    moveTo: "Переместить в…",
    moveUp: "Выше",
    moveDown: "Ниже",
    moveIn: "Вложить в предыдущую",
    moveOut: "На уровень выше",
    actionsOf: (name) => `Действия: ${name}`,
    expand: "Развернуть",
    collapse: "Свернуть",
    position: (position, of) => `${position} из ${of}`,
    topLevel: "верхний уровень",
    renamed: (before) => `Переименовано: ${before}`,
  },
  deleteNode: {
    title: (name) => `Удалить «${name}»?`,
    alone: "Внутри ничего нет.",
    with: (nodes, count) => `Также будут удалены: ${below(nodes, count).join(", ")}.`,
  },
  address: {
    title: "Адрес на площадке",
    label: "Часть адреса",
    now: "Сейчас",
    after: "Станет",
    effect: (nodes, count) =>
      nodes + count === 0
        ? "Изменится адрес только этой страницы."
        : `Изменится адрес этой страницы и всего, что внутри: ${below(nodes, count).join(", ")}.`,
    oldLinks: "Сервис помнит старый адрес и отвечает новым.",
    rules: "Буквы, цифры и знаки - _ . ~",
    invalid: "В адресе могут быть только буквы, цифры и знаки - _ . ~",
    copy: "Скопировать адрес",
    copied: "Адрес скопирован",
  },
  move: {
    title: (name) => `Переместить «${name}»`,
    titleItems: (count) => `Переместить: ${items(count)}`,
    copyItems: (count) => `Копировать: ${items(count)}`,
    confirm: "Переместить сюда",
    confirmCopy: "Копировать сюда",
  },
  node: {
    category: "Категория",
    subcategory: "Подкатегория",
    name: "Название",
    visible: "Видна в магазине",
    priority: "Порядок",
    priorityHint: "Меньше — раньше",
    picture: "Картинка",
    address: "Адрес",
    names: "Названия на других языках",
    showAll: (count) => `Показать все: ${count}`,
  },
};
