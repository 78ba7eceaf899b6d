export type Pair = { key: string; value: string };
export type PairPart = keyof Pair;

const parts = ["key", "value"] as const;
const nothing: Pair = { key: "", value: "" };

/**
 * For each row of the original, the position of the row that it was before. Rows are found by their name; a row whose
 * name is new was probably renamed, if the one at its position is gone.
 */
export function formerRows(original: readonly Pair[], former: readonly Pair[]): (number | undefined)[] {
  const free = new Set(former.keys());
  const take = (at: number | undefined) => {
    if (at !== undefined) free.delete(at);
    return at;
  };
  const sameName = original.map(({ key }) => take([...free].find((at) => former[at]?.key === key)));
  return sameName.map((found, at) => found ?? take(free.has(at) ? at : undefined));
}

/**
 * The translation, row by row as the original has them. An empty cell is one to translate. `former`: the original that the
 * translation was made from, where that has changed since.
 */
export function cellsOf(
  original: readonly Pair[],
  translation: readonly Pair[] | undefined,
  former: readonly Pair[] | undefined,
): Pair[] {
  const there = translation ?? [];
  if (former) return formerRows(original, former).map((at) => (at === undefined ? nothing : (there[at] ?? nothing)));
  const extra = there.slice(original.length);
  return [...original.map((_, at) => there[at] ?? nothing), ...extra];
}

/**
 * What is stored for these cells. The shop shows either the original's rows or the translation's, so a cell that is left
 * empty gets the text of the original. Undefined if nothing is translated.
 */
export function storedCells(original: readonly Pair[], cells: readonly Pair[]): Pair[] | undefined {
  if (cells.every(({ key, value }) => !key && !value)) return undefined;
  return cells
    .map((cell, at) => ({
      key: cell.key || (original[at]?.key ?? ""),
      value: cell.value || (original[at]?.value ?? ""),
    }))
    .filter(({ key, value }, at) => at < original.length || key || value);
}

/** The cells with those empty that were left so: storing them has filled them with the text of the original. */
export const withLeft = (
  cells: readonly Pair[],
  original: readonly Pair[],
  isLeft: (at: number, part: PairPart) => boolean,
): Pair[] =>
  cells.map((cell, at) => {
    const shown = { ...cell };
    for (const part of parts) if (isLeft(at, part) && cell[part] === original[at]?.[part]) shown[part] = "";
    return shown;
  });
