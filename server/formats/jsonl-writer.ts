import { textToCell } from "./cell-text.ts";
import type { Value } from "./sheet.ts";

/** A line of JSONL: the headers are the names, and an empty cell has none. */
export function jsonLine(cells: readonly Value[], names: readonly string[], raw = false): string {
  let line = "{";
  for (let i = 0; i < cells.length; i++) {
    const value = cells[i] as Value;
    if (value === null) continue;
    const own = typeof value === "string" && !raw ? textToCell(value) : value;
    line += `${line === "{" ? "" : ","}${names[i]}:${JSON.stringify(own)}`;
  }
  return `${line}}\n`;
}
