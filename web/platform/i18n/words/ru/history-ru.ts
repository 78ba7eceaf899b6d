import type { historyEn } from "../en/history-en.ts";
import { plural } from "./phrases-ru.ts";

export const historyRu: typeof historyEn = {
  history: {
    saves: (count) =>
      `${plural(count, { one: "сохранение", few: "сохранения", many: "сохранений", other: "сохранения" })}: показать промежуточные значения`,
    notShown: (count) =>
      `Не показано: ${plural(count, { one: "более раннее сохранение", few: "более ранних сохранения", many: "более ранних сохранений", other: "более раннего сохранения" })}`,
    restored: "восстановлено",
    show: "Показать историю",
    trash: "Корзина",
    until: (day) => `можно восстановить до ${day}`,
    subtitle: "Кто и что изменил. Любое изменение можно отменить.",
    subtitleViewOnly: "Кто и что изменил.",
    kept: (count) =>
      `Изменено позже и не отменено: ${plural(count, { one: "поле", few: "поля", many: "полей", other: "поля" })}`,
    created: "создано",
    deleted: "удалено",
    changed: "изменено",
    more: "Показать более ранние",
    all: "Все изменения",
    restore: "Восстановить",
    file: "файл",
    someone: "Кто-то",
    text: "Название или значение",
    who: "Кто",
    kind: "Что",
    anyKind: "Всё",
    action: "Действие",
    anyAction: "Любое действие",
    field: "Поле",
    anyField: "Любое поле",
    since: "С этого дня",
    untilDay: "По этот день",
    pruned: "Более ранние изменения уже не хранятся.",
    gathered: (count) => plural(count, { one: "запись", few: "записи", many: "записей", other: "записи" }),
  },
};
