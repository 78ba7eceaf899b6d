import { readLimits } from "./read-limits.ts";
import type { Cell, Row } from "./sheet.ts";
import { mostColumns } from "./sheet-columns.ts";
import { SheetFault } from "./sheet-fault.ts";

/** Spreadsheets keep 15 digits of a number, JSON nearly 16: one of these is exact, and stays so as text. */
const longNumber = 1e15;

/**
 * Reads JSONL piece by piece: an object in each line. `names` are the columns, in the order in which they first occur;
 * a new name is added to it.
 */
export class JsonLines {
  readonly #columns: Map<string, number>;
  #text = "";
  #line = 0;

  constructor(private readonly names: string[]) {
    this.#columns = new Map(names.map((name, index) => [name, index]));
  }

  push(piece: string, last = false): Row[] {
    this.#text += piece;
    const rows: Row[] = [];
    let at = 0;
    while (at < this.#text.length) {
      const feed = this.#text.indexOf("\n", at);
      if (feed === -1 && !last) break;
      const end = feed === -1 ? this.#text.length : feed;
      this.#line++;
      const line = this.#text.slice(at, end).trim();
      if (line !== "") rows.push(this.#row(line));
      at = end + 1;
    }
    this.#text = this.#text.slice(at);
    if (this.#text.length > readLimits.row) {
      throw new SheetFault("too_long", `Line ${this.#line + 1} is too long.`, { row: this.#line + 1 });
    }
    return rows;
  }

  #row(line: string): Row {
    let object: unknown;
    try {
      object = JSON.parse(line);
    } catch {
      return { number: this.#line, cells: [], fault: { code: "damaged", message: "is not well-formed JSON" } };
    }
    if (typeof object !== "object" || object === null || Array.isArray(object)) {
      return { number: this.#line, cells: [], fault: { code: "wrong_type", message: "must be a JSON object" } };
    }
    const cells: Cell[] = new Array(this.names.length).fill(null);
    for (const [name, value] of Object.entries(object)) {
      let column = this.#columns.get(name);
      if (column === undefined) {
        column = this.#add(name);
        cells.push(null);
      }
      cells[column] = cellOf(value);
    }
    return { number: this.#line, cells };
  }

  #add(name: string): number {
    if (this.names.length === mostColumns) {
      const message = `Up to line ${this.#line} there are more than ${mostColumns} columns.`;
      throw new SheetFault("too_many", message, { row: this.#line });
    }
    this.#columns.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

function cellOf(value: unknown): Cell {
  if (typeof value === "number" && Number.isSafeInteger(value) && Math.abs(value) >= longNumber) return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value as Cell;
  return { odd: "object", text: JSON.stringify(value) };
}
