import type { Item } from "../../contract/items.ts";
import { shownName } from "../catalog/catalog-language.ts";
import type { ColumnId } from "../catalog/column-ids.ts";
import { cellsIn } from "../items/grid/cell-range.ts";
import type { Column } from "../items/grid/columns.ts";
import type { SheetView } from "../items/grid/sheet-view.ts";
import type { ListedItem, ListedItems } from "../items/listed-items.ts";
import { discounted } from "../items/price.ts";
import { shownItem } from "../items/shown-item.ts";
import { writeHtml, writeTsv } from "../platform/tsv.ts";
import { isSheetField, type SheetField, writeCell } from "./cell-values.ts";
import { knownRows, readRows } from "./range-rows.ts";

export type CopiedCells = { plain: string; html: string; count: number };

const texts = new Set<ColumnId>(["name", "place", "tags", "badges", "currency", "languages"]);

/** The cells of the range as text; a promise where rows have to be read first. */
export function copyCells(view: SheetView): CopiedCells | Promise<CopiedCells> {
  const { list, range, total } = view;
  const known = knownRows(list, range.top, range.bottom, total);
  return known
    ? copied(view, known)
    : readRows(list, range.top, range.bottom, total).then((rows) => copied(view, rows));
}

function copied({ range, columns }: SheetView, { listedAt }: ListedItems): CopiedCells {
  const shown = columns.slice(range.left, range.right + 1);
  const cells: string[][] = [];
  for (let row = range.top; row <= range.bottom; row++) {
    const listed = listedAt(row);
    if (listed) cells.push(textsOf(listed, shown));
  }
  const isText = (column: number) => texts.has(shown[column]?.id as ColumnId);
  return {
    plain: writeTsv(cells),
    html: writeHtml(
      cells,
      isText,
      shown.map(({ id }) => id),
    ),
    count: cellsIn(range),
  };
}

/** What a cell is copied as. */
export const textOf = (listed: ListedItem, column: Column): string => textsOf(listed, [column])[0] ?? "";

function textsOf({ item, path = [] }: ListedItem, columns: readonly Column[]): string[] {
  const fields: SheetField[] = ["price", "discount", ...columns.map(({ id }) => id).filter(isSheetField)];
  const shown = shownItem(item, fields).item;
  return columns.map(({ id }) => {
    if (id === "name") return shownName(shown);
    if (isSheetField(id)) return writeCell(id, shown[id]);
    if (id === "place") return path.map(({ name }) => name).join(" / ");
    return id === "buyerPays" ? paysOf(shown) : Object.keys(item.translations).join(", ");
  });
}

const paysOf = ({ price, discount }: Item) => String(Number(discounted(price, discount).toFixed(2)));
