import { createStoredStore } from "../platform/store.ts";

/** The name under this person's comments, which others also see while they have the same item open. */
export const authorStore = createStoredStore<string>("editor-author", "");
