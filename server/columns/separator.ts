import { type ReadSeparator, separatorSigns } from "../../contract/constants.ts";
import { CsvParser } from "../formats/csv-parser.ts";
import type { Row } from "../formats/sheet.ts";
import { SheetFault } from "../formats/sheet-fault.ts";
import { headerAmong } from "./header-finder.ts";

export type SeparatorSign = (typeof separatorSigns)[ReadSeparator];

/** The line with which a file tells Excel its separator. */
const declared = /^sep=([,;\t|])(?:\r\n|\n|\r)/i;

/** The separator of a text by its start, and how many characters declare it. */
export function separatorOf(start: string, names: ReadonlySet<string>): { separator: SeparatorSign; skip: number } {
  const line = declared.exec(start);
  if (line !== null) return { separator: line[1] as SeparatorSign, skip: line[0].length };
  let [separator, best]: [SeparatorSign, number] = [",", 0];
  for (const candidate of Object.values(separatorSigns)) {
    const score = scoreOf(start, candidate, names);
    if (score > best) [separator, best] = [candidate, score];
  }
  return { separator, skip: 0 };
}

/** The most columns with a known name win, then the most rows as long as the header, then the most columns. */
function scoreOf(start: string, separator: SeparatorSign, names: ReadonlySet<string>): number {
  const rows = rowsAtStart(start, separator);
  if (rows === "too_many") return leastScore;
  const header = headerAmong(rows, names);
  const length = header?.row.cells.length ?? 0;
  if (header === undefined || length < 2) return 0;
  const others = rows.slice(rows.indexOf(header.row) + 1);
  const equal = others.filter(({ cells }) => cells.length === length).length;
  return header.columns * 10_000 + (equal / Math.max(others.length, 1)) * 1_000 + Math.min(length, 500);
}

/** Of a separator that makes too many columns. It goes before those that make one column, so that the fault says so. */
const leastScore = 1;

function rowsAtStart(start: string, separator: SeparatorSign): Row[] | "too_many" {
  try {
    const parser = new CsvParser(separator);
    parser.push(start);
    const rows = parser.rows();
    // A short file may have one line without an end.
    return rows.length > 0 ? rows : parser.rows(true);
  } catch (error) {
    if (error instanceof SheetFault) return error.place.row === 1 && error.code === "too_many" ? "too_many" : [];
    throw error;
  }
}
