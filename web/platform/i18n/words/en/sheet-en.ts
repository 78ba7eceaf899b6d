import { plural } from "./phrases-later-en.ts";

const cells = (count: number) => plural(count, { one: "cell", other: "cells" });
const rows = (count: number) => plural(count, { one: "row", other: "rows" });
const columns = (count: number) => plural(count, { one: "column", other: "columns" });

export const sheetEn = {
  /** The grid as a spreadsheet. */
  sheet: {
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
      reorderItem: (count: number) => `${rows(count)} not moved.`,
    },
    order: {
      drag: "Drag to change the order, or into the tree to move the item. Hold Ctrl to copy it there.",
      dragOut: "Drag into the tree to move the item. Hold Ctrl to copy it there.",
      filtered: "To change the order by hand, clear the sorting and the filters.",
      branch: "Items have an order in their subcategory. Open it to change the order.",
    },
    /** A cell that was not written, and why. */
    fault: (column: string, name: string, why: string) => `${[column, name].filter(Boolean).join(", ")}: ${why}`,
    rejected: (text: string, why: string) => (text ? `“${text}” was not taken: ${why}` : why),
    readOnly: (count: number) => `${cells(count)} cannot be changed here.`,
    leftOut: (columns: string) => `Left out, as this cannot be pasted here: ${columns}.`,
    outside: (count: number) => `${cells(count)} did not fit into the list.`,
    newRow: "New row",
    newRowHint: "Type a name or paste rows",
    faults: {
      percentage: "This must be a whole number from 0 to 100.",
      yes_or_no: "Write yes or no.",
      unknown_currency: "Write USD, EUR, RUB, GBP or UAH.",
      edit_conflict: "Someone else changed this meanwhile.",
    } as Record<string, string>,
  },
};
