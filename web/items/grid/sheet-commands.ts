import type { ComponentType } from "react";
import type { Item, ItemCreate } from "../../../contract/items.ts";
import type { ItemList } from "../../catalog/item-list.ts";
import type { RowDrag } from "../dragged-items.ts";
import type { Cell, CellRange } from "./cell-range.ts";
import type { Column } from "./columns.ts";
import type { Editing } from "./editing.ts";
import type { SheetView } from "./sheet-view.ts";
import type { Pasted } from "./use-clipboard.ts";
import type { Step } from "./use-grid-cursor.ts";

/** What makes the grid a spreadsheet. It is loaded when someone comes to the grid: see `load-sheet.ts`. */
export type SheetCommands = {
  clearCells(view: SheetView): Promise<void>;
  /** The values of `source` go into the cells of `target`. */
  fillCells(view: SheetView, source: CellRange, target: CellRange): Promise<void>;
  fillDown(view: SheetView): Promise<void>;
  pasteCells(view: SheetView, pasted: Pasted): Promise<void>;
  /** Pastes rows into an empty list. */
  pasteRows(list: ItemList, pasted: Pasted): Promise<void>;
  onClipboard(view: SheetView, clipboard: ClipboardUse): Promise<void>;
  orderRows(order: RowsOrder): Promise<void>;
  /** Says why the rows of a list cannot be ordered by hand, where they cannot. */
  explainOrder(list: ItemList): Promise<void>;
  pressCells(event: PointerEvent, drag: CellDrag): void;
  rangeWords(range: CellRange): string;
  gripWords(list: ItemList): string;
  NewRow: ComponentType<NewRowProps>;
};

export type ClipboardUse = {
  event: ClipboardEvent;
  /** The event has not ended: the clipboard can be written through it. */
  live: boolean;
  /** What was on the clipboard, for a paste. */
  pasted: Pasted;
  /** Tells those who hear the page. */
  say(words: string): void;
};

/** Where rows go: before the row that is at `gap` now, or one row up or down. */
export type RowsTo = { gap: number } | { by: 1 | -1 };

export type RowsOrder = {
  projectId: string;
  /** The subcategory whose own order is listed. */
  leaf: string;
  ids: readonly string[];
  to: RowsTo;
  rows: number;
  itemAt(index: number): Item | undefined;
  indexOf(id: string): number | undefined;
  /** The row that the cursor is on goes to this position. */
  follow(position: number): void;
  /** The item in that row. */
  active: string;
};

export type CellDrag = {
  scroller: HTMLElement;
  /** The height of the head, which covers the rows below it. */
  head: number;
  cellAt(element: Element | null): Cell | undefined;
  active: Cell;
  range: CellRange;
  select(one: Cell, other: Cell): void;
  extendTo(row: number, column: number): void;
  /** The click that ends a drag is not one on a cell. */
  dragged(is: boolean): void;
  /** The cells that would be filled if the handle were dropped now. */
  preview(target: CellRange | undefined): void;
  /** The values of the range go into the cells of `target`. */
  fill(source: CellRange, target: CellRange): void;
  order: RowDrag;
};

export type NewRowProps = {
  list: ItemList;
  index: number;
  cellId(row: number, column: Column["id"]): string;
  top: number;
  template: string;
  columns: readonly Column[];
  active: number | undefined;
  editing: Editing | undefined;
  /** Opens the cell of a column. */
  edit(column: number): void;
  stopEditing(step?: Step): void;
  /** Makes an item of what was typed, and opens it if asked to. */
  add(fields: ItemCreate, open: boolean): void;
  /** Pastes rows from the active cell on. */
  paste(pasted: Pasted): void;
};
