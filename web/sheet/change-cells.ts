import type { ItemRowChange } from "../../contract/item-rows.ts";
import type { Item } from "../../contract/items.ts";
import { defaultLanguage } from "../../contract/languages.ts";
import { limits } from "../../contract/limits.ts";
import { catalogLanguage } from "../catalog/catalog-language.ts";
import type { ColumnId } from "../catalog/column-ids.ts";
import { unmarkCells } from "../items/grid/cell-marks.ts";
import { type CellRange, rowsIn } from "../items/grid/cell-range.ts";
import { type Column, offeredColumns } from "../items/grid/columns.ts";
import { mostRows, type SheetView } from "../items/grid/sheet-view.ts";
import { columnLabel } from "../items/grid/sheet-words.ts";
import { candidateOf } from "../items/grid/showing.ts";
import type { Pasted } from "../items/grid/use-clipboard.ts";
import { priorityAtEnd } from "../items/items-data.ts";
import type { ListedItem, ListedItems } from "../items/listed-items.ts";
import { shownItem } from "../items/shown-item.ts";
import { textNow } from "../platform/i18n/i18n.ts";
import { laterNow } from "../platform/i18n/later-words.ts";
import { toast } from "../platform/toasts.ts";
import { readTsv } from "../platform/tsv.ts";
import { type ActRequest, request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { temporaryId } from "../saving/temporary-ids.ts";
import { emptied, isSheetColumn, isSheetField, readCell, type SheetField } from "./cell-values.ts";
import { textOf } from "./copy-cells.ts";
import { placeByHeader } from "./header-row.ts";
import { type Block, type PlacedBlock, placeBlock } from "./place-block.ts";
import { planRows, type SheetRow } from "./plan-rows.ts";
import { readRows } from "./range-rows.ts";
import { type CellsDone, reportFaults } from "./refused-cells.ts";
import { askAboutRows } from "./show-rows.ts";
import { showsColumn } from "./shows-column.ts";

type Change = Pick<Parameters<typeof planRows>[0], "top" | "bottom" | "columns" | "read"> & {
  what: CellsDone;
  /** Texts and columns that had no place in the grid. */
  lost?: Pick<PlacedBlock, "cut" | "leftOut">;
};

/** Writes a block of texts from the clipboard into the cells from the range on. */
export async function pasteCells(view: SheetView, pasted: Pasted): Promise<void> {
  const { sheet: words } = laterNow();
  if (pasted.text === "") return toast(words.nothing, { tone: "bad" });
  const block = readTsv(pasted.text);
  if (Math.max(rowsIn(view.range), block.length) > mostRows)
    return toast(words.tooManyToPaste(mostRows), { tone: "bad" });
  const { textAt, ...placed } = await place(view, block, pasted.columns);
  await change(view, {
    ...placed,
    what: "pasteCells",
    lost: placed,
    read(row, at, field) {
      const text = textAt(row, at);
      return text === undefined ? undefined : { text, reading: readCell(field, text) };
    },
  });
}

/** Where the texts go: by their header row, or from the range on. */
async function place(view: SheetView, block: Block, copied: Pasted["columns"]): Promise<PlacedBlock> {
  const { range, columns, list } = view;
  const labelOf = ({ id }: Pick<Column, "id">) => columnLabel(id);
  const offered = offeredColumns(list.leaf);
  const named = placeByHeader({ block, range, columns: offered, into: columns[range.left], labelOf });
  if (named) return named;
  const rows = await readRows(list, range.top, range.top + block.length - 1, view.total);
  const rowAt = (row: number) => {
    const listed = rows.listedAt(range.top + row);
    if (!listed) return undefined;
    const { price, discount } = shownItem(listed.item, ["price", "discount"]).item;
    return { price, discount, text: (column: Column) => textOf(listed, column) };
  };
  const known = { block, columns, rowAt };
  return placeBlock({ block, range, columns, offered, copied, labelOf, shows: (...at) => showsColumn(known, ...at) });
}

const columnsOf = ({ columns }: SheetView, { left, right }: CellRange) =>
  columns.slice(left, right + 1).filter(isSheetColumn);

export async function clearCells(view: SheetView): Promise<void> {
  if (rowsIn(view.range) > mostRows) return tooMany();
  await change(view, {
    ...view.range,
    what: "clearCells",
    columns: columnsOf(view, view.range),
    read: (_, __, field) => ({ text: "", reading: emptied(field) }),
  });
}

/** Copies the values of the rows of `source` into those of `target`, which is below or above, as often as they fit. */
export async function fillCells(view: SheetView, source: CellRange, target: CellRange): Promise<void> {
  if (rowsIn(target) > mostRows) return tooMany();
  const from = await readRows(view.list, source.top, source.bottom, view.total);
  const fields = view.columns.map(({ id }) => id).filter(isSheetField);
  const patterns = new Map<number, Item>();
  for (let row = source.top; row <= source.bottom; row++) {
    const listed = from.listedAt(row);
    if (listed) patterns.set(row, shownItem(listed.item, fields).item);
  }
  const height = rowsIn(source);
  const sourceOf = (row: number) =>
    row > source.bottom
      ? source.top + ((row - source.bottom - 1) % height)
      : source.bottom - ((source.top - row - 1) % height);
  await change(view, {
    ...target,
    what: "fillCells",
    columns: columnsOf(view, target),
    read(row, _, field) {
      const pattern = patterns.get(sourceOf(row));
      return pattern && { text: "", reading: { value: pattern[field] } };
    },
  });
}

/** The first row of the range into the others; from the row above where the range is one row. */
export async function fillDown(view: SheetView): Promise<void> {
  const { range } = view;
  const top = rowsIn(range) > 1 ? range.top : range.top - 1;
  if (top >= 0) await fillCells(view, { ...range, top, bottom: top }, { ...range, top: top + 1 });
}

const tooMany = () => toast(laterNow().sheet.tooManyToChange(mostRows), { tone: "bad" });

/** Everything that a command changes is one act: it is shown at once, sent when it can be, and undone together. */
async function change(view: SheetView, { what, top, bottom, columns, read, lost }: Change): Promise<void> {
  const { list } = view;
  const t = textNow();
  if (!view.edits) return toast(t.faults.forbidden ?? "", { tone: "bad" });
  const rows = await readRows(list, top, bottom, view.total);
  const total = rows.total ?? view.total;
  const fields = columns.map(({ id }) => id);
  const plan = planRows({
    top,
    bottom,
    columns,
    read,
    translated: catalogLanguage.get() !== defaultLanguage,
    rowAt: (row) => rowOf(rows.listedAt(row), fields, view),
    leaf: view.mayAdd && bottom >= total ? await newRowsAt(view, rows, total) : undefined,
  });
  const items = new Map<string, Item>();
  for (let row = top; row <= Math.min(bottom, total - 1); row++) {
    const item = rows.listedAt(row)?.item;
    if (item) items.set(item.id, candidateOf(item));
  }
  await askAboutRows(plan, (id) => items.get(id));
  for (const row of plan.rows) if (row.id !== undefined) forgetDrafts(row.id, Object.keys(row.data) as ColumnId[]);
  for (const id of items.keys()) unmarkCells(id, fields);
  if (plan.rows.length > 0)
    void saving.act({
      projectId: list.projectId,
      title: { what, count: plan.cells, ...(plan.created > 0 && { added: plan.created }) },
      requests: requestsFor(plan.rows),
      shown: plan.shown,
      ...(plan.created > 0 && { makesRows: Array.from({ length: plan.created }, temporaryId) }),
    });
  else if (plan.cells > 0) toast(t.acts[what]({ name: "", where: "", count: plan.cells }));
  const last = plan.created > 0 ? total + plan.created - 1 : Math.max(0, total - 1);
  select(view, fields, { top, bottom: Math.max(top, Math.min(bottom, last)) });
  reportFaults(what, plan, lost);
}

/** What was written, as far as its columns are shown. */
function select(
  { range, columns, select }: SheetView,
  fields: readonly ColumnId[],
  rows: { top: number; bottom: number },
) {
  const shown = columns.flatMap(({ id }, at) => (fields.includes(id) ? at : []));
  select({ ...rows, left: shown[0] ?? range.left, right: shown.at(-1) ?? range.right });
}

function rowOf(listed: ListedItem | undefined, fields: readonly SheetField[], view: SheetView): SheetRow | undefined {
  if (!listed) return undefined;
  const { item, typed } = shownItem(listed.item, fields);
  return {
    item,
    // What this person did to the row and that is still on its way is no conflict.
    ifMatch: listed.pending || typed ? undefined : listed.etag,
    editable: !listed.leaving && view.mayEdit(listed.item),
  };
}

async function newRowsAt({ list }: SheetView, { listedAt }: ListedItems, total: number) {
  const id = list.within ?? "";
  const last = listedAt(total - 1)?.item;
  const place = { projectId: list.projectId, subcategoryId: id, count: total, last };
  return { id, from: total, priority: await priorityAtEnd(place) };
}

/** An edit that was refused, or that conflicts, would hide the new value. */
function forgetDrafts(id: string, fields: readonly ColumnId[]) {
  const record = { kind: "item", id } as const;
  for (const field of fields) {
    const { status } = saving.view(record, field).state;
    if (status === "failed" || status === "conflict") saving.discard(record, field);
  }
}

function requestsFor(rows: ItemRowChange[]): ActRequest[] {
  const requests: ActRequest[] = [];
  for (let start = 0; start < rows.length; start += limits.rows)
    requests.push(request("saveItemRows", { body: { rows: rows.slice(start, start + limits.rows) } }));
  return requests;
}
