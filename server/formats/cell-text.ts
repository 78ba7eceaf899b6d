/** The mark that clears a value. An empty cell leaves the value as it is. */
export const defaultClearMark = "—";
/** The empty text, where it differs from no text: the value of an attribute, or a translation. */
const emptyMark = '""';
/** Stands for a text that is too long for a cell of a workbook; it leaves the value as it is. */
export const tooLongMark = "… too long for a cell …";

/** Excel does not open a workbook with a longer text in a cell. */
export const workbookCellLength = 32_767;

const ownMarks: readonly string[] = [defaultClearMark, emptyMark, tooLongMark];

const withoutEscapes = (text: string): string => text.replace(/^\\+/, "");

/** A cell of blanks counts as empty, so a text of blanks is escaped as well. */
const isMark = (text: string): boolean => ownMarks.includes(text) || (text !== "" && text.trim() === "");

/** Whether it may start a mark: a quote, a backslash, a blank or a sign beyond the alphabets of Europe. */
const startsLikeMark = (first: number): boolean => first <= 0x22 || first === 0x5c || first === 0xa0 || first > 0x1000;

/** Text as it stands in a cell. One that is a mark, behind any number of backslashes, gets one more. */
export function textToCell(text: string): string {
  if (text === "") return emptyMark;
  return startsLikeMark(text.charCodeAt(0)) && isMark(withoutEscapes(text)) ? `\\${text}` : text;
}

export type CellText = { readonly text: string } | "clear" | "keep";

/** What a cell says. `clearMark` is the one that the person has chosen; an export always has the default one. */
export function textOfCell(cell: string, clearMark: string): CellText {
  if (cell === tooLongMark || cell.trim() === "") return "keep";
  if (cell === clearMark) return "clear";
  if (cell === emptyMark) return { text: "" };
  if (!cell.startsWith("\\")) return { text: cell };
  const text = withoutEscapes(cell);
  return { text: isMark(text) || text === clearMark ? cell.slice(1) : cell };
}

/**
 * A spreadsheet would run a text that starts like this as a formula (CWE-1236). In CSV such a text gets an apostrophe
 * in front. A workbook says which cells are text, so only a text that looks as if it had one already gets another:
 * then a CSV file that was opened and saved as a workbook reads the same.
 */
const guarded = /^'+[=+\-@\t\r]/;
/** `=`, `+`, `-`, `@`, tab and carriage return. */
const startsFormula = (first: number): boolean =>
  first === 0x3d || first === 0x2b || first === 0x2d || first === 0x40 || first === 0x09 || first === 0x0d;

export function guardedForCsv(text: string): string {
  const first = text.charCodeAt(0);
  return startsFormula(first) || (first === 0x27 && guarded.test(text)) ? `'${text}` : text;
}

export const guardedForWorkbook = (text: string): string => (text[0] === "'" && guarded.test(text) ? `'${text}` : text);
export const withoutGuard = (text: string): string => (text[0] === "'" && guarded.test(text) ? text.slice(1) : text);

/** Whether a text with this first sign may be more than it seems: it is a blank, or the apostrophe of a guard. */
export const startsOddly = (first: number): boolean =>
  first <= 0x20 || first === 0x27 || first === 0xa0 || first >= 0x1680;

/** What a text cell of a file says: null if it has nothing but blanks. */
export function cellOfText(text: string): string | null {
  if (!startsOddly(text.charCodeAt(0))) return text === "" ? null : text;
  return text.trim() === "" ? null : withoutGuard(text);
}
