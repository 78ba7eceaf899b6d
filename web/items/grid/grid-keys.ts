import type { KeyboardEvent } from "react";
import { pressed } from "../../actions/action.ts";
import type { ItemList } from "../../catalog/item-list.ts";
import { countOf, type Picked } from "../../catalog/picked.ts";
import { openDeleteItems } from "../bulk/item-dialogs.ts";
import type { ListedItem } from "../listed-items.ts";
import { clearSelection, pickedOf, selectionStore } from "../selection.ts";
import { leaveNewRow } from "./adding.ts";
import { cellsIn } from "./cell-range.ts";
import { type Column, isTypedInto } from "./columns.ts";
import type { GridCursor } from "./use-grid-cursor.ts";

type Context = {
  list: ItemList;
  cursor: GridCursor;
  rows: number;
  columns: readonly Column[];
  /** The active row is the one after the last, for a new item. */
  isNewRow: boolean;
  /** The item in the active row. */
  listed: ListedItem | undefined;
  /** Whether the person may change that item. */
  editable: boolean;
  mayDelete(picked: Picked): boolean;
  /** Undefined where rows cannot be picked. */
  pickRow: ((row: number, range: boolean) => void) | undefined;
  toggleVisible(listed: ListedItem): void;
  /** Moves a row up or down, or tells why it cannot be moved. */
  step(row: number, by: 1 | -1): void;
  open(id: string): void;
  /** Commands on the selected cells. */
  clear(): void;
  fillDown(): void;
};

const pageRows = 12;

/** The keyboard of the grid, after the ARIA grid pattern; Alt with an arrow does what dragging does. */
export function onGridKey(event: KeyboardEvent, context: Context) {
  const handled = event.altKey
    ? onAltKey(event.key, context)
    : onRangeKey(event, context) || onMoveKey(event, context) || onItemKey(event, context) || onTyped(event, context);
  if (handled) event.preventDefault();
}

function onAltKey(key: string, { cursor: { active }, pickRow, step }: Context): boolean {
  if (!pickRow || (key !== "ArrowUp" && key !== "ArrowDown")) return false;
  step(active.row, key === "ArrowUp" ? -1 : 1);
  return true;
}

function onRangeKey({ nativeEvent }: KeyboardEvent, { cursor, rows, columns, fillDown }: Context): boolean {
  if (pressed(nativeEvent, "mod+a"))
    cursor.select({ row: 0, column: 0 }, { row: rows - 1, column: columns.length - 1 });
  else if (pressed(nativeEvent, "mod+d")) fillDown();
  else return false;
  return true;
}

/** Shift moves the corner of the range, and Ctrl goes as far as there are items. */
function onMoveKey(event: KeyboardEvent, { cursor, rows, columns }: Context): boolean {
  const { key, shiftKey } = event;
  const far = event.ctrlKey || event.metaKey;
  const { row, column } = shiftKey ? cursor.corner : cursor.active;
  const [lastRow, lastColumn] = [rows - 1, columns.length - 1];
  const targets: Record<string, [row: number, column: number]> = {
    ArrowDown: [far ? lastRow : row + 1, column],
    ArrowUp: [far ? 0 : row - 1, column],
    ArrowRight: [row, far ? lastColumn : column + 1],
    ArrowLeft: [row, far ? 0 : column - 1],
    PageDown: [row + pageRows, column],
    PageUp: [row - pageRows, column],
    Home: [far ? 0 : row, 0],
    End: [far ? lastRow : row, lastColumn],
  };
  const target = targets[key];
  if (!target) return false;
  // The row for a new item is in no range.
  if (shiftKey) cursor.extendTo(Math.min(target[0], lastRow), target[1]);
  else cursor.moveTo(...target);
  return true;
}

function onItemKey(event: KeyboardEvent, context: Context): boolean {
  const { list, cursor, isNewRow } = context;
  const picked = pickedOf(selectionStore.get());
  switch (event.key) {
    case "F2":
      if (isTypable(context)) cursor.edit("inside");
      return true;
    case " ":
      context.pickRow?.(cursor.active.row, event.shiftKey);
      return true;
    case "Escape":
      // With nothing selected, the key is for the panel beside.
      if (cellsIn(cursor.range) > 1) cursor.collapse();
      else if (isNewRow) leaveNewRow(list);
      else if (countOf(picked) > 0) clearSelection();
      else return false;
      return true;
    case "Delete":
    case "Backspace":
      if (isNewRow) leaveNewRow(list);
      else if (countOf(picked) === 0) context.clear();
      else if (event.key === "Delete" && context.mayDelete(picked))
        openDeleteItems({ projectId: list.projectId, picked });
      return true;
    case "Enter":
      onEnter(event.ctrlKey || event.metaKey, context);
      return true;
    default:
      return false;
  }
}

/** Opens the cell or, with Ctrl, the item. */
function onEnter(far: boolean, context: Context) {
  const { cursor, columns, listed, editable } = context;
  const { row, column: at } = cursor.active;
  const column = columns[at];
  if (context.isNewRow) cursor.activate(row, isTypedInto(column) ? at : 0, "whole");
  else if (far && listed) context.open(listed.item.id);
  else if (editable && isTypedInto(column)) cursor.edit("inside");
  else if (editable && column?.kind === "switch" && listed) context.toggleVisible(listed);
  else if (listed) context.open(listed.item.id);
}

/** A letter or a digit begins to edit the cell, as in a spreadsheet. */
function onTyped({ key, ctrlKey, metaKey }: KeyboardEvent, context: Context): boolean {
  if (key.length !== 1 || ctrlKey || metaKey || !isTypable(context)) return false;
  context.cursor.edit({ typed: key });
  return true;
}

/** Whether the person may type into the active cell. */
const isTypable = ({ isNewRow, editable, columns, cursor }: Context) =>
  (isNewRow || editable) && isTypedInto(columns[cursor.active.column]);
