import { clearCells, fillCells, fillDown, pasteCells } from "./change-cells.ts";
import { onClipboard, pasteRows } from "./clipboard.ts";
import { pressCells } from "./drag-cells.ts";
import { NewRow } from "./new-row.tsx";
import { rangeWords } from "./sheet-words.ts";

/** Everything that the grid does as a spreadsheet. It is loaded when someone comes to the grid: see `load-sheet.ts`. */
export const sheet = {
  clearCells,
  fillCells,
  fillDown,
  onClipboard,
  pasteCells,
  pasteRows,
  pressCells,
  NewRow,
  rangeWords,
};

export type Sheet = typeof sheet;
