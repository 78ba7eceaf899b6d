import type { SheetCommands } from "../items/grid/sheet-commands.ts";
import { explainOrder, gripWords, rangeWords } from "../items/grid/sheet-words.ts";
import { clearCells, fillCells, fillDown, pasteCells } from "./change-cells.ts";
import { onClipboard, pasteRows } from "./clipboard.ts";
import { pressCells } from "./drag-cells.ts";
import { NewRow } from "./new-row.tsx";
import { orderRows } from "./order-rows.ts";

/** Everything that the grid does as a spreadsheet. */
export const sheet: SheetCommands = {
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
  explainOrder,
};
