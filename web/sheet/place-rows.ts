import type { RowsTo } from "../items/grid/sheet-commands.ts";

type Placed = { id: string; priority: number };

export type RowsPlace<Row> = {
  /** In the order of the list. */
  moved: Row[];
  /** The rows between which they come; undefined at an end of the list. */
  before: Row | undefined;
  after: Row | undefined;
  /** The first position of theirs in the new order. */
  at: number;
};

/** What is known of a list: some rows may not be loaded. */
type Known<Row> = {
  rows: number;
  itemAt(index: number): Row | undefined;
  indexOf(id: string): number | undefined;
};

/**
 * Where these rows come to be. "unknown" if not all that matters of the list is loaded; undefined if nothing would move.
 */
export function placeRows<Row extends Placed>(
  ids: Iterable<string>,
  to: RowsTo,
  { rows, itemAt, indexOf }: Known<Row>,
): RowsPlace<Row> | "unknown" | undefined {
  const indexes: number[] = [];
  for (const id of ids) {
    const index = indexOf(id);
    if (index === undefined) return "unknown";
    indexes.push(index);
  }
  indexes.sort((a, b) => a - b);
  const first = indexes[0];
  const last = indexes.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const gap = "gap" in to ? to.gap : to.by < 0 ? first - 1 : last + 2;
  if (gap < 0 || gap > rows) return undefined;
  const isBlock = last - first === indexes.length - 1;
  if (isBlock && gap >= first && gap <= last + 1) return undefined;
  const taken = new Set(indexes);
  let above = gap - 1;
  while (taken.has(above)) above--;
  let below = gap;
  while (taken.has(below)) below++;
  const [before, after] = [itemAt(above), itemAt(below)];
  if ((above >= 0 && !before) || (below < rows && !after)) return "unknown";
  const moved = indexes.flatMap((index) => itemAt(index) ?? []);
  return { moved, before, after, at: gap - indexes.filter((index) => index < gap).length };
}

/** Priorities for `count` rows between two others, in order; undefined where no numbers are left between them. */
export function prioritiesBetween(low: number | undefined, high: number | undefined, count: number) {
  const each = (of: (at: number) => number) => Array.from({ length: count }, (_, at) => of(at));
  if (low === undefined) return each((at) => (high === undefined ? at : Math.floor(high) - count + at));
  if (high === undefined) return each((at) => Math.ceil(low) + 1 + at);
  const step = (high - low) / (count + 1);
  const between = each((at) => low + step * (at + 1));
  return [low, ...between, high].every((one, at, all) => at === 0 || (all[at - 1] as number) < one)
    ? between
    : undefined;
}
