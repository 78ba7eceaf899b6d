import type { KeyboardEvent, MouseEvent, RefObject } from "react";
import { flushSync } from "react-dom";
import type { ColumnId } from "../../catalog/column-ids.ts";
import type { ItemList } from "../../catalog/item-list.ts";
import { below, isMenuKey } from "../../widgets/menus.ts";
import type { Rows } from "../../widgets/use-rows.ts";
import type { ListedItem } from "../listed-items.ts";
import { openItemMenu } from "../open-item-menu.ts";
import { cellId } from "./grid-row.tsx";
import type { GridCursor } from "./use-grid-cursor.ts";

type Options = {
  list: ItemList;
  scroller: RefObject<HTMLDivElement | null>;
  cursor: GridCursor;
  /** The column of the active cell. */
  column: ColumnId | undefined;
  listedAt(row: number): ListedItem | undefined;
  view: Rows;
  open(id: string): void;
};

/** A text that is being typed has the menu of the browser. */
const isTyped = (target: Element) => target.matches(".cell-input");

function rowOf(element: Element): number | undefined {
  const row = element.closest(".grid-row[data-item]");
  return row ? Number(row.getAttribute("aria-rowindex")) - 2 : undefined;
}

/** The menu of a row: by the pointer where it is, by a key at the active cell. */
export function useRowMenu({ list: { projectId }, scroller, cursor, column, listedAt, view, open }: Options) {
  const openAt = (row: number, point: { left: number; top: number }) => {
    const listed = listedAt(row);
    if (!listed || !scroller.current) return;
    const { item, etag } = listed;
    openItemMenu({ projectId, item, etag, ...point, opener: scroller.current, open: () => open(item.id) });
  };
  return {
    onContextMenu(event: MouseEvent) {
      const target = event.target as Element;
      if (isTyped(target)) return;
      const row = rowOf(target);
      // On Windows the menu key asks for a menu when it is released: while ours is still being loaded.
      if (row !== undefined || (target === scroller.current && event.button !== 2)) event.preventDefault();
      if (row === undefined) return;
      cursor.activate(row, cursor.active.column);
      openAt(row, { left: event.clientX, top: event.clientY });
    },
    onMenuKey(event: KeyboardEvent) {
      const target = event.target as Element;
      if (!isMenuKey(event) || isTyped(target)) return;
      event.preventDefault();
      const row = rowOf(target) ?? cursor.active.row;
      // The row may have been scrolled out of sight, and is not drawn there.
      flushSync(() => view.reveal(row));
      const cell = column && document.getElementById(cellId(row, column));
      if (cell) openAt(row, below(cell));
    },
  };
}
