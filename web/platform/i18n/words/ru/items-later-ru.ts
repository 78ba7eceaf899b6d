import type { itemsLaterEn } from "../en/items-later-en.ts";
import { plural } from "./phrases-later-ru.ts";

export const itemsLaterRu: typeof itemsLaterEn = {
  itemSections: {
    inItem: "В открытом товаре",
    keys: "Следующий или предыдущий раздел",
  },
  grid: { compact: "Компактные строки" },
  itemMenu: { duplicate: "Дублировать" },
  /** Properties that were pasted. */
  pasted: {
    pasted: (count) =>
      `Вставлено: ${plural(count, { one: "свойство", few: "свойства", many: "свойств", other: "свойства" })}`,
    parts: (added, changed) => ` (новых — ${added}, изменено — ${changed})`,
    notPasted: (lines) => `Не вставлено: ${lines}.`,
    line: (number, text, why) => `строка ${number} «${text}» (${why})`,
    more: (count) => `и ещё ${plural(count, { one: "строка", few: "строки", many: "строк", other: "строки" })}`,
    faults: {
      no_pair: "нет двоеточия",
      no_name: "нет названия",
      name_too_long: "слишком длинное название",
      value_too_long: "слишком длинное значение",
      invalid_text: "есть символы, которые нельзя сохранить",
      too_many: "у товара слишком много свойств",
    },
  },
};
