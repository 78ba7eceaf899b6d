import type { sheetEn } from "../en/sheet-en.ts";
import { plural } from "./phrases-later-ru.ts";

const cells = (count: number) => plural(count, { one: "ячейка", few: "ячейки", many: "ячеек", other: "ячейки" });
const rows = (count: number) => plural(count, { one: "строка", few: "строки", many: "строк", other: "строки" });
/** After "not more than". */
const mostRows = (count: number) => plural(count, { one: "строки", few: "строк", many: "строк", other: "строк" });
const columns = (count: number) =>
  plural(count, { one: "столбец", few: "столбца", many: "столбцов", other: "столбца" });

export const sheetRu: typeof sheetEn = {
  /** The grid as a spreadsheet. */
  sheet: {
    selected: (range) => `Выделено: ${cells(range.cells)}, ${rows(range.rows)}, ${columns(range.columns)}`,
    copied: (count) => `Скопировано: ${cells(count)}`,
    copying: "Загружаем строки для копирования…",
    copyAgain: "Строки загружены. Скопируйте ещё раз.",
    tooManyToCopy: (most) => `За раз можно скопировать не более ${mostRows(most)}. Для большего есть экспорт.`,
    tooManyToPaste: (most) => `За раз можно вставить не более ${mostRows(most)}. Для большего есть импорт.`,
    tooManyToChange: (most) =>
      `Здесь за раз можно изменить не более ${mostRows(most)}. Для большего выберите товары и нажмите «Изменить».`,
    nothing: "Нет текста для вставки.",
    notDone: {
      pasteCells: (count) => `Не вставлено: ${cells(count)}.`,
      fillCells: (count) => `Не заполнено: ${cells(count)}.`,
      clearCells: (count) => `Не очищено: ${cells(count)}.`,
      reorderItem: (count) => `Не перемещено: ${rows(count)}.`,
    },
    order: {
      drag: "Перетащите, чтобы изменить порядок, или в дерево, чтобы переместить товар. С Ctrl он туда копируется.",
      dragOut: "Перетащите товар в дерево, чтобы переместить его. С Ctrl он туда копируется.",
      filtered: "Чтобы менять порядок вручную, уберите сортировку и фильтры.",
      branch: "Порядок товаров задаётся в их подкатегории. Откройте её, чтобы изменить порядок.",
    },
    fault: (column, name, why) => `${[column, name].filter(Boolean).join(", ")}: ${why}`,
    rejected: (text, why) => (text ? `«${text}» не подошло: ${why}` : why),
    readOnly: (count) => `Здесь нельзя изменить: ${cells(count)}.`,
    leftOut: (columns) => `Сюда нельзя вставить, пропущено: ${columns}.`,
    outside: (count) => `Не поместилось в список: ${cells(count)}.`,
    newRow: "Новая строка",
    newRowHint: "Введите название или вставьте строки",
    faults: {
      percentage: "Нужно целое число от 0 до 100.",
      yes_or_no: "Напишите «да» или «нет».",
      unknown_currency: "Напишите USD, EUR, RUB, GBP или UAH.",
      edit_conflict: "Тем временем это изменил кто-то другой.",
    },
  },
};
