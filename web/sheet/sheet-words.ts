import { explainReason } from "../explain.ts";
import { type InterfaceLanguage, languageStore, textNow } from "../i18n/i18n.ts";
import { pluralOf } from "../i18n/plural.ts";
import { type CellRange, cellsIn, columnsIn, rowsIn } from "../items/cell-range.ts";
import { type ColumnId, columns as itemColumns } from "../items/columns.ts";
import type { Reason } from "../saving/reason.ts";

const inEnglish = pluralOf("en");
const cells = (count: number) => inEnglish(count, { one: "cell", other: "cells" });
const rows = (count: number) => inEnglish(count, { one: "row", other: "rows" });
const columns = (count: number) => inEnglish(count, { one: "column", other: "columns" });

const english = {
  selected: (range: { rows: number; columns: number; cells: number }) =>
    `${cells(range.cells)} selected: ${rows(range.rows)}, ${columns(range.columns)}`,
  copied: (count: number) => `${cells(count)} copied`,
  copying: "Loading the rows to copy…",
  copyAgain: "The rows are loaded. Copy once more.",
  tooManyToCopy: (most: number) => `At most ${rows(most)} can be copied at once. Export is made for more.`,
  tooManyToPaste: (most: number) => `At most ${rows(most)} can be pasted at once. Import is made for more.`,
  tooManyToChange: (most: number) =>
    `At most ${rows(most)} can be changed at once here. Select the items and press Edit for more.`,
  nothing: "There is no text to paste.",
  notDone: {
    pasteCells: (count: number) => `${cells(count)} not pasted.`,
    fillCells: (count: number) => `${cells(count)} not filled.`,
    clearCells: (count: number) => `${cells(count)} not cleared.`,
  },
  /** A cell that was not written, and why. */
  fault: (column: string, name: string, why: string) => `${[column, name].filter(Boolean).join(", ")}: ${why}`,
  rejected: (text: string, why: string) => (text ? `“${text}” was not taken: ${why}` : why),
  readOnly: (count: number) => `${cells(count)} cannot be changed here.`,
  outside: (count: number) => `${cells(count)} did not fit into the list.`,
  newRow: "New row",
  newRowHint: "Type a name, or paste rows from a spreadsheet",
  faults: {
    percentage: "This must be a whole number from 0 to 100.",
    yes_or_no: "Write yes or no.",
    unknown_currency: "Write USD, EUR, RUB, GBP or UAH.",
    edit_conflict: "Someone else changed this meanwhile.",
  } as Record<string, string>,
};

const inRussian = pluralOf("ru");
const ruCells = (count: number) => inRussian(count, { one: "ячейка", few: "ячейки", many: "ячеек", other: "ячейки" });
const ruRows = (count: number) => inRussian(count, { one: "строка", few: "строки", many: "строк", other: "строки" });
/** After "not more than". */
const ruMostRows = (count: number) => inRussian(count, { one: "строки", few: "строк", many: "строк", other: "строк" });
const ruColumns = (count: number) =>
  inRussian(count, { one: "столбец", few: "столбца", many: "столбцов", other: "столбца" });

const russian: typeof english = {
  selected: (range) => `Выделено: ${ruCells(range.cells)}, ${ruRows(range.rows)}, ${ruColumns(range.columns)}`,
  copied: (count) => `Скопировано: ${ruCells(count)}`,
  copying: "Загружаем строки для копирования…",
  copyAgain: "Строки загружены. Скопируйте ещё раз.",
  tooManyToCopy: (most) => `За раз можно скопировать не более ${ruMostRows(most)}. Для большего есть экспорт.`,
  tooManyToPaste: (most) => `За раз можно вставить не более ${ruMostRows(most)}. Для большего есть импорт.`,
  tooManyToChange: (most) =>
    `Здесь за раз можно изменить не более ${ruMostRows(most)}. Для большего выберите товары и нажмите «Изменить».`,
  nothing: "Нет текста для вставки.",
  notDone: {
    pasteCells: (count) => `Не вставлено: ${ruCells(count)}.`,
    fillCells: (count) => `Не заполнено: ${ruCells(count)}.`,
    clearCells: (count) => `Не очищено: ${ruCells(count)}.`,
  },
  fault: (column, name, why) => `${[column, name].filter(Boolean).join(", ")}: ${why}`,
  rejected: (text, why) => (text ? `«${text}» не подошло: ${why}` : why),
  readOnly: (count) => `Здесь нельзя изменить: ${ruCells(count)}.`,
  outside: (count) => `Не поместилось в список: ${ruCells(count)}.`,
  newRow: "Новая строка",
  newRowHint: "Введите название или вставьте строки из таблицы",
  faults: {
    percentage: "Нужно целое число от 0 до 100.",
    yes_or_no: "Напишите «да» или «нет».",
    unknown_currency: "Напишите USD, EUR, RUB, GBP или UAH.",
    edit_conflict: "Тем временем это изменил кто-то другой.",
  },
};

const words: Record<InterfaceLanguage, typeof english> = { en: english, ru: russian };

/** The words of the spreadsheet, which are loaded with it: the first screen does without them. */
export const sheetWords = () => words[languageStore.get()];

/** How much is selected. */
export const rangeWords = (range: CellRange) =>
  sheetWords().selected({ rows: rowsIn(range), columns: columnsIn(range), cells: cellsIn(range) });

export const columnLabel = (id: ColumnId) => itemColumns.find((column) => column.id === id)?.label(textNow()) ?? id;

export const explainCell = (reason: Reason): string => sheetWords().faults[reason.code] ?? explainReason(reason);
