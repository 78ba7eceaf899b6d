import type { bulkEn, Lack } from "../en/bulk-en.ts";
import { items, plural } from "./phrases-later-ru.ts";

const lackNames: Record<Lack, string> = { name: "своего названия", price: "цены", picture: "картинки" };
const ofItems = (count: number) => plural(count, { one: "товара", few: "товаров", many: "товаров", other: "товара" });
const joined = (parts: readonly string[]) => new Intl.ListFormat("ru").format(parts);

export const bulkRu: typeof bulkEn = {
  bulk: {
    title: (count) => `Изменить: ${items(count)}`,
    field: "Поле",
    value: "Новое значение",
    preview: "Что изменится",
    changes: (count) => `Изменится: ${items(count)}`,
    unchanged: (count) => `уже с этим значением: ${items(count)}`,
    more: (count) => `и ещё ${items(count)}`,
    apply: (count) => `Изменить ${items(count)}`,
    addField: "Добавить поле",
    removeField: (field) => `Не менять: ${field}`,
    nothing: "Выберите поле и значение, чтобы увидеть, что изменится.",
    titleMatching: (count) => `Изменить всё найденное: ${items(count)}`,
    matching: (count) => `Найдено: ${items(count)}`,
    looking: "Смотрим, что изменится…",
    noPreview: "Без сети нельзя показать, что изменится. Правка отправится, когда сеть появится.",
    operations: "Число для всех или +5, −5, *1,5, +10 %, −10 %",
    round: "Округление",
    noRounding: "Без округления",
    roundings: { "0.99": "До ,99", "0.5": "До половины", "1": "До целого" },
    way: "Что сделать",
    ways: { add: "Добавить", remove: "Убрать", set: "Заменить весь список" },
    findAndReplace: "Найти и заменить",
    replaceIn: "Где",
    replaceLanguage: "Язык",
    original: "Оригинал",
    find: "Найти",
    replaceBy: "Заменить на",
  },
  /** Before the shop gives away what had a price. */
  emptyPrices: {
    titleOf: (name) => `Убрать цену у «${name}»?`,
    title: (count) =>
      `Убрать цену у ${plural(count, {
        one: "видимого товара",
        few: "видимых товаров",
        many: "видимых товаров",
        other: "видимого товара",
      })}?`,
    what: "Магазин это показывает и предлагал бы бесплатно.",
    keep: "Оставить цену",
    remove: "Убрать цену",
  },
  /** What the shop would show of unfinished items. */
  showing: {
    titleOf: (name) => `Показать «${name}» в магазине?`,
    title: (count) =>
      `Показать в магазине ${plural(count, {
        one: "незаконченный товар",
        few: "незаконченных товара",
        many: "незаконченных товаров",
        other: "незаконченного товара",
      })}?`,
    lacks: (lacks) => `У него нет ${joined(lacks.map((lack) => lackNames[lack]))}.`,
    counts: {
      name: (count) => `У ${ofItems(count)} нет своего названия`,
      price: (count) => `У ${ofItems(count)} нет цены`,
      picture: (count) => `У ${ofItems(count)} нет картинки`,
    },
    unfinished: "Магазин покажет незаконченные товары",
    keep: "Оставить скрытым",
    show: "Всё равно показать",
  },
};
