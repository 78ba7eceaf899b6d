import type { Item } from "../../../contract/items.ts";
import type { ItemList } from "../../catalog/item-list.ts";
import type { CellRange } from "./cell-range.ts";
import type { Column } from "./columns.ts";

/** What the commands on cells need of the grid. */
export type SheetView = {
  list: ItemList;
  /** How many rows the list has. */
  total: number;
  columns: readonly Column[];
  range: CellRange;
  /** Whether the person may change anything, and this item. */
  edits: boolean;
  mayEdit(item: Item): boolean;
  /** Whether what is pasted below the last row makes items. */
  mayAdd: boolean;
  select(range: CellRange): void;
};

/** How many rows one command takes. More are for an export, an import or a bulk edit. */
export const mostRows = 5_000;
