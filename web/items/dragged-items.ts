import { createStore } from "../store.ts";

/** The items that are being dragged out of the list, and the leaf they are in: the tree takes them too. */
export const draggedItems = createStore<{ ids: string[]; from: string } | undefined>(undefined);
