import type { treeLaterEn } from "../en/tree-later-en.ts";

export const treeLaterRu: typeof treeLaterEn = {
  /** Choosing a place in the tree. */
  places: {
    search: "Найти категорию по названию",
    noMatch: "Подходящей категории нет",
    leafOnly: "Товары можно добавлять только в подкатегории без других подкатегорий.",
    here: "Сейчас она находится здесь.",
    itemsHere: "Сейчас товары находятся здесь.",
    itself: "Подкатегорию нельзя переместить в неё саму.",
    hasItems: "Здесь есть товары, поэтому подкатегорий быть не может.",
    notYours: "Эту часть каталога вы менять не можете.",
  },
};
