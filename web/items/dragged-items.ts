import type { ItemList } from "../catalog/item-list.ts";
import { createStore } from "../platform/store.ts";

/**
 * The items that are being dragged out of a list, the name of the one that is held, and its subcategory: they can be
 * dropped on the tree too.
 */
export type DraggedItems = { ids: string[]; name: string; from: string; list: ItemList };

/** Rows of the grid are dragged; they are named by their index. */
export type RowDrag = {
  dragStart(row: number): void;
  /** Whether they can be dropped there. */
  dragOver(row: number): boolean;
  dragEnd(): void;
  drop(row: number): void;
};

export const draggedItems = createStore<DraggedItems | undefined>(undefined);
