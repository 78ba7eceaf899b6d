import type { ColumnId } from "../catalog/column-ids.ts";
import { markCells, offerCell } from "../items/grid/cell-marks.ts";
import { columnLabel, explainCell } from "../items/grid/sheet-words.ts";
import { listedItems } from "../items/item-pages.ts";
import { laterNow } from "../platform/i18n/later-words.ts";
import { toast } from "../platform/toasts.ts";
import type { Act } from "../saving/act.ts";
import type { PlacedBlock } from "./place-block.ts";
import type { CellFault, RowsPlan } from "./plan-rows.ts";

export type CellsDone = "pasteCells" | "fillCells" | "clearCells";

/** What writes rows: cells, or the order of items. */
type RowsDone = CellsDone | "reorderItem";

type Reported = { row: number | undefined; column: ColumnId; id: string | undefined; name: string; why: string };

/** One message, with a way to the first of the cells. */
function report(what: RowsDone, count: number, first: Reported | undefined, more: readonly string[]) {
  const { sheet: words } = laterNow();
  const { id, row, column = "name", name = "", why = "" } = first ?? {};
  const told = [words.notDone[what](count), ...(first ? [words.fault(columnLabel(column), name, why)] : []), ...more];
  offerCell(told.join(" "), id === undefined ? undefined : { id, row, column });
}

type Lost = Pick<PlacedBlock, "cut" | "leftOut">;

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function reportedOf({ row, column, item, text, code }: CellFault): Reported & { text: string } {
  const why = explainCell({ code, message: "" });
  return { row, column, id: item?.id, name: item?.name ?? "", why, text: shortened(text) };
}

/** Marks the cells that were not written, and tells how many there are. */
export function reportFaults(
  what: CellsDone,
  { faults, readOnly, outside, cells }: RowsPlan,
  lost: Lost = { cut: 0, leftOut: [] },
) {
  const { sheet: words } = laterNow();
  const told = faults.map(reportedOf);
  const isPaste = what === "pasteCells";
  if (isPaste)
    markCells(
      told.flatMap(({ id, column, text, why }) =>
        id === undefined ? [] : { id, column, mark: { text, why: words.rejected(text, why) } },
      ),
    );
  // Who fills or clears a range means the cells of it that can be changed.
  const untouched = isPaste ? readOnly : 0;
  const beyond = outside + lost.cut;
  const left = lost.leftOut.length > 0 ? [words.leftOut(lost.leftOut.join(", "))] : [];
  const count = faults.length + untouched + beyond;
  if (count === 0) return left.length > 0 ? toast(left.join(), { tone: cells > 0 ? "plain" : "bad" }) : undefined;
  const more = [
    ...(untouched > 0 ? [words.readOnly(untouched)] : []),
    ...(beyond > 0 ? [words.outside(beyond)] : []),
    ...left,
  ];
  report(what, count, told[0], more);
}

/** The same for what the service refused. */
export function reportRefusedRows({ title, refusedRows = [] }: Act) {
  const seen = listedItems();
  const told = refusedRows.flatMap(({ id, fields, reason }) =>
    fields.map((field) => ({
      row: undefined,
      column: field as ColumnId,
      id,
      name: seen.get(id ?? "")?.name ?? "",
      why: explainCell(reason),
    })),
  );
  markCells(told.flatMap(({ id, column, why }) => (id === undefined ? [] : { id, column, mark: { text: "", why } })));
  report(title.what as RowsDone, told.length, told[0], []);
}
