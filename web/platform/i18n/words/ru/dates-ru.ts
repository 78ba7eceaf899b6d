import type { datesEn } from "../en/dates-en.ts";

export const datesRu: typeof datesEn = {
  dates: {
    pattern: "дд.мм.гггг",
    unreadable: "Введите дату, например 31.12.2030.",
    open: "Открыть календарь",
    previousYear: "Предыдущий год",
    previousMonth: "Предыдущий месяц",
    nextMonth: "Следующий месяц",
    nextYear: "Следующий год",
    today: "Сегодня",
    clear: "Очистить",
  },
};
