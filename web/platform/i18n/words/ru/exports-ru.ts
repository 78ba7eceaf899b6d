import type { exportsEn } from "../en/exports-en.ts";
import { items } from "./phrases-later-ru.ts";

export const exportsRu: typeof exportsEn = {
  exporting: {
    title: "Экспорт",
    what: (total) => `${items(total)} из этого списка — в файл.`,
    whatever: "Товары этого списка — в файл.",
    format: "Формат",
    xlsx: "Excel",
    separator: "Разделитель",
    comma: "Запятая",
    semicolon: "Точка с запятой",
    tab: "Табуляция",
    pipe: "Вертикальная черта",
    csvHint:
      "Чтобы править список в табличной программе, выберите Excel: в CSV такие программы делают из 0070 число 70.",
    columns: "Столбцы",
    allColumns: "Все: каждый язык и каждая характеристика",
    shownColumns: "Те, что видны в списке",
    also: "Ещё:",
    template: "пустой шаблон для заполнения",
    tree: "дерево категорий",
    download: "Скачать",
  },
};
