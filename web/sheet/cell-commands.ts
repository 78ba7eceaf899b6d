import { clearCells, fillCells, fillDown, pasteCells } from "./change-cells.ts";
import { onClipboard, pasteRows } from "./clipboard.ts";
import { pressCells } from "./drag-cells.ts";
import { NewRow } from "./new-row.tsx";
import { orderRows } from "./order-rows.ts";
import { gripWords, rangeWords, tellOrder } from "./sheet-words.ts";

/** Everything that the grid does as a spreadsheet. It is loaded when someone comes to the grid: see `load-sheet.ts`. */
export const sheet = {
  clearCells,
  fillCells,
  fillDown,
  gripWords,
  onClipboard,
  orderRows,
  pasteCells,
  pasteRows,
  pressCells,
  NewRow,
  rangeWords,
  tellOrder,
};

export type Sheet = typeof sheet;
