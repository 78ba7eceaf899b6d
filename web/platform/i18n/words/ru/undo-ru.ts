import type { undoEn } from "../en/undo-en.ts";

export const undoRu: typeof undoEn = {
  undo: {
    title: "Что вы сделали",
    hint: "В этой вкладке, сначала последнее",
    undo: "Отменить",
    redo: "Вернуть",
    undone: "Отменено",
    undoing: "Отменяется…",
    redoing: "Возвращается…",
    field: (field, name, before, after) => `${field}, «${name}»: ${before} → ${after}`,
    changed: (field, name) => `${field}, «${name}»: изменено`,
    renamed: (before, after) => `«${before}» теперь называется «${after}»`,
    shown: (name) => `«${name}» показано в магазине`,
    hidden: (name) => `«${name}» скрыто в магазине`,
    pictures: {
      added: (name) => `Добавлена картинка: «${name}»`,
      removed: (name) => `Удалена картинка: «${name}»`,
      reordered: (name) => `Изменён порядок картинок: «${name}»`,
      changed: (name) => `Изменена картинка: «${name}»`,
    },
    changedBy: (who) => `С тех пор это изменил другой человек: ${who}.`,
    kept: {
      changed_since: "С тех пор это изменили.",
      deleted_since: "С тех пор это удалили.",
      has_content: "С тех пор сюда что-то добавили.",
      id_taken: "Этот адрес теперь занят другой подкатегорией.",
      parent_gone: "Прежнего места больше нет.",
      parent_holds_items: "В прежнем месте теперь товары.",
      parent_holds_subcategories: "В прежнем месте теперь подкатегории.",
      below_itself: "Прежнее место теперь внутри этой ветви.",
      expired: "Это было слишком давно.",
    },
  },
};
