import { createStoredStore } from "../store.ts";

/** How this person signs comments, and what others see beside an item that is open here. */
export const authorStore = createStoredStore<string>("editor-author", "");
