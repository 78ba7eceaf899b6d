export type Attribute = { key: string; value: string };

/** Cells copied from a spreadsheet: tab-separated, a cell with line breaks or quotes is in quotes. */
export function readSpreadsheet(text: string): Attribute[] | undefined {
  if (!text.includes("\t")) return undefined;
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (letter === '"' && cell === "") quoted = true;
    else if (letter === "\t") endCell();
    else if (letter === "\n") {
      endCell();
      rows.push([]);
    } else if (letter !== "\r") cell += letter;
  }
  endCell();
  const found = rows
    .map(([key = "", ...values]) => ({ key: key.trim(), value: values.join(" ").trim() }))
    .filter(({ key, value }) => key || value);
  return found.length > 0 ? found : undefined;
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
}
