import { createStore } from "../store.ts";

/** The items that are being dragged out of the list, and their subcategory: they can be dropped on the tree too. */
export const draggedItems = createStore<{ ids: string[]; from: string } | undefined>(undefined);
