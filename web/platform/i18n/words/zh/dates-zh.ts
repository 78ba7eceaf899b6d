import type { datesEn } from "../en/dates-en.ts";

export const datesZh: typeof datesEn = {
  dates: {
    pattern: "年/月/日",
    unreadable: "请输入日期，例如 2030/12/31。",
    open: "打开日历",
    previousYear: "上一年",
    previousMonth: "上个月",
    nextMonth: "下个月",
    nextYear: "下一年",
    today: "今天",
    clear: "清除",
  },
};
