import { createStore } from "../store.ts";

/** The items that are being dragged out of the list, and their subcategory: they can be dropped on the tree too. */
export type DraggedItems = { ids: string[]; from: string };

export const draggedItems = createStore<DraggedItems | undefined>(undefined);
