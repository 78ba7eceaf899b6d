import { useRef, useState } from "react";
import type { Item } from "../../contract/items.ts";
import { explain } from "../explain.ts";
import { textNow } from "../i18n/i18n.ts";
import { toast } from "../toasts.ts";
import { draggedItems } from "./dragged-items.ts";
import { reorderItem } from "./item-commands.ts";
import { selectionStore } from "./selection.ts";

type Options = {
  projectId: string;
  rows: number;
  itemAt(index: number): Item | undefined;
  reorderable: boolean;
  /** The row goes to this index. */
  moved(to: number): void;
};

/** Moves a row to another position, and drags it there; dragged into the tree, all picked rows go with it. */
export function useRowOrder({ projectId, rows, itemAt, reorderable, moved }: Options) {
  const dragged = useRef<number>(undefined);
  const [over, setOver] = useState<number>();

  function reorder(from: number, to: number) {
    const item = itemAt(from);
    if (!reorderable || !item || from === to || to < 0 || to >= rows) return;
    const before = itemAt(to > from ? to : to - 1);
    const after = itemAt(to > from ? to + 1 : to);
    moved(to);
    const saved = reorderItem(projectId, item, before, after, textNow().tree.position(to + 1, rows));
    saved.catch((error) => toast(explain(error), { tone: "bad" }));
  }

  function end() {
    dragged.current = undefined;
    setOver(undefined);
  }

  return {
    reorder,
    /** On which side of this row the dragged one would be dropped. */
    dropSide: (row: number) => (over !== row ? undefined : (dragged.current ?? 0) < row ? "after" : "before"),
    drag: {
      dragStart(row: number) {
        const item = itemAt(row);
        if (!item) return;
        dragged.current = row;
        const { ids } = selectionStore.get();
        draggedItems.set({ ids: ids.has(item.id) ? [...ids] : [item.id], from: item.subcategoryId });
      },
      dragOver(row: number) {
        if (reorderable && dragged.current !== undefined) setOver(row);
      },
      dragEnd() {
        draggedItems.set(undefined);
        end();
      },
      drop(row: number) {
        if (dragged.current !== undefined) reorder(dragged.current, row);
        end();
      },
    },
  } as const;
}
