import type { RefObject } from "react";
import type { Item } from "../../../contract/items.ts";
import { type ItemList, whereOf } from "../../catalog/item-list.ts";
import { pageSize } from "../item-pages.ts";
import { clearSelection, isPicked, pick, pickMatching, type Selection } from "../selection.ts";

type Options = {
  list: ItemList;
  total: number | undefined;
  itemAt(row: number): Item | undefined;
  scroller: RefObject<HTMLElement | null>;
};

export type PickAll = {
  state(selection: Selection): "all" | "some" | "none";
  /** Picks all items, or none. */
  toggle(selection: Selection): void;
};

/** The box in the head picks everything that is listed. Where that is more than a page, much of it is not loaded. */
export function pickAll({ list, total = 0, itemAt, scroller }: Options): PickAll {
  const loaded = Array.from({ length: Math.min(total, pageSize) }, (_, row) => itemAt(row)?.id ?? []).flat();
  const state = (selection: Selection) => {
    if (selection.matching !== undefined) return "all";
    if (total <= pageSize && total > 0 && loaded.every((id) => isPicked(selection, id))) return "all";
    return selection.ids.size > 0 ? "some" : "none";
  };
  return {
    state,
    toggle(selection) {
      if (state(selection) === "all") clearSelection();
      else {
        pick(loaded, true);
        if (total > pageSize) pickMatching({ where: whereOf(list), count: total });
      }
      // The keys are for the list, not for the box.
      scroller.current?.focus({ preventScroll: true });
    },
  };
}
