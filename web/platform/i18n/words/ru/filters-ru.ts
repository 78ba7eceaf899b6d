import type { filtersEn } from "../en/filters-en.ts";

export const filtersRu: typeof filtersEn = {
  filters: {
    title: "Фильтры",
    add: "Фильтр",
    any: "Не важно",
    kinds: {
      place: "Раздел",
      visible: "Видимость",
      quantity: "Остаток",
      price: "Цена",
      currency: "Валюта",
      discount: "Скидка",
      tags: "Теги",
      badges: "Метки",
      picture: "Картинка",
      missing: "Нет перевода на",
      outdated: "Перевод устарел на",
      changedSince: "Когда изменён",
      changedBy: "Кем изменён",
      commented: "Комментарии",
    },
    modes: { any: "любой из", all: "все из", none: "ни одного из" },
    mode: "Как сочетать",
    find: "Найти значение",
    noValues: "Значений нет",
    from: "От",
    to: "До",
    crossed: "«От» больше, чем «До».",
    range: (name, low, high) =>
      low === high
        ? `${name}: ${low}`
        : low === undefined
          ? `${name} до ${high}`
          : high === undefined
            ? `${name} от ${low}`
            : `${name}: ${low} – ${high}`,
    outOfStock: "Нет в наличии",
    inStock: "В наличии",
    withPicture: "С картинкой",
    noPicture: "Без картинки",
    withComments: "С комментариями",
    noComments: "Без комментариев",
    missing: (language) => `Нет перевода: ${language.toLowerCase()}`,
    outdated: (language) => `Перевод устарел: ${language.toLowerCase()}`,
    periods: { today: "Сегодня", "7d": "За 7 дней", "30d": "За 30 дней" },
    changed: { today: "Изменены сегодня", "7d": "Изменены за 7 дней", "30d": "Изменены за 30 дней" },
    sinceDay: "С этого дня",
    changedAfter: (day) => `Изменены с ${day}`,
    changedBy: (who) => `Кем изменён: ${who}`,
    person: "Имя человека или ключа",
    in: (place) => `Раздел: ${place}`,
    sorted: (field, arrow) => `Порядок: ${field.toLowerCase()} ${arrow}`,
    lastChanged: "Сначала недавно изменённые",
    longestUnchanged: "Сначала давно не изменённые",
    bestMatch: "Сначала самые подходящие",
  },
};
