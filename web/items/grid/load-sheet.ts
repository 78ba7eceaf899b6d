import { explain } from "../../platform/explain.ts";
import { createStore } from "../../platform/store.ts";
import { toast } from "../../platform/toasts.ts";
import type { SheetCommands } from "./sheet-commands.ts";

/** What makes the grid a spreadsheet, if it is loaded. A copy has to be on the clipboard before its event ends. */
export const sheetStore = createStore<SheetCommands | undefined>(undefined);

let fetchSheet: (() => Promise<SheetCommands>) | undefined;

/** `sheet/` is above the grid: the program says at its start where it is fetched from. */
export function registerSheet(fetch: () => Promise<SheetCommands>) {
  fetchSheet = fetch;
}

/** No screen begins with it: it is loaded when someone comes to the grid, or when nothing else happens. */
export async function loadSheet(): Promise<SheetCommands> {
  if (!fetchSheet) throw new Error("The spreadsheet is not registered yet.");
  const sheet = await fetchSheet();
  sheetStore.set(sheet);
  return sheet;
}

/** At once if it is loaded; `live` is then true. */
export function withSheet(run: (sheet: SheetCommands, live: boolean) => Promise<void>): void {
  const sheet = sheetStore.get();
  const done = sheet ? run(sheet, true) : loadSheet().then((loaded) => run(loaded, false));
  done.catch((error) => toast(explain(error), { tone: "bad" }));
}
