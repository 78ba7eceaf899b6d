import { type DragEvent, useRef, useState } from "react";
import type { Item } from "../../../contract/items.ts";
import { shownName } from "../../catalog/catalog-language.ts";
import type { ItemList } from "../../catalog/item-list.ts";
import { draggedItems, type RowDrag } from "../dragged-items.ts";
import { selectionStore } from "../selection.ts";
import { withSheet } from "./load-sheet.ts";

type Options = {
  list: ItemList;
  rows: number;
  itemAt(index: number): Item | undefined;
  indexOf(id: string): number | undefined;
  reorderable: boolean;
  /** The cursor goes to this row. */
  follow(row: number): void;
};

/** Moves a row to another position, and drags it there or into the tree; all picked rows go with it. */
export function useRowOrder({ list, rows, itemAt, indexOf, reorderable, follow }: Options) {
  const dragged = useRef<number>(undefined);
  const [over, setOver] = useState<number>();

  /** The row and, if it is picked, all others that are. */
  const withPicked = ({ id }: Item) => {
    const { ids } = selectionStore.get();
    return ids.has(id) ? [...ids] : [id];
  };

  function order(row: number, to: { gap: number } | { by: 1 | -1 }) {
    const item = itemAt(row);
    if (!item) return;
    const ids = withPicked(item);
    const { projectId, within: leaf = "" } = list;
    withSheet(async ({ orderRows, explainOrder }) =>
      reorderable
        ? orderRows({ projectId, leaf, ids, to, rows, itemAt, indexOf, follow, active: item.id })
        : explainOrder(list),
    );
  }

  function end() {
    dragged.current = undefined;
    setOver(undefined);
  }

  return {
    /** One row up or down. */
    step: (row: number, by: 1 | -1) => order(row, { by }),
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      // From one row to the next it is still in the list.
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(undefined);
    },
    /** On which side of this row the dragged ones would be dropped. */
    dropSide: (row: number) => (over !== row ? undefined : (dragged.current ?? 0) < row ? "after" : "before"),
    drag: {
      dragStart(row: number) {
        const item = itemAt(row);
        if (!item) return;
        dragged.current = row;
        draggedItems.set({ ids: withPicked(item), from: item.subcategoryId, name: shownName(item), list });
      },
      dragOver(row: number) {
        const isPossible = reorderable && dragged.current !== undefined;
        if (isPossible) setOver(row);
        return isPossible;
      },
      dragEnd() {
        draggedItems.set(undefined);
        end();
      },
      drop(row: number) {
        const from = dragged.current;
        end();
        if (reorderable && from !== undefined && from !== row) order(from, { gap: from < row ? row + 1 : row });
      },
    } satisfies RowDrag,
  } as const;
}
