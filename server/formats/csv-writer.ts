import { guardedForCsv, textToCell } from "./cell-text.ts";
import { textOfList } from "./list-text.ts";
import { quotedText } from "./quoted-text.ts";
import type { Separator, Value } from "./sheet.ts";

/** Excel takes a file without it for the encoding of the country. */
export const byteOrderMark = "\ufeff";

/**
 * A line of CSV by RFC 4180. Every text with a separator that some program might assume is quoted, so that the file
 * reads the same whichever one is recognised.
 */
export function csvLine(cells: readonly Value[], separator: Separator, raw = false): string {
  let line = "";
  for (let i = 0; i < cells.length; i++) {
    if (i > 0) line += separator;
    const value = cells[i] as Value;
    if (value === null) continue;
    if (typeof value === "string") line += csvText(raw ? value : textToCell(value));
    else line += typeof value === "object" ? csvText(textToCell(textOfList(value))) : value;
  }
  return `${line}\r\n`;
}

const special = /[",;\t|\r\n]/;
const isBlank = (code: number): boolean => code <= 0x20 || code === 0xa0;

export function csvText(text: string): string {
  const safe = guardedForCsv(text);
  if (special.test(safe)) return quotedText(safe);
  // Some programs drop blanks at the ends of a text without quotes.
  return isBlank(safe.charCodeAt(0)) || isBlank(safe.charCodeAt(safe.length - 1)) ? quotedText(safe) : safe;
}
