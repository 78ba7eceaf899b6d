import type { ItemList } from "../catalog/item-list.ts";
import { rowsIn } from "../items/grid/cell-range.ts";
import { chosenColumns, offeredColumns } from "../items/grid/columns.ts";
import type { ClipboardUse } from "../items/grid/sheet-commands.ts";
import { mostRows, type SheetView } from "../items/grid/sheet-view.ts";
import type { Pasted } from "../items/grid/use-clipboard.ts";
import { laterNow } from "../platform/i18n/later-words.ts";
import { toast } from "../platform/toasts.ts";
import { clearCells, pasteCells } from "./change-cells.ts";
import { type CopiedCells, copyCells } from "./copy-cells.ts";

export async function onClipboard(view: SheetView, { event, live, pasted, say }: ClipboardUse): Promise<void> {
  if (event.type === "paste") return pasteCells(view, pasted);
  const { sheet: words } = laterNow();
  if (rowsIn(view.range) > mostRows) return toast(words.tooManyToCopy(mostRows), { tone: "bad" });
  const cells = copyCells(view);
  if (live && !(cells instanceof Promise)) {
    event.clipboardData?.setData("text/plain", cells.plain);
    event.clipboardData?.setData("text/html", cells.html);
  } else {
    say(words.copying);
    if (!(await writeLater(Promise.resolve(cells)))) return toast(words.copyAgain);
  }
  say(words.copied((await cells).count));
  if (event.type === "cut") await clearCells(view);
}

/** Writes what is not known before the event ends; false where a page cannot: over plain http on a network. */
async function writeLater(cells: Promise<CopiedCells>): Promise<boolean> {
  if (!navigator.clipboard?.write) {
    await cells;
    return false;
  }
  const part = (type: string, text: "plain" | "html") => cells.then((all) => new Blob([all[text]], { type }));
  await navigator.clipboard.write([
    new ClipboardItem({ "text/plain": part("text/plain", "plain"), "text/html": part("text/html", "html") }),
  ]);
  return true;
}

/** A leaf without items has no cells: what is pasted becomes its first rows. */
export function pasteRows(list: ItemList, pasted: Pasted): Promise<void> {
  const chosen = chosenColumns(list.leaf).get();
  return pasteCells(
    {
      list,
      total: 0,
      columns: offeredColumns(list.leaf).filter(({ id }) => chosen.includes(id)),
      range: { top: 0, bottom: 0, left: 0, right: 0 },
      edits: true,
      mayEdit: () => true,
      mayAdd: true,
      select: () => {},
    },
    pasted,
  );
}
