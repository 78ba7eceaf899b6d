import { type InterfaceLanguage, languageStore } from "../i18n/i18n.ts";
import { useStore } from "../store.ts";

const english = {
  search: "Find a category by name",
  noMatch: "No category matches",
  leafOnly: "Items go into subcategories that hold no other subcategories.",
  here: "This is where it is now.",
  itemsHere: "This is where the items are now.",
  itself: "A subcategory cannot be moved into itself.",
  hasItems: "It holds items, so it cannot hold subcategories.",
  notYours: "You cannot change this part of the catalog.",
};

export type PlaceWords = typeof english;

const russian: PlaceWords = {
  search: "Найти категорию по названию",
  noMatch: "Подходящей категории нет",
  leafOnly: "Товары можно добавлять только в подкатегории без других подкатегорий.",
  here: "Сейчас она находится здесь.",
  itemsHere: "Сейчас товары находятся здесь.",
  itself: "Подкатегорию нельзя переместить в неё саму.",
  hasItems: "Здесь есть товары, поэтому подкатегорий быть не может.",
  notYours: "Эту часть каталога вы менять не можете.",
};

const words: Record<InterfaceLanguage, PlaceWords> = { en: english, ru: russian };

/** The words of choosing a place, which are loaded with the picker: the first screen does without them. */
export const usePlaceWords = (): PlaceWords => words[useStore(languageStore)];
