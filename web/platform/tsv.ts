/**
 * Cells as text, the way Excel, Sheets and Numbers put them on the clipboard: tabs between cells, line ends between rows.
 * A cell with a tab or a line end in it stands in quotes, and quotes in it are doubled.
 */
type Cells = readonly (readonly string[])[];

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

export function writeTsv(cells: Cells): string {
  const lines = cells.map((row) => row.map((cell) => (/[\t\r\n]|^"/.test(cell) ? quoted(cell) : cell)).join("\t"));
  // One line end at the end of a text means nothing. Where the last line is empty, it needs one more.
  return lines.join("\r\n") + (lines.length > 1 && lines.at(-1) === "" ? "\r\n" : "");
}

/**
 * A cell in quotes from `start`, and where it ends; undefined if the quotes belong to the text, as in `"Best" lamp`. Excel
 * writes `"Best"` as it is: only what needs quotes has them for their sake.
 */
function quotedAt(text: string, start: number): { cell: string; end: number } | undefined {
  let end = start + 1;
  while (end < text.length) {
    if (text[end] !== '"') end++;
    else if (text[end + 1] === '"') end += 2;
    else break;
  }
  const inside = text.slice(start + 1, end);
  const after = text[end + 1];
  if (end >= text.length || (after !== undefined && !"\t\r\n".includes(after))) return undefined;
  return /[\t\r\n]|""/.test(inside) ? { cell: inside.replaceAll('""', '"'), end: end + 1 } : undefined;
}

const endOfCell = /[\t\r\n]/g;

export function readTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  for (;;) {
    const inQuotes = text[at] === '"' ? quotedAt(text, at) : undefined;
    endOfCell.lastIndex = inQuotes?.end ?? at;
    const end = endOfCell.exec(text)?.index ?? text.length;
    rows.at(-1)?.push(inQuotes?.cell ?? text.slice(at, end));
    if (end === text.length) return rows;
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
    if (text[end] === "\t") continue;
    if (at === text.length) return rows;
    rows.push([]);
  }
}

const inHtml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/\r\n?|\n/g, "<br>");

/**
 * The same as a table, which spreadsheets prefer. Its text stays text: Excel would make 7 of 007. The names of the columns
 * tell a paste which of them cannot be written.
 */
export function writeHtml(cells: Cells, isText: (column: number) => boolean, columns: readonly string[]): string {
  const cell = (text: string, column: number) =>
    `<td${isText(column) ? ` style="mso-number-format:'\\@';white-space:pre-wrap"` : ""}>${inHtml(text)}</td>`;
  return `<table data-columns="${columns.join(" ")}">${cells.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("")}</table>`;
}
