export type Attribute = { key: string; value: string };

export const emptyRow: Attribute = { key: "", value: "" };

export const isEmptyRow = ({ key, value }: Attribute) => key.trim() === "" && value.trim() === "";

/** Empty rows are shown and never saved: only the editor knows where they are. */
export const emptyRowsIn = (rows: readonly Attribute[]): number[] =>
  rows.flatMap((row, at) => (isEmptyRow(row) ? [at] : []));

export function withEmptyRows(saved: readonly Attribute[], positions: readonly number[]): Attribute[] {
  const rows = [...saved];
  for (const at of positions) rows.splice(at, 0, emptyRow);
  return rows;
}

/** A line like "Colour: Red". In an address, the colon belongs to the text. */
const namedValue = /^\s*[^\s:：][^:：]*[:：](?!\/\/)/;

/** Whether a pasted text is rows of its own, and not text for the cell: cells of a spreadsheet, or lines in an empty row. */
export const holdsRows = (text: string, isInEmptyRow: boolean) =>
  text.includes("\t") ||
  (isInEmptyRow && text.trim().includes("\n") && text.split("\n").some((line) => namedValue.test(line)));
