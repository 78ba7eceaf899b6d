import { useRef } from "react";
import type { Item } from "../../../contract/items.ts";
import { isPicked, pick, selectionStore } from "../selection.ts";

/** Picks one row or drops it; with `range`, picks all rows from the last one picked. */
export function usePickRow(itemAt: (index: number) => Item | undefined) {
  const last = useRef<number>(undefined);
  return (row: number, range: boolean) => {
    const item = itemAt(row);
    if (!item) return;
    const from = range && last.current !== undefined ? last.current : row;
    last.current = row;
    const ids: string[] = [];
    for (let at = Math.min(from, row); at <= Math.max(from, row); at++) {
      const id = itemAt(at)?.id;
      if (id) ids.push(id);
    }
    pick(ids, range || !isPicked(selectionStore.get(), item.id));
  };
}
