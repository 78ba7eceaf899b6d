import type { commentsEn } from "../en/comments-en.ts";
import { plural } from "./phrases-later-ru.ts";

export const commentsRu: typeof commentsEn = {
  comments: {
    placeholder: "Напишите комментарий",
    placeholderPeople: "Напишите комментарий, через @ можно позвать коллегу",
    people: "Кого упомянуть",
    author: "Ваше имя",
    stars: "Оценка",
    send: "Отправить",
    anonymous: "Аноним",
    delete: "Удалить комментарий",
    rating: (stars) => `${stars} из 5`,
    label: "Текст комментария",
    resolve: "Закрыть",
    reopen: "Открыть снова",
    resolvedBy: (who, when) => `Закрыто: ${who}, ${when}`,
    showResolved: (count) =>
      `Показать ${plural(count, { one: "закрытый комментарий", few: "закрытых комментария", many: "закрытых комментариев", other: "закрытого комментария" })}`,
    hideResolved: "Скрыть закрытые комментарии",
    title: "Комментарии",
    subtitle: "На что ещё нужно ответить и что решить, по всему проекту.",
    states: { open: "Открытые", resolved: "Закрытые" },
    which: "Какие комментарии",
    only: { all: "Все", mentioning: "Где упомянули меня", mine: "Мои" },
    everywhere: "Весь каталог",
    chooseBranch: "Выбрать раздел",
    showOpen: "Показать открытые",
    more: "Показать ещё",
  },
  notices: {
    title: "Упоминания",
    unread: (count) => `Упоминания, новых: ${count}`,
    readAll: "Отметить все прочитанными",
    mentioned: (who) => `${who} упоминает вас`,
    mentionedOn: (who, item) => `${who} упоминает вас у товара «${item}»`,
    isUnread: "не прочитано",
    allOpen: "Все открытые комментарии",
  },
};
