import type { KeyboardEvent } from "react";
import { openDialog } from "../dialogs.ts";
import type { Column } from "./columns.ts";

import { countOf, type Picked } from "./picked.ts";
import { clearSelection, pickedOf, selectionStore } from "./selection.ts";
import type { GridCursor } from "./use-grid-cursor.ts";
import type { ListedItem } from "./use-item-window.ts";

type Context = {
  projectId: string;
  cursor: GridCursor;
  rows: number;
  columns: readonly Column[];
  /** The item in the active row. */
  listed: ListedItem | undefined;
  /** Whether the person may change that item. */
  editable: boolean;
  mayDelete(picked: Picked): boolean;
  reorderable: boolean;
  pickRow(row: number, range: boolean): void;
  toggleVisible(listed: ListedItem): void;
  reorder(from: number, to: number): void;
  open(id: string): void;
};

const pageRows = 12;

/** The keyboard of the grid, after the ARIA grid pattern; Alt with an arrow does what dragging does. */
export function onGridKey(event: KeyboardEvent, context: Context) {
  const handled = event.altKey
    ? onAltKey(event.key, context)
    : onMoveKey(event, context) || onItemKey(event, context) || onTyped(event, context);
  if (handled) event.preventDefault();
}

function onAltKey(key: string, { cursor: { active }, reorderable, reorder }: Context): boolean {
  if (!reorderable || (key !== "ArrowUp" && key !== "ArrowDown")) return false;
  reorder(active.row, active.row + (key === "ArrowUp" ? -1 : 1));
  return true;
}

function onMoveKey({ key, ctrlKey }: KeyboardEvent, { cursor, rows, columns }: Context): boolean {
  const { row, column } = cursor.active;
  const targets: Record<string, [row: number, column: number]> = {
    ArrowDown: [row + 1, column],
    ArrowUp: [row - 1, column],
    ArrowRight: [row, column + 1],
    ArrowLeft: [row, column - 1],
    PageDown: [row + pageRows, column],
    PageUp: [row - pageRows, column],
    Home: [ctrlKey ? 0 : row, 0],
    End: [ctrlKey ? rows - 1 : row, columns.length - 1],
  };
  const target = targets[key];
  if (target) cursor.moveTo(...target);
  return target !== undefined;
}

const isTypedInto = (column: Column | undefined) => column?.kind === "text" || column?.kind === "number";

function onItemKey(event: KeyboardEvent, context: Context): boolean {
  const { cursor, columns, listed, editable } = context;
  const column = columns[cursor.active.column];
  const picked = pickedOf(selectionStore.get());
  switch (event.key) {
    case "F2":
      if (editable && isTypedInto(column)) cursor.edit();
      return true;
    case " ":
      context.pickRow(cursor.active.row, event.shiftKey);
      return true;
    case "Escape":
      // With nothing picked, the key is for the panel beside.
      if (countOf(picked) === 0) return false;
      clearSelection();
      return true;
    case "Delete": {
      const chosen = countOf(picked) > 0 ? picked : { ids: listed ? [listed.item.id] : [] };
      if (countOf(chosen) > 0 && context.mayDelete(chosen))
        openDialog({ kind: "delete-items", projectId: context.projectId, picked: chosen });
      return true;
    }
    case "Enter":
      if (editable && column?.kind === "switch" && listed) context.toggleVisible(listed);
      else if (editable && column?.kind === "number") cursor.edit();
      else if (listed) context.open(listed.item.id);
      return true;
    default:
      return false;
  }
}

/** A letter or a digit begins to edit the cell, as in a spreadsheet. */
function onTyped({ key, ctrlKey, metaKey }: KeyboardEvent, { cursor, columns, editable }: Context): boolean {
  if (!editable || key.length !== 1 || ctrlKey || metaKey || !isTypedInto(columns[cursor.active.column])) return false;
  cursor.edit(key);
  return true;
}
