import { explain } from "../platform/explain.ts";
import { withWords } from "../platform/i18n/later-words.ts";
import { createStore } from "../platform/store.ts";
import { toast } from "../platform/toasts.ts";
import type { Sheet } from "./cell-commands.ts";

/** What makes the grid a spreadsheet, if it is loaded. A copy has to be on the clipboard before its event ends. */
export const sheetStore = createStore<Sheet | undefined>(undefined);

/** No screen begins with it: it is loaded when someone comes to the grid, or when nothing else happens. */
export const loadSheet = async (): Promise<Sheet> => {
  const { sheet } = await withWords(() => import("./cell-commands.ts"));
  sheetStore.set(sheet);
  return sheet;
};

/** At once if it is loaded; `live` is then true. */
export function withSheet(run: (sheet: Sheet, live: boolean) => Promise<void>): void {
  const sheet = sheetStore.get();
  const done = sheet ? run(sheet, true) : loadSheet().then((loaded) => run(loaded, false));
  done.catch((error) => toast(explain(error), { tone: "bad" }));
}
