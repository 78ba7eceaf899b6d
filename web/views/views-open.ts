import { createStoredStore } from "../platform/store.ts";

/** Whether the views in the side bar are shown. */
export const viewsOpen = createStoredStore("editor-views-open", true);
